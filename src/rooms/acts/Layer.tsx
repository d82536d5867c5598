/** What an act draws over a machine: what its words do not name is dimmed, the new word is explained, games are played. */
import { useId, useMemo } from 'react';
import { whenIdle } from '../../engine/idle';
import { later, Part } from '../../page/Part';
import type { LaneKey } from '../../state/view';
import { Note } from './Note';
import { type Box, boxOf, type Ground, grown } from './places';
import { type Opened, stepOf, useStory } from './store';
import type { Sight, StepWords } from './types';
import { useSight } from './useSight';
import './layer.css';

/** Costs come with it: when all else is there. */
const Line = later(async () => {
  await whenIdle();
  return (await import('./Line')).Line;
});
const GameLayer = later(async () => (await import('./GameLayer')).GameLayer);

export interface LayerProps {
  readonly lane: LaneKey;
  readonly ground: Ground;
}

export function Layer(props: LayerProps) {
  const opened = useStory((state) => state.opened);
  const sight = useSight();
  return opened && sight && <Drawn {...props} opened={opened} sight={sight} />;
}

function Drawn({ lane, ground, opened, sight }: LayerProps & { readonly opened: Opened; readonly sight: Sight }) {
  const { name, step } = stepOf(opened);
  const { word } = opened.act.words()[name] as StepWords;
  const lights = useMemo(() => {
    const all = step.shot?.lights?.(sight);
    return all && (all[lane] ?? []).flatMap((spot) => boxOf(ground, spot) ?? []);
  }, [step, sight, lane, ground]);
  const at = step.word?.lane === lane ? step.word.at(sight) : null;
  const target = at && boxOf(ground, at);
  return (
    <div
      className="act-layer"
      data-lane={lane}
      data-lights={lights && JSON.stringify(lights.map(({ x, y, w, h }) => [x, y, w, h]))}
    >
      {lights && <Veil ground={ground} lights={lights} />}
      {step.shot?.line && (
        <Part>
          <Line lane={lane} ground={ground} sight={sight} />
        </Part>
      )}
      {word && target && <Note word={word} target={target} lit={lights ?? []} ground={ground} />}
      {step.game && (
        <Part>
          <GameLayer kind={step.game} lane={lane} ground={ground} />
        </Part>
      )}
    </div>
  );
}

/** Room around what is lit (px): the edges of its cells belong to it. */
const AROUND = 3;

/** Leaves 35 % of all that is not lit. */
function Veil({ ground: { width, height }, lights }: { readonly ground: Ground; readonly lights: readonly Box[] }) {
  const id = useId();
  return (
    <svg className="act-veil" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <mask id={id}>
        <rect width={width} height={height} fill="#fff" />
        {lights.map((box) => {
          const { x, y, w, h } = grown(box, AROUND);
          return <rect key={`${x} ${y} ${w}`} data-lit x={x} y={y} width={w} height={h} rx={7} fill="#000" />;
        })}
      </mask>
      <rect className="act-dim" width={width} height={height} mask={`url(#${id})`} />
    </svg>
  );
}
