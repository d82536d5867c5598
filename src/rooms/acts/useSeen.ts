/** The observations by which a step's claims are judged: read when the lanes stop, and a few times per second while they play. */
import { useEffect, useState } from 'react';
import { headOf, stepsOf } from '../../engine/wire/records';
import type { BatchState } from '../../state/batch';
import { ask, reports, runStore } from '../../state/run';
import { scenarioStore } from '../../state/scenario';
import { useView } from '../../state/view';
import { whenNew } from '../../state/whenNew';
import { actsStore, stepOf, useStory } from './store';
import type { Beside, Seen, Step } from './types';

/** Real time between two questions while the run plays (ms). */
const ASK_MS = 400;

type Now = Omit<Seen, 'beside' | 'decision'>;

/** What the lanes show of a step; null: they have not loaded it yet. */
export async function look({ shot: { inspect } = {} }: Step): Promise<Now | null> {
  const { feeds } = runStore.getState();
  const { lanes: wanted } = scenarioStore.getState().document;
  const lanes = await reports();
  const inspected = await Promise.all(
    wanted.map(async (_, lane) =>
      inspect === undefined ? null : ((await ask(lane, 'inspectCpu', inspect))?.inspection ?? null),
    ),
  );
  const frames = feeds.flatMap(({ frame }) => frame ?? []);
  const machine = feeds[0]?.machine;
  const isWhole = lanes.length === wanted.length && frames.length === wanted.length;
  return machine && isWhole && runStore.getState().feeds === feeds ? { lanes, frames, machine, inspected } : null;
}

/** Null until the lanes have reached the moment of the step. */
export function useSeen(): Seen | null {
  const entry = useStory((state) => state.entry);
  const arrived = useStory((state) => state.arrived);
  const batch = useStory((state) => state.beside);
  const answered = useStory((state) => state.answered);
  const lens = useView((view) => view.lens);
  const [now, setNow] = useState<{ readonly entry: number; readonly answered: boolean; readonly now: Now } | null>(
    null,
  );
  useEffect(() => {
    if (!arrived) return;
    let wanted = true;
    const stop = whenNew(ASK_MS, async () => {
      const { opened } = actsStore.getState();
      const fresh = opened && (await look(stepOf(opened).step));
      if (wanted && fresh) setNow({ entry, answered, now: fresh });
      return fresh !== null;
    });
    return () => {
      wanted = false;
      stop();
    };
  }, [entry, arrived, answered]);
  // Observations from before a question's run do not count for it.
  if (!arrived || now?.entry !== entry || now.answered !== answered) return null;
  const head = headOf(lens?.record);
  return {
    ...now.now,
    decision: head && { head, steps: stepsOf(head) },
    beside: batch && batch.state !== 'cancelled' ? besideOf(openBeside(), batch.outcomes) : [],
  };
}

/** The experiments beside the picture of the present step. */
function openBeside(): Beside | undefined {
  const { opened } = actsStore.getState();
  return opened ? stepOf(opened).step.beside : undefined;
}

/** The reports of the experiments beside the picture whose runs have all ended; they come by experiment, seed and lane. */
export function besideOf(beside: Beside | undefined, outcomes: BatchState['outcomes']): Seen['beside'] {
  if (!beside) return [];
  let next = 0;
  return beside.experiments.map(({ lanes }) => {
    const seeds = Array.from({ length: beside.seeds }, () => {
      const ofExperiment = outcomes.slice(next, next + lanes.length);
      next += lanes.length;
      return ofExperiment.flatMap((one) => (one?.type === 'report' ? [one.report] : []));
    });
    return seeds.every((reports) => reports.length === lanes.length) ? seeds : [];
  });
}
