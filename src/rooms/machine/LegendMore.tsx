/** What is hollow and what is dashed on the machines: behind the rest of the legend, where there is room. */
import type { LaneFeed } from '../../engine/lanes/lane';
import { DashedSign, HollowSign } from '../../signs/FurtherSigns';
import { Fill, groupFill, type Shape } from '../../signs/palette';
import { useKeyWords } from '../../words/keys';
import './legend-more.css';

interface LegendMoreProps {
  readonly feeds: readonly LaneFeed[];
  /** A shape of the tasks. */
  readonly shape: Shape;
  /** A dashed one has been seen. */
  readonly dashed: boolean;
  /** So many items more are for any width. */
  readonly room: number;
}

/** How the shapes of the tasks are filled. */
const fillsOf = (feeds: readonly LaneFeed[]): ReadonlySet<Fill> =>
  new Set(feeds.flatMap(({ tasks }) => [...tasks].flatMap((group, i) => (i % 2 === 1 ? groupFill(group) : []))));

export function LegendMore({ feeds, shape, dashed, room }: LegendMoreProps) {
  const word = useKeyWords();
  const fills = fillsOf(feeds);
  const items = [...(fills.has(Fill.hollow) ? (['hollow'] as const) : []), ...(dashed ? (['dashed'] as const) : [])];
  return items.map((item, i) => (
    <li key={item} data-more={i >= room || undefined}>
      {item === 'dashed' ? <DashedSign /> : <HollowSign shape={shape} />}
      {item === 'hollow' && fills.has(Fill.ringed) && <HollowSign shape={shape} dot />}
      {word(item)}
    </li>
  ));
}
