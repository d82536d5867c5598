/** What the machine of a lane shows and what a person can do on it, from the stores. */
import { useMemo } from 'react';
import { whenIdle } from '../engine/idle';
import { drawnAs } from '../engine/lanes/pace';
import { headAt } from '../engine/wire/records';
import { later, Part } from '../page/Part';
import type { Ground as ActGround } from '../rooms/acts/places';
import type { Ground } from '../rooms/decision/Layer';
import type { Actions, MachineViewProps } from '../rooms/machine/MachineView';
import { openLens } from '../state/decision';
import { useDifference } from '../state/difference';
import { runStore, useRun } from '../state/run';
import { useScenario } from '../state/scenario';
import { follow, isBare, LANE_KEYS, type LaneKey, look, useView, viewStore } from '../state/view';
import { CpuNotes, type CpuNotesProps } from './CpuNotes';

const LensLayer = later(async () => (await import('../rooms/decision/Layer')).default);
const ActLayer = later(async () => {
  // The machine is seen before what is said about it.
  await whenIdle();
  return (await import('../rooms/acts/Layer')).Layer;
});

/** Null while there is none. */
export function useMachine(lane: number): MachineViewProps | null {
  const key = LANE_KEYS[lane] ?? 'a';
  const feed = useRun((run) => run.feeds[lane]);
  const pace = useRun((run) => drawnAs(run.pace, run.speed));
  const playing = useRun((run) => run.playing);
  const reduced = useView((view) => view.reducedMotion);
  const bare = useView(isBare);
  const selected = useView(({ selection }) => (selection?.lane === key ? selection.cpu : null));
  const pointed = useView(({ selection, pointed }) => (selection?.lane === key ? pointed : null));
  const followed = useView((view) => view.followed);
  const spot = useView((view) => view.spots[key] ?? null);
  const stage = useView((view) => view.cue !== null);
  const moment = useMoment(lane);
  const looking = useView((view) => view.lens?.lane === key);
  const telling = useView((view) => view.act !== null) && !bare;
  const notes = useScenario((state) => state.notes);
  const motion = useMemo(() => ({ pace, playing, reduced }), [pace, playing, reduced]);
  const actions = useMemo(() => actionsOf(lane, key, bare), [lane, key, bare]);
  if (!feed) return null;
  const overlay = (ground: Ground & ActGround & CpuNotesProps['ground']) => (
    <>
      {telling && (
        <Part>
          <ActLayer lane={key} ground={ground} />
        </Part>
      )}
      <CpuNotes ground={ground} notes={notes} lane={lane} />
      {looking && (
        <Part>
          <LensLayer lane={key} ground={ground} />
        </Part>
      )}
    </>
  );
  return { feed, lane: key, motion, marks: { selected, pointed, followed, moment, spot }, stage, actions, overlay };
}

/** The CPU of a lane that was chosen where the lanes first differ, and when. */
function useMoment(lane: number) {
  const difference = useDifference();
  return useMemo(() => {
    const record = difference?.records[lane];
    const cpu = record && headAt(record, 0, record.length, 0)?.chosen;
    return difference && cpu != null ? { cpu, ns: difference.ns } : null;
  }, [difference, lane]);
}

function actionsOf(lane: number, key: LaneKey, bare: boolean): Partial<Actions> {
  return {
    onSelect: (cpu) => look({ lane: key, selection: { lane: key, cpu }, thing: null }),
    // Once more on the CPU that is inspected: into the Inspector.
    onOpen: (cpu) => {
      const { inspecting, selection } = viewStore.getState();
      if (!inspecting || selection?.lane !== key || selection.cpu !== cpu) look({ inspecting: true });
      else document.getElementById('inspector')?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
    },
    onFollow: follow,
    onMove: (task, ns) => void openLens(key, { task, ns }),
    onWaking: (task) => void openLens(key, { task, ns: runStore.getState().feeds[lane]?.frame?.ns ?? 0 }),
    ...(!bare && {
      onPart: (thing, cpu) => look({ lane: key, selection: { lane: key, cpu }, thing, inspecting: true }),
    }),
  };
}
