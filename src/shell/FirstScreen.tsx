/** The first screen: two lanes that run, the acts, the experiments, the machines. */
import { type ReactNode, useEffect } from 'react';
import { whenIdle } from '../engine/idle';
import { actions } from '../page/actions';
import { later, Part } from '../page/Part';
import type { ActsKey } from '../rooms/acts/words';
import { Front as FrontRoom } from '../rooms/front/Front';
import type { Drawn } from '../rooms/front/Hero';
import { topicsOf, topicsOfMachine } from '../rooms/front/topics';
import { useWords } from '../rooms/front/words';
import { MachineView } from '../rooms/machine/MachineView';
import { ACT_NUMBERS, ACT_PRESETS } from '../scenario/acts';
import { MACHINES } from '../scenario/catalog';
import { MECHANISMS } from '../scenario/generated/mechanisms';
import type { MachineId, Scenario } from '../scenario/generated/types';
import { encode, PLAIN_VIEW } from '../scenario/link';
import { factsOf } from '../scenario/machines';
import { DEFAULT_PRESET, PRESET_IDS, PRESETS, type PresetId, startOf } from '../scenario/presets';
import { loadOf, tasksOf, withLoad } from '../scenario/workload';
import { pause, rest } from '../state/run';
import { useView, viewStore } from '../state/view';
import { catalogue, useT } from '../words';
import { machineName } from '../words/machines';
import { presetNote } from '../words/presetNotes';
import { LookButtons } from './LookButtons';

/** The titles of the acts, without the code of the acts. */
const { useT: useStoryWords } = await catalogue<ActsKey>({
  en: async () => (await import('../rooms/acts/words.en')).actsEn,
  zh: async () => (await import('../rooms/acts/words.zh')).actsZh,
});

/** Approximate cost of forking a task (ns). */
const FORK_NS = 60_000;

const MANY_CPUS = 128;

/** The machines, each with the experiment that a click opens on it. */
const ON_MACHINES = (Object.keys(MACHINES) as MachineId[]).map((id) => {
  const preset = presetOn(id);
  const own = PRESETS[preset];
  // The work grows with the number of CPUs; the additional tasks are forked one after the other first.
  const times = MACHINES[id].cpus / factsOf(own.machine).cpus;
  const workload = withLoad(own.workload, Math.max(1, Math.round(loadOf(own.workload) * times)));
  const scenario: Scenario = { ...own, machine: id, workload };
  const more = Math.max(0, tasksOf(workload) - tasksOf(own.workload));
  const startNs = id === own.machine ? null : startOf(preset, own) + Math.ceil((more * FORK_NS) / 1e6) * 1e6;
  return { id, preset, scenario, startNs };
});

/** The experiment that suits a machine. */
function presetOn(machine: MachineId): PresetId {
  const own = PRESET_IDS.find((id) => PRESETS[id].machine === machine);
  if (own) return own;
  const { clusters, like, cpus } = MACHINES[machine];
  if (clusters) return 'cluster';
  if (like === 'numaq') return 'numa2003';
  // Contention for one cache line is visible on a machine with many CPUs.
  return cpus > MANY_CPUS ? 'task-group' : 'steal';
}

/** Number of boxes in the smallest drawing of a machine: its clusters, else its nodes. */
function unitsOf(machine: MachineId): number {
  const { cpus, nodes, clusters } = MACHINES[machine];
  return clusters ? cpus / 4 : nodes;
}

/**
 * The act about an experiment: the one that uses it; else one about the same switches (if the lanes are equal, about
 * the same work); else one on the same machine and kernel.
 */
function actOf(preset: PresetId): number | null {
  const subject = ({ lanes: [a, b], workload: { kind } }: Scenario) =>
    MECHANISMS.flatMap(({ key }) => (a && b && a.features[key] !== b.features[key] ? [key] : [])).join() || kind;
  const place = ({ machine, kernel }: Scenario) => `${machine} ${kernel}`;
  const like = (of: (scenario: Scenario) => string) => (own: PresetId) => of(PRESETS[own]) === of(PRESETS[preset]);
  const [found] = [(own: PresetId) => own === preset, like(subject), like(place)]
    .map((isIt) => ACT_PRESETS.findIndex(isIt))
    .filter((at) => at >= 0);
  return found === undefined ? null : found + 1;
}

/** Loaded after the first screen is drawn. */
const GainLine = later(async () => {
  await whenIdle();
  return (await import('../rooms/verdict/GainLine')).GainLine;
});

function Machine({ feed, lane, playing, overlay }: Drawn) {
  const reduced = useView((view) => view.reducedMotion);
  return (
    <MachineView
      feed={feed}
      lane={lane}
      motion={{ pace: 'watch', playing, reduced }}
      {...(overlay ? { overlay } : {})}
    />
  );
}

export interface FirstScreenProps {
  /** Rendered in place of a machine that is still loading. */
  readonly placeholder: ReactNode;
  /** False: only the initially visible part. */
  readonly whole: boolean;
  /** Called when the lanes move for the first time. */
  readonly onMoved?: () => void;
}

/** The first screen in place of the experiment, which is paused meanwhile. */
export function FirstScreen({ placeholder, whole, onMoved }: FirstScreenProps) {
  const t = useT();
  const words = useWords();
  const story = useStoryWords();
  useEffect(() => {
    document.title = words('title');
  });
  useEffect(() => {
    const resume = rest();
    return () => {
      // A step of an act decides whether the run plays.
      if (viewStore.getState().act !== null) pause();
      resume();
    };
  }, []);
  const actTitle = (number: number) => story(`act.${number}` as ActsKey);
  const experiments = PRESET_IDS.map((id) => {
    const act = actOf(id);
    return {
      id,
      title: t(`preset.${id}`),
      text: presetNote(id),
      act: act === null ? null : actTitle(act),
      machine: machineName(PRESETS[id].machine),
      href: encode(PRESETS[id], id),
      topics: topicsOf(PRESETS[id]),
      gain: (
        <Part>
          <GainLine preset={id} />
        </Part>
      ),
    };
  });
  const names = [...new Set(ON_MACHINES.map(({ id }) => MACHINES[id].name))];
  const machines = names.map((name) => {
    const own = ON_MACHINES.filter(({ id }) => MACHINES[id].name === name);
    const [first] = own;
    return {
      // Without the number of CPUs, which is shown beside the name.
      name: first ? machineName(first.id).replace(/ · .*$/, '') : name,
      units: first ? unitsOf(first.id) : 1,
      sizes: own.map(({ id, preset, scenario, startNs }) => ({
        id,
        title: machineName(id),
        cpus: MACHINES[id].cpus,
        href: encode(scenario, preset, { ...PLAIN_VIEW, startNs }),
        topics: topicsOfMachine(scenario),
      })),
    };
  });
  const acts = ACT_NUMBERS.map((number) => ({
    number,
    title: actTitle(number),
    href: encode(PRESETS[DEFAULT_PRESET], DEFAULT_PRESET, { ...PLAIN_VIEW, act: { act: number, step: 1, own: true } }),
  }));
  return (
    <FrontRoom
      machine={(drawn) => <Machine {...drawn} />}
      placeholder={placeholder}
      onMoved={onMoved}
      acts={acts}
      experiments={whole ? experiments : null}
      machines={machines}
      replicationHref={encode(PRESETS[DEFAULT_PRESET], DEFAULT_PRESET, { ...PLAIN_VIEW, show: 'replication' })}
      glossaryHref={encode(PRESETS[DEFAULT_PRESET], DEFAULT_PRESET, { ...PLAIN_VIEW, show: 'glossary' })}
      schedulerHref={encode(PRESETS[DEFAULT_PRESET], DEFAULT_PRESET, { ...PLAIN_VIEW, challenge: 'one_sleeper' })}
      onBack={whole && location.hash.length > 1 ? actions.gallery.perform : null}
      actions={<LookButtons />}
    />
  );
}
