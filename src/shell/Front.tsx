/** What the gallery shows: the acts, the experiments, the machines. */
import { useEffect } from 'react';
import { DEFAULT_SPEED, SPEEDS } from '../engine/lanes/pace';
import type { Subject } from '../engine/thumbs/thumbs';
import { actions } from '../page/actions';
import { type ActsKey, useWords as useStoryWords } from '../rooms/acts/words';
import { Gallery, type Section } from '../rooms/gallery/Gallery';
import { useWords } from '../rooms/gallery/words';
import { ACT_NUMBERS, ACT_PRESETS } from '../scenario/acts';
import { MACHINES } from '../scenario/catalog';
import type { MachineId, Scenario } from '../scenario/generated/types';
import { encode, PLAIN_VIEW } from '../scenario/link';
import { DEFAULT_PRESET, PRESET_IDS, PRESETS, type PresetId, speedOf, startOf } from '../scenario/presets';
import { loadOf, tasksOf, withLoad } from '../scenario/workload';
import { runStore, togglePlay } from '../state/run';
import { viewStore } from '../state/view';
import { useT } from '../words';
import { machineName } from '../words/machines';
import { LookButtons } from './LookButtons';
import './header.css';

/** About what it takes to fork a task (ns). */
const FORK_NS = 60_000;

/** The machines, each with the experiment that is opened on it. */
const ON_MACHINES = (Object.keys(MACHINES) as MachineId[]).map((id) => {
  const preset = presetOn(id);
  const own = PRESETS[preset];
  // As much work for each CPU; the tasks that are more are forked one after the other first.
  const times = MACHINES[id].cpus / MACHINES[own.machine].cpus;
  const workload = withLoad(own.workload, Math.max(1, Math.round(loadOf(own.workload) * times)));
  const scenario: Scenario = { ...own, machine: id, workload };
  const more = Math.max(0, tasksOf(workload) - tasksOf(own.workload));
  const startNs = id === own.machine ? null : startOf(preset, own) + Math.ceil((more * FORK_NS) / 1e6) * 1e6;
  const subject = subjectOf(scenario, preset);
  return { id, preset, scenario, startNs, subject: startNs === null ? subject : { ...subject, startNs } };
});

const SUBJECTS = Object.fromEntries(PRESET_IDS.map((id) => [id, subjectOf(PRESETS[id], id)])) as Readonly<
  Record<PresetId, Subject>
>;

function subjectOf(scenario: Scenario, preset: PresetId): Subject {
  return { scenario, startNs: startOf(preset, scenario), speed: speedOf(preset) ?? SPEEDS[DEFAULT_SPEED] ?? 0 };
}

/** The experiment that shows what a machine is about. */
function presetOn(machine: MachineId): PresetId {
  const own = PRESET_IDS.find((id) => PRESETS[id].machine === machine);
  if (own) return own;
  if (MACHINES[machine].clusters) return 'cluster';
  if (machine === 'numaq-16') return 'numa2003';
  return machine === 'icelake-160' ? 'task-group' : 'steal';
}

const factsOf = ({ machine, kernel }: Scenario): string => `${machineName(machine)} · Linux ${kernel}`;

/** The gallery in the place of the experiment, which stands still meanwhile. */
export default function Front() {
  const t = useT();
  const words = useWords();
  const story = useStoryWords();
  useEffect(() => {
    document.title = words('title');
  });
  useEffect(() => {
    const wasPlaying = runStore.getState().playing;
    if (wasPlaying) togglePlay();
    return () => {
      // A step of an act says itself whether it plays.
      if (wasPlaying && viewStore.getState().act === null && !runStore.getState().playing) togglePlay();
    };
  }, []);
  const presets = PRESET_IDS.map((id) => ({
    id: `preset-${id}`,
    title: t(`preset.${id}`),
    text: t(`preset.${id}.note`),
    facts: factsOf(PRESETS[id]),
    href: encode(PRESETS[id], id),
    subject: SUBJECTS[id],
  }));
  const machines = ON_MACHINES.map(({ id, preset, scenario, startNs, subject }) => {
    const { nodes, clusters } = MACHINES[id];
    const size = words(nodes === 1 ? 'machine.one' : 'machine.some', { nodes });
    return {
      id: `machine-${id}`,
      title: machineName(id),
      text: clusters ? `${size}${words('separator')}${words('machine.clusters')}` : size,
      facts: `${t(`preset.${preset}`)} · Linux ${scenario.kernel}`,
      href: encode(scenario, preset, { ...PLAIN_VIEW, startNs }),
      subject,
    };
  });
  const acts = ACT_NUMBERS.map((number) => ({
    id: `act-${number}`,
    title: story(`act.${number}` as ActsKey),
    text: story(`act.${number}.about` as ActsKey),
    facts: words('acts.open', { number }),
    href: encode(PRESETS[DEFAULT_PRESET], DEFAULT_PRESET, { ...PLAIN_VIEW, act: { act: number, step: 1, own: true } }),
    subject: SUBJECTS[ACT_PRESETS[number - 1] ?? DEFAULT_PRESET],
  }));
  const sections: readonly Section[] = [
    { id: 'acts', title: words('acts'), text: words('acts.text'), cards: acts },
    { id: 'experiments', title: words('presets'), text: words('presets.text'), cards: presets },
    { id: 'machines', title: words('machines'), text: words('machines.text'), cards: machines },
  ];
  return (
    <Gallery
      sections={sections.filter(({ cards }) => cards.length > 0)}
      actions={
        <>
          <button type="button" className="button strong" onClick={actions.gallery.perform} aria-keyshortcuts="g">
            {words('back')}
          </button>
          <a
            className="button"
            href={`#${encode(PRESETS[DEFAULT_PRESET], DEFAULT_PRESET, { ...PLAIN_VIEW, show: 'replication' })}`}
          >
            {t('action.replication')}
          </a>
          <LookButtons />
        </>
      }
    />
  );
}
