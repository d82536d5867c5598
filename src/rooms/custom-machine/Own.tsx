/**
 * The dialog of a custom machine: reads the output of a tool, draws the machine, lets a person change it, checks it
 * against its kernel, gives it measured costs, and opens an experiment on it.
 */
import { useEffect, useState } from 'react';
import {
  type Answer,
  type Kind,
  type Limits as Limited,
  type Waits as Measured,
  type Note,
  shellCommands,
  withRows,
} from '../../engine/own';
import { LONGEST_NAME, MOST_CPUS, MOST_NODES } from '../../scenario/generated/topology';
import type { FieldError, OwnMachine, Scenario } from '../../scenario/generated/types';
import { factsOf, isOwn } from '../../scenario/machines';
import { presetOf } from '../../scenario/presetOf';
import { isChanged, PRESETS } from '../../scenario/presets';
import { openScenario, scenarioStore, useScenario } from '../../state/scenario';
import { look, useView } from '../../state/view';
import { Dialog } from '../../ui/Dialog';
import { FieldMessages } from '../../ui/FieldMessages';
import { Segmented } from '../../ui/Segmented';
import { useT } from '../../words';
import { refusalSentence } from '../../words/fields';
import { Check } from './Check';
import { Costs } from './Costs';
import { Counts } from './Counts';
import { DistanceFields } from './DistanceFields';
import { Drawing } from './Drawing';
import { FoundTexts, type NamedText } from './FoundTexts';
import { Limits } from './Limits';
import {
  carriedOver,
  countsOf,
  cpusOf,
  type Distances,
  distancesOf,
  evened,
  limitOf,
  nodesOf,
  topologyOf,
  type Counts as Values,
  writeDistances,
} from './levels';
import { partsOf } from './parts';
import { Command, Source, useSource } from './Source';
import { saidInWords } from './said';
import { TABS, type Tab, tabOf } from './tabs';
import { innermost, takenOver } from './takenOver';
import { isMarkup, useReading } from './useReading';
import { Waits } from './Waits';
import { ownWords as w } from './words';
import '../../ui/button.css';
import './own.css';
import './sections.css';

/** The start of a machine that is built by hand. */
const PLAIN = 'pack:2 numa:2 l3:1 l2:6 core:4 pu:1';

const SHOWN: Readonly<Record<Tab, string>> = {
  lscpu: shellCommands().lscpu,
  hwloc: 'lstopo --of xml',
  sysfs: shellCommands().sysfs,
  synthetic: PLAIN,
};

/** Texts whose requests and shares the readers convert to `cpu.weight`. */
const CONVERTED: ReadonlySet<string> = new Set(['a Kubernetes manifest', 'docker run']);

/** Fields of a machine; an absent value leaves one out. */
type Changes = { readonly [K in keyof OwnMachine]?: OwnMachine[K] | undefined };

interface Understood {
  readonly machine: OwnMachine;
  readonly notSaid: readonly Note[];
  /** The machine before it was changed by hand; null: unchanged. */
  readonly before: OwnMachine | null;
}

/** The open machine if it is custom: it can be changed again. */
function opened(): Understood | null {
  const { machine } = scenarioStore.getState().document;
  return isOwn(machine) ? { machine, notSaid: [], before: null } : null;
}

/** The experiment that is open, on another machine, which may not have the CPUs that the work was bound to. */
function onMachine({ cpus: _, ...document }: Scenario, machine: OwnMachine): Scenario {
  return { ...document, machine, lanes: document.lanes.map(({ cpus: __, ...lane }) => lane) };
}

/**
 * Without clusters, an experiment about them shows nothing, so another one replaces it unless the person has changed
 * it.
 */
function open(machine: OwnMachine, change = (next: Scenario): Scenario => next): void {
  const { document, preset, forks, notes, author } = scenarioStore.getState();
  const isLost = !factsOf(machine).clusters && !isChanged(preset, document) && factsOf(document.machine).clusters;
  const next = change(onMachine(isLost ? PRESETS.steal : document, machine));
  look({ dialog: null, measuring: false, dropped: null, startNs: null, show: null });
  openScenario(isLost ? 'steal' : presetOf(next, preset), next, 'step', { forks: isLost ? [] : forks, notes, author });
}

/** The experiment that is open, with what was taken over. */
function openChanged(change: (document: Scenario) => Scenario): void {
  const { document, preset, forks, notes, author } = scenarioStore.getState();
  const next = change(document);
  look({ dialog: null, measuring: false, dropped: null, startNs: null, show: null });
  openScenario(presetOf(next, preset), next, 'step', { forks, notes, author });
}

/** A workload has a dialog of its own. */
const openWork = (text: string): void => look({ dialog: 'work', dropped: [new File([text], 'rt-app.json')] });

/** A recording has a dialog of its own. */
async function openRecording(text: Blob): Promise<void> {
  const { looksRecorded } = await import('../../engine/recording/read');
  const file = text instanceof File ? text : new File([text], 'pasted.txt');
  if (await looksRecorded(file, file.name)) look({ dialog: 'recording', dropped: [file] });
}

/** The name of a file, or what stands for a text that was pasted. */
const nameOf = (text: Blob | undefined): string => (text instanceof File ? text.name : w('text.pasted'));

/** Why a machine was refused, in a sentence. */
function refusalOf(thrown: unknown): string {
  try {
    return refusalSentence(JSON.parse(String(thrown)) as FieldError);
  } catch {
    return w('given.up');
  }
}

export function Own() {
  const t = useT();
  const dropped = useView((view) => view.dropped);
  const present = useScenario((state) => state.document.machine);
  const [tab, setTab] = useState<Tab>('lscpu');
  const [understood, setUnderstood] = useState(opened);
  /** Counts the machines that were read or restored: each has its name. */
  const [came, setCame] = useState(0);
  const [refused, setRefused] = useState<string | null>(null);
  /** Texts from before: what they say is joined with the present one. */
  const [before, setBefore] = useState<readonly Blob[]>([]);
  const [found, setFound] = useState<readonly NamedText[]>([]);
  const [waits, setWaits] = useState<readonly Measured[]>([]);
  const [limits, setLimits] = useState<Limited | null>(null);
  /** The group that all tasks go into, by its number; null: not chosen. */
  const [tasksIn, setTasksIn] = useState<number | null>(null);
  const source = useSource();
  const domains = useSource();
  const costs = useSource();
  const machine = understood?.machine ?? null;
  const texts = source.given === null ? before : [...before, source.given];

  /** Each text goes to the part of the page that it belongs to; a workload has another dialog. */
  const hear = (answer: Answer) => {
    setRefused(null);
    if (answer.kind !== 'pile' || !('read' in answer)) return;
    const { parts, machine: read, waits: tables, containers } = answer.read;
    // A text that no reader knows is reported as a fault.
    const known = parts.filter((part) => part.name !== 'unknown' && !isMarkup(part, answer.read));
    if (known.length === 0 && source.given) void openRecording(source.given);
    setFound(known.map((part) => ({ part, of: nameOf(texts[part.file]) })));
    setWaits(tables);
    setLimits(containers);
    setTasksIn(null);
    const textOf = (kind: Kind) => parts.find((part) => part.kind === kind)?.text ?? null;
    const workload = textOf('workload');
    if (workload !== null && parts.length === 1) {
      openWork(workload);
      return;
    }
    if (read) {
      setUnderstood({ machine: read.machine, notSaid: read.not_said, before: null });
      setCame((count) => count + 1);
      const [its] = parts.flatMap(({ name }) => tabOf(name) ?? []);
      if (its) setTab(its);
    }
    for (const [kind, target] of [
      ['domains', domains],
      ['costs', costs],
    ] as const) {
      const text = textOf(kind);
      if (text === null) continue;
      if (read === null && machine === null) setRefused(w(`first.${kind}`));
      else void target.take(new Blob([text]));
    }
    // A text that another part of the page shows leaves its field.
    if (machine && !read && parts.every(({ kind }) => kind === 'domains' || kind === 'costs')) source.type('');
  };
  const { answer, reading, fault } = useReading(source.given, { like: 'xeon' }, hear, before);
  /** The index of the text that cannot be read; null: all can. */
  const faulty = answer?.kind === 'pile' && 'read' in answer ? (answer.read.fault?.file ?? null) : null;
  /** Files join the texts from before, except one that cannot be read. */
  const add = (files: readonly File[]) => {
    const all = [...texts.filter((_, i) => i !== faulty), ...files];
    const last = all.pop();
    setBefore(all);
    if (last) void source.take(last);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: dropped files are read once.
  useEffect(() => {
    if (dropped) add(dropped);
  }, [dropped]);

  const change = (next: Changes) => {
    if (understood === null) return;
    // Costs are no change of what the text says.
    const isCost = Object.keys(next).every((key) => key === 'costs' || key === 'like');
    try {
      setUnderstood({
        ...understood,
        machine: withRows({ ...understood.machine, ...next }),
        before: understood.before ?? (isCost ? null : understood.machine),
      });
      setRefused(null);
    } catch (thrown) {
      setRefused(refusalOf(thrown));
    }
  };
  const placed = fault !== null && faulty !== null && texts.length > 1;
  /** The machine is not of the present texts. */
  const isOld = machine !== null && !(answer?.kind === 'pile' && 'read' in answer && answer.read.machine !== null);
  /** The open experiment does not have it yet. */
  const isNew = machine !== null && machine !== present;
  const target = isNew ? machine : present;
  const tasks = tasksIn ?? innermost(limits?.groups ?? []);
  const withLimits = (document: Scenario): Scenario =>
    limits ? takenOver(document, limits.groups, tasks, factsOf(target).ids) : document;
  const said = refused ?? (placed ? w('in.text', { name: nameOf(texts[faulty]), said: fault }) : fault);

  return (
    <Dialog
      title={w('title')}
      closeLabel={t('action.close')}
      onClose={() => look({ dialog: null, measuring: false, dropped: null })}
    >
      <FieldMessages>
        <div className="own">
          <div className="own-text">
            <p className="own-stays">{w('stays.all')}</p>
            <Segmented<Tab>
              label={w('tabs')}
              value={tab}
              options={TABS.map((value) => ({ value, label: w(`tab.${value}`) }))}
              onChange={setTab}
            />
            <p>{w(`how.${tab}`)}</p>
            <Command text={SHOWN[tab]} />
            <Source
              label={w('text')}
              source={source}
              fault={said === null || !isOld ? said : `${said} ${w('as.before')}`}
              onFiles={add}
            />
            <FoundTexts
              found={found}
              before={before}
              onWork={openWork}
              onLeaveOut={
                placed
                  ? () => {
                      if (faulty >= before.length) source.type('');
                      else setBefore(before.filter((_, i) => i !== faulty));
                    }
                  : null
              }
              onAdd={
                source.given !== null && fault === null
                  ? () => {
                      setBefore([...before, ...(source.given ? [source.given] : [])]);
                      source.type('');
                    }
                  : null
              }
              onNone={() => {
                setBefore([]);
                setFound([]);
                setWaits([]);
                setLimits(null);
                source.type('');
              }}
            />
          </div>
          <div className="own-machine" aria-live="polite" aria-busy={reading}>
            {understood ? (
              <Shown
                understood={understood}
                onChange={change}
                onLimit={setRefused}
                onBack={() => {
                  if (understood.before === null) return;
                  setUnderstood({ ...understood, machine: understood.before, before: null });
                  setCame((count) => count + 1);
                }}
              />
            ) : (
              <div className="own-empty">
                <p>{reading ? w('reading') : w('empty')}</p>
                <button
                  type="button"
                  className="button"
                  onClick={() => {
                    setTab('synthetic');
                    source.type(PLAIN);
                  }}
                >
                  {w('by.hand')}
                </button>
              </div>
            )}
          </div>
        </div>
        {waits.map((table) => (
          <Waits key={table.tool} table={table} />
        ))}
        {limits && (
          <Limits
            limits={limits}
            machine={target}
            isConverted={found.some(({ part }) => CONVERTED.has(part.name))}
            tasks={tasks}
            onTasks={setTasksIn}
            onTake={machine === null ? () => openChanged(withLimits) : null}
          />
        )}
        {machine && (
          <>
            <Check machine={machine} source={domains} />
            <Costs machine={machine} source={costs} onChange={change} />
          </>
        )}
        <div className="own-actions">
          {machine && (
            <label className="own-name">
              {w('name')}
              <input
                className="control"
                maxLength={LONGEST_NAME}
                key={came}
                defaultValue={machine.name}
                onChange={({ target }) => target.value.trim() && change({ name: target.value.trim() })}
              />
            </label>
          )}
          <button
            type="button"
            className="button strong"
            disabled={machine === null}
            onClick={() => {
              if (limits && !isNew) openChanged(withLimits);
              else if (machine) open(machine, withLimits);
            }}
          >
            {w(machine && limits ? 'open.limits' : 'open')}
          </button>
        </div>
      </FieldMessages>
    </Dialog>
  );
}

interface ShownProps {
  readonly understood: Understood;
  readonly onChange: (next: Changes) => void;
  /** Called when a count would exceed a limit, with the reason as a sentence; null: it does not. */
  readonly onLimit: (said: string | null) => void;
  readonly onBack: () => void;
}

function Shown({ understood: { machine, notSaid, before }, onChange, onLimit, onBack }: ShownProps) {
  const parts = partsOf(machine);
  const regular = countsOf(machine.topology);
  const counts = regular ?? evened(parts);
  const distances = regular && distancesOf(machine.distances, regular);
  const counted = (key: 'socket' | 'node' | 'cache' | 'cluster' | 'cpu', count: number) =>
    w(count === 1 ? `one.${key}` : `many.${key}`, { count });
  const groups = [
    counted('socket', parts.sockets),
    counted('node', parts.nodes),
    counted('cache', parts.caches),
    ...(parts.clusters > 0 ? [counted('cluster', parts.clusters)] : []),
  ];
  const recount = (next: Values) => {
    const limit = limitOf(next);
    if (limit !== null) {
      onLimit(
        limit === 'cpus'
          ? w('limit.cpus', { count: cpusOf(next), most: MOST_CPUS })
          : w('limit.nodes', { count: nodesOf(next), most: MOST_NODES }),
      );
      return;
    }
    // Capacities of other CPUs mean nothing.
    const apart = writeDistances(carriedOver(distances, next), next);
    onChange({ topology: topologyOf(next), distances: apart, capacities: undefined });
  };
  const move = (next: Distances) => onChange({ distances: writeDistances(next, counts) });
  return (
    <>
      <h3>{w('summary', { groups: groups.join(w('and')), cpus: counted('cpu', parts.cpus) })}</h3>
      <Drawing parts={parts} />
      {parts.capacities.length > 0 && <p>{w('capacities.drawn')}</p>}
      <Counts counts={counts} onChange={recount} />
      {distances && <DistanceFields counts={counts} distances={distances} onChange={move} />}
      {parts.nodes > 1 && distances === null && <p className="own-like">{w('distances.rows')}</p>}
      {regular === null && <p className="own-like">{w('uneven')}</p>}
      {before !== null && (
        <button type="button" className="button" onClick={onBack}>
          {w('back')}
        </button>
      )}
      {before === null && (
        <>
          <h4>{w(notSaid.length === 0 ? 'all.said' : 'not.said')}</h4>
          <ul className="own-not-said">
            {notSaid.map((one) => (
              <li key={one.sentence} data-sort={one.sort}>
                {one.sort !== 'note' && <b>{w(`sort.${one.sort}`)} </b>}
                {saidInWords(one)}
              </li>
            ))}
          </ul>
          {notSaid.some(({ sort }) => sort === 'guess') && <p className="own-like">{w('guess.change')}</p>}
        </>
      )}
    </>
  );
}
