/** The cache line that two threads share: at one of them, or moving between them. */
import { useEffect, useRef } from 'react';
import { onFrame } from '../../engine/loop';
import { eachRecord } from '../../engine/wire/log';
import { DISTANCES, EVENT_KINDS } from '../../scenario/generated/vocab';
import { costIn } from '../../state/costs';
import { runStore } from '../../state/run';
import { LANE_KEYS, type LaneKey } from '../../state/view';
import { center, type Point, type Rect } from '../../ui/geometry';
import { type Ground, grown } from './places';
import type { Sight } from './types';
import { useWords } from './words';

const MESSAGE = EVENT_KINDS.indexOf('message');
/** The thread that reads. */
const READER = 0;

/** Half the width and the height of its sign with the edge (px): it stays within the machine. */
const HALF = { w: 20, h: 12 } as const;

/** Inside a CPU of this height (px) there is room for the sign below what runs. */
const ROOMY = 62;

/**
 * The distance below the middle of a CPU at which both threads stay visible: below the running task, or below the CPU.
 */
const under = ({ h }: Rect): number => h / 2 + (h < ROOMY ? HALF.h + 6 : -HALF.h - 1);

/** A fetch of the line. */
interface Fetch {
  readonly ns: number;
  readonly from: number;
  readonly to: number;
  readonly far: boolean;
  readonly takesNs: number;
}

function lastFetch(log: Uint32Array): Fetch | null {
  let last: Fetch | null = null;
  eachRecord(log, ({ kind, ns, src, cpu, distance }) => {
    if (kind !== MESSAGE) return;
    const far = DISTANCES[distance] !== 'cluster';
    last = { ns, from: src, to: cpu, far, takesNs: costIn(far ? 'line_llc' : 'line_cluster') };
  });
  return last;
}

export interface LineProps {
  readonly lane: LaneKey;
  readonly ground: Ground;
  readonly sight: Sight;
}

export function Line({ lane, ground, sight }: LineProps) {
  const w = useWords();
  const index = LANE_KEYS.indexOf(lane);
  const reader = sight.machine.units.findIndex((_, cpu) => sight.frames[index]?.running(cpu) === READER);
  const token = useRef<SVGGElement>(null);
  const track = useRef<SVGPathElement>(null);
  const grey = useRef<SVGRectElement>(null);
  useEffect(() => {
    const feed = runStore.getState().feeds[index];
    if (!feed) return;
    let fetch = feed.opening.reduce<Fetch | null>((last, { log }) => lastFetch(log) ?? last, null);
    let seen = -1;
    const note = (log: Uint32Array) => {
      fetch = lastFetch(log) ?? fetch;
      seen = -1;
    };
    const stops = [feed.onLog(note), feed.onReset(note)];
    const stop = onFrame(() => {
      if (feed.version === seen || !feed.frame || !fetch || !token.current) return;
      seen = feed.version;
      const [a, b] = [ground.cpus[fetch.from], ground.cpus[fetch.to]];
      if (!a || !b) return;
      const done = Math.min(1, Math.max(0, (feed.frame.ns - fetch.ns) / fetch.takesNs));
      const [from, to] = [a, b].map((cpu) => {
        const { x, y } = center(cpu);
        return { x, y: Math.min(y + under(cpu), ground.height - HALF.h) };
      }) as [Point, Point];
      const x = Math.min(Math.max(from.x + (to.x - from.x) * done, HALF.w), ground.width - HALF.w);
      const y = from.y + (to.y - from.y) * done;
      token.current.setAttribute('visibility', 'visible');
      token.current.setAttribute('transform', `translate(${x} ${y})`);
      token.current.dataset.ns = String(feed.frame.ns);
      token.current.dataset.holder = done === 1 ? String(fetch.to) : '';
      track.current?.setAttribute('d', `M${from.x} ${from.y}L${to.x} ${to.y}`);
      track.current?.setAttribute('data-far', String(fetch.far));
      grey.current?.setAttribute('visibility', done < 1 && fetch.to === reader ? 'visible' : 'hidden');
    });
    return () => {
      stop();
      for (const end of stops) end();
    };
  }, [index, ground, reader]);
  const cell = ground.cpus[reader];
  const box = cell && grown(cell, 2);
  return (
    <svg className="act-line" width={ground.width} height={ground.height} aria-hidden="true">
      {box && <rect ref={grey} className="act-waits" x={box.x} y={box.y} width={box.w} height={box.h} rx={6} />}
      <path ref={track} className="act-track" />
      <g ref={token} className="act-token" visibility="hidden">
        <rect x={1 - HALF.w} y={1 - HALF.h} width={2 * HALF.w - 2} height={2 * HALF.h - 2} rx={4} />
        <text textAnchor="middle" dominantBaseline="central">
          {w('line')}
        </text>
      </g>
    </svg>
  );
}
