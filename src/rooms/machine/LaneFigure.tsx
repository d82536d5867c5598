import { useEffect, useRef } from 'react';
import type { LaneFeed } from '../../engine/lanes/lane';
import { onFrame } from '../../engine/loop';
import { useScenario } from '../../state/scenario';
import { useT } from '../../words';
import { figureOf, shareOf, shareText } from './figure';
import './lane-figure.css';

/** Numbers change at most four times a second (ms). */
const EVERY_MS = 250;

/** Beside a lane's title: its most informative figure for the visible run. */
export function LaneFigure({ feed }: { feed: LaneFeed }) {
  const t = useT();
  const figure = useScenario(({ document }) => figureOf(document, feed.machine));
  const number = useRef<HTMLElement>(null);
  useEffect(() => {
    let [last, version] = [Number.NEGATIVE_INFINITY, -1];
    return onFrame((nowMs) => {
      if (!figure || !number.current || version === feed.version || nowMs - last < EVERY_MS) return;
      [last, version] = [nowMs, feed.version];
      const share = feed.frame && shareOf(figure, feed.frame, feed.machine.cpus);
      number.current.textContent = share == null ? '' : `${shareText(share)}\u00a0%`;
    });
  }, [feed, figure]);
  if (!figure) return null;
  return (
    <p className="lane-figure" data-figure={figure}>
      <b ref={number} /> <span className="figure-full">{t(`machine.figure.${figure}`)}</span>
      <span className="figure-short">{t(`machine.figure.${figure}.short`)}</span>
    </p>
  );
}
