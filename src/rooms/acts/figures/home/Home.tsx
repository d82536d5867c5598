/**
 * Nodes with their CPUs and their memory, in the place of the machine. One job is followed: it, its memory and the way
 * between them have one colour, and a house marks the node that holds its memory.
 */
import { useState } from 'react';
import { costIn } from '../../../../state/costs';
import { useRun } from '../../../../state/run';
import { useScenario } from '../../../../state/scenario';
import { LANE_KEYS, type LaneKey } from '../../../../state/view';
import { laneTexts } from '../../../../words/laneWords';
import { Frame, LitPart, NewWord } from '../Frame';
import { LaneTop, topOf } from '../LaneTop';
import type { FigureProps } from '../types';
import { followed, meanMemoryPct, nodesOf, placedIn, whereIs } from './jobs';
import { Nodes } from './Nodes';
import { placesIn } from './places';
import { STRIP, Strip } from './Strip';
import { useHomeWords } from './words';

const GAP = 28;
/** The box of the new word, with the room around it. */
const WORD = 66;
/** Least height of the nodes. */
const LEAST = 150;

export function Home({ sight, seen, word, width, height, ...of }: FigureProps) {
  const words = useHomeWords();
  const scenario = useScenario((state) => state.document);
  const feeds = useRun((run) => run.feeds);
  const [kept, keep] = useState<{ readonly of: unknown; readonly job: number } | null>(null);
  const nodes = nodesOf(sight.machine);
  const placed = (seen?.frames ?? sight.frames).map((frame, lane) => placedIn(frame, seen?.lanes[lane]?.jobs ?? []));
  // The same job is followed as long as the run goes on.
  const job = kept?.of === feeds ? kept.job : followed(placed, nodes);
  if (seen && job >= 0 && kept?.of !== feeds) keep({ of: feeds, job });
  const { workload } = scenario;
  const memoryPct = workload.kind === 'numa' ? meanMemoryPct(workload) : 0;
  const count = Math.max(1, placed.length);
  const own = (width - (count - 1) * GAP) / count;
  const lanes = placed.flatMap((jobs, lane) => {
    const config = scenario.lanes[lane];
    if (!config) return [];
    const where = whereIs(jobs[job], nodes);
    const params = { job: job + 1, node: where.at?.node ?? 0, home: where.home?.node ?? 0 };
    const caption = words(!where.home ? 'caption.none' : where.isAway ? 'caption.away' : 'caption.home', params);
    return [{ lane, jobs, where, caption, top: topOf(laneTexts(config, scenario), caption, own) }];
  });
  const top = Math.max(0, ...lanes.map(({ top }) => top.height));
  const free = height - top - (word ? WORD : 0);
  const hasStrip = memoryPct > 0 && free - STRIP >= LEAST;
  const places = placesIn({
    width: own,
    height: Math.max(LEAST * 0.6, free - (hasStrip ? STRIP : 0)),
    cpus: nodes.map(({ cpus }) => cpus.length),
  });
  const bottom = top + Math.max(0, ...places.nodes.map(({ box }) => box.y + box.h));
  // The new word is about the lit node that is nearest to it, so that its leader crosses no other node.
  const lit = lanes
    .flatMap(({ where }, i) =>
      [where.home, where.at].flatMap((node) => (node ? { i, box: places.nodes[nodes.indexOf(node)]?.box } : [])),
    )
    .toSorted((one, other) => (other.box?.y ?? 0) - (one.box?.y ?? 0) || other.i - one.i)[0];
  const aim = lit?.box && { x: lit.i * (own + GAP) + lit.box.x + lit.box.w / 2, y: top + lit.box.y + lit.box.h };
  return (
    <Frame width={width} height={height} label={lanes.map(({ caption }) => caption).join(' ')}>
      {lanes.map(({ lane, jobs, where, top: head }, i) => (
        <g key={lane} transform={`translate(${i * (own + GAP)} 0)`}>
          <LitPart part={LANE_KEYS[lane] ?? 'a'} of={of}>
            <LaneTop lane={LANE_KEYS[lane] as LaneKey} width={own} top={head} />
            <g transform={`translate(0 ${top})`}>
              <Nodes nodes={nodes} places={places} jobs={jobs} job={job} where={where} lighting={of} />
            </g>
          </LitPart>
        </g>
      ))}
      {word && aim && <NewWord word={word} right={width} y={bottom + 12} to={[aim.x, aim.y - 4]} />}
      {hasStrip && (
        <g transform={`translate(0 ${height - STRIP})`}>
          <Strip width={width} memoryPct={memoryPct} remotePct={costIn('remote_pct')} />
        </g>
      )}
    </Frame>
  );
}
