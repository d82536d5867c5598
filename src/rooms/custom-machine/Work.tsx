/** A workload of `rt-app`: reads its JSON, shows the result beside it, and opens an experiment with it. */
import { useEffect } from 'react';
import { DOCUMENT } from '../../scenario/generated/limits';
import type { ControlGroup, RtPhase, RtStep, RtTask, Scenario, Workload } from '../../scenario/generated/types';
import { WORKLOADS, type WorkloadOf } from '../../scenario/generated/workloads';
import { presetOf } from '../../scenario/presetOf';
import { openScenario, scenarioStore, useScenario } from '../../state/scenario';
import { look, useView } from '../../state/view';
import { Dialog } from '../../ui/Dialog';
import { useT } from '../../words';
import { count } from '../../words/format';
import { Source, useSource } from './Source';
import { saidInWords } from './said';
import { useReading } from './useReading';
import { ownWords as w } from './words';
import '../../ui/button.css';
import './own.css';
import './sections.css';

/** An example in rt-app's format. */
const EXAMPLE = `{
  "tasks": {
    "video": { "loop": -1, "run": 4000, "timer": { "ref": "tick", "period": 16000 } },
    "batch": { "instance": 2, "priority": 10, "loop": -1, "run": 100000, "sleep": 20000 }
  },
  "global": { "duration": 2 }
}`;

const stepText = ({ do: does, us = 0, on = '', mutex = '' }: RtStep): string =>
  does === 'timer' && on !== ''
    ? w('step.timer.shared', { us: count(us), on })
    : w(`step.${does}`, { us: count(us), on, mutex });

const cpusText = (list: string | undefined): readonly string[] =>
  list === undefined ? [] : [w('cpus', { list: list.replaceAll('-', '–') })];

const sliceText = (us: number | undefined): readonly string[] =>
  us === undefined ? [] : [w('task.slice', { us: count(us) })];

const groupText = (group: number | undefined, groups: readonly ControlGroup[]): readonly string[] =>
  group === undefined ? [] : [w(group === 0 ? 'task.root' : 'task.group', { name: groups[group - 1]?.name || group })];

interface Grouped {
  readonly groups: readonly ControlGroup[];
}

function phaseText({ loops, cpus, slice_us, group, steps }: RtPhase, groups: readonly ControlGroup[]): string {
  const once = steps.map(stepText).join(w('and'));
  const work = loops === 1 ? once : w('phase.loops', { steps: once, count: count(loops) });
  const settings = [...cpusText(cpus), ...sliceText(slice_us), ...groupText(group, groups)].join(w('and'));
  return settings === '' ? work : w('phase.settings', { settings, work });
}

function Task({ task, groups }: Grouped & { readonly task: RtTask }) {
  const { name, instances, nice, policy, slice_us, group, cpus, loops, phases } = task;
  const facts = [
    w(instances === 1 ? 'task.one' : 'task.many', { count: instances }),
    ...(nice === 0 ? [] : [w('task.nice', { nice })]),
    ...(policy === undefined ? [] : [`SCHED_${policy.toUpperCase()}`]),
    ...sliceText(slice_us),
    ...groupText(group, groups),
    ...cpusText(cpus),
    loops === 0 ? w('task.forever') : w('task.loops', { count: count(loops) }),
  ];
  return (
    <li>
      <b>{name}</b> <span className="own-list">{facts.join(w('and'))}</span>
      <ol>
        {phases.map((phase, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a phase is its place
          <li key={i}>{phaseText(phase, groups)}</li>
        ))}
      </ol>
    </li>
  );
}

/** The experiment that is open, with other work. */
function withWork(workload: Workload, groups: readonly ControlGroup[], limitMs: number | null): Scenario {
  const { document: before } = scenarioStore.getState();
  const document = groups.length === 0 ? before : { ...before, groups: [...groups] };
  const limit_ms = limitMs ?? document.limit_ms;
  const next: Scenario = { ...document, workload, limit_ms, warmup_ms: Math.min(document.warmup_ms, limit_ms) };
  return { ...next, lanes: next.lanes.map(({ flips, ...lane }) => lane) };
}

function open(next: Scenario): void {
  const { preset, forks, notes, author } = scenarioStore.getState();
  look({ dialog: null, dropped: null, startNs: null, show: null });
  openScenario(presetOf(next, preset), next, 'step', { forks, notes, author });
}

/** How many entries all lists in a document have together. */
function entriesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? value.length : 0;
  return Object.values(value).reduce<number>((sum, one) => sum + entriesOf(one), own);
}

export function Work() {
  const t = useT();
  const dropped = useView((view) => view.dropped);
  const { workload: present, groups = [] } = useScenario((state) => state.document);
  const source = useSource();
  const { answer, fault, reading } = useReading(source.given, { as: 'workload' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a dropped file is read once.
  useEffect(() => {
    const [file] = dropped ?? [];
    if (file) void source.take(file);
  }, [dropped]);
  const read = answer?.kind === 'workload' && 'read' in answer ? answer.read : null;
  const next = read && withWork({ ...WORKLOADS.rtapp, ...read.workload }, read.groups, read.limit_ms);
  const entries = entriesOf(next);
  const tooLong =
    entries > DOCUMENT.entries ? w('work.tooLong', { entries: count(entries), most: count(DOCUMENT.entries) }) : null;
  const shown: WorkloadOf<'rtapp'> | null = read?.workload ?? (present.kind === 'rtapp' ? present : null);
  return (
    <Dialog
      title={w('work.title')}
      closeLabel={t('action.close')}
      onClose={() => look({ dialog: null, dropped: null })}
    >
      <div className="own">
        <div className="own-text">
          <p className="own-stays">{w('stays')}</p>
          <p>{w('work.how')}</p>
          <Source label={w('work.text')} source={source} fault={fault ?? tooLong} />
          <p>
            <button type="button" className="button" onClick={() => source.type(EXAMPLE)}>
              {w('work.example')}
            </button>
          </p>
        </div>
        <div className="own-machine" aria-live="polite" aria-busy={reading}>
          {shown ? (
            <>
              <h3>{w('work.tasks', { count: shown.tasks.reduce((sum, { instances }) => sum + instances, 0) })}</h3>
              <ul className="own-tasks">
                {shown.tasks.map((task, i) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat
                  <Task key={i} task={task} groups={read?.groups ?? groups} />
                ))}
              </ul>
              <ul className="own-not-said">
                {read?.limit_ms != null && <li>{w('work.limit', { ms: count(read.limit_ms) })}</li>}
                {read?.not_taken.map((one) => (
                  <li key={one.sentence}>{saidInWords(one)}</li>
                ))}
              </ul>
            </>
          ) : (
            <p className="own-empty">{reading ? w('reading') : w('work.empty')}</p>
          )}
        </div>
      </div>
      <div className="own-actions">
        <button
          type="button"
          className="button strong"
          disabled={next === null || tooLong !== null}
          onClick={() => next && open(next)}
        >
          {w('work.open')}
        </button>
      </div>
    </Dialog>
  );
}
