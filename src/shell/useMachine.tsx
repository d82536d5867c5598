/** Connects the machine of a lane to the stores: its data and its actions. */
import { useMemo } from 'react';
import { whenIdle } from '../engine/idle';
import { drawnAs } from '../engine/lanes/pace';
import { headOf } from '../engine/wire/records';
import { later, Part } from '../page/Part';
import type { Ground as ActGround } from '../rooms/acts/places';
import type { Ground } from '../rooms/decision/Layer';
import type { Actions, MachineViewProps } from '../rooms/machine/MachineView';
import { useDifference } from '../state/difference';
import { useRun } from '../state/run';
import { useScenario } from '../state/scenario';
import { follow, isBare, LANE_KEYS, type LaneKey, look, recordIn, useView, viewStore } from '../state/view';
import { CpuNotes, type CpuNotesProps } from './CpuNotes';

const LensLayer = later(async () => {
  await whenIdle();
  return (await import('../rooms/decision/Layer')).default;
});
const ActLayer = later(async () => {
  // The machine is drawn before its words load.
  await whenIdle();
  return (await import('../rooms/acts/Layer')).Layer;
});

/** Null without a run. */
export function useMachine(lane: number): MachineViewProps | null {
  const key = LANE_KEYS[lane] ?? 'a';
  // What another kernel decides in the same state is drawn on that state.
  const shown = useView(({ lens }) =>
    lens && lens.lane !== key && lens.other?.record && lens.other.isSameState ? LANE_KEYS.indexOf(lens.lane) : lane,
  );
  const feed = useRun((run) => run.feeds[shown]);
  const pace = useRun((run) => drawnAs(run.pace, run.speed));
  const playing = useRun((run) => run.playing);
  const reduced = useView((view) => view.reducedMotion);
  const bare = useView(isBare);
  const playable = useView((view) => view.game === key);
  const selected = useView(({ selection }) => (selection?.lane === key ? selection.cpu : null));
  const pointed = useView(({ selection, pointed }) => (selection?.lane === key ? pointed : null));
  const followed = useView((view) => view.followed);
  const spot = useView((view) => view.spots[key] ?? view.lens?.spots[key] ?? null);
  const stage = useView((view) => view.cue !== null);
  const moment = useMoment(lane);
  const looking = useView((view) => recordIn(view.lens, key) !== null);
  const telling = useView((view) => view.act !== null) && !bare;
  const notes = useScenario((state) => state.notes);
  const motion = useMemo(() => ({ pace, playing, reduced }), [pace, playing, reduced]);
  // The buttons of a game are the only list of these CPUs.
  const actions = useMemo(() => (playable ? {} : actionsOf(key, bare, stage)), [key, bare, stage, playable]);
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

/** The moment at which the lanes first differ, if the selected CPU was chosen there. */
function useMoment(lane: number) {
  const difference = useDifference();
  return useMemo(() => {
    const record = difference?.records[lane];
    const cpu = headOf(record)?.chosen;
    return difference && cpu != null ? { cpu, ns: difference.ns } : null;
  }, [difference, lane]);
}

function actionsOf(key: LaneKey, bare: boolean, stage: boolean): Partial<Actions> {
  return {
    // An open bubble moves to the new selection.
    onSelect: (cpu) => {
      const { explained } = viewStore.getState();
      look({ lane: key, selection: { lane: key, cpu }, thing: null, explained: explained && { lane: key, cpu } });
    },
    onOpen: (cpu) => {
      const { inspecting, selection, explained } = viewStore.getState();
      const again = selection?.lane === key && selection.cpu === cpu;
      const open = explained?.lane === key && 'cpu' in explained && explained.cpu === cpu;
      look({ lane: key, selection: { lane: key, cpu }, thing: null });
      if (!inspecting && !open) look({ explained: { lane: key, cpu } });
      // A second click on the same CPU moves the focus into the open panel.
      else if (open) focusIn('why', 'button');
      else if (again) focusIn('inspector', '[aria-selected="true"]');
    },
    onFollow: follow,
    onMove: (task) => look({ explained: { lane: key, task } }),
    // A stage has no Inspector.
    ...(stage && {
      onPart: (_, cpu) =>
        look({ lane: key, selection: { lane: key, cpu }, thing: null, explained: { lane: key, cpu } }),
    }),
    ...(!bare && {
      onPart: (thing, cpu, byFinger = false) => {
        const { explained } = viewStore.getState();
        const again = explained?.lane === key && 'cpu' in explained && explained.cpu === cpu;
        const of = { lane: key, selection: { lane: key, cpu } };
        // The first tap asks why the CPU runs its task; a second one opens the cluster, which lists its CPUs.
        if (byFinger && !again) look({ ...of, thing: null, inspecting: false, explained: { lane: key, cpu } });
        else look({ ...of, thing, inspecting: true, explained: null });
      },
    }),
  };
}

const focusIn = (id: string, what: string): void =>
  document.getElementById(id)?.querySelector<HTMLElement>(what)?.focus();
