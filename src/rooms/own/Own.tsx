/** A machine of one's own: a text of a tool is read, what was understood is drawn, and an experiment opens on it. */
import { useEffect, useState } from 'react';
import { COMMANDS, type ReadingFault, readMachine, type Said, withRows } from '../../engine/own';
import { FAMILIES, LONGEST_NAME } from '../../scenario/generated/topology';
import type { Family, FieldError, OwnMachine, Scenario } from '../../scenario/generated/types';
import { factsOf } from '../../scenario/machines';
import { presetOf } from '../../scenario/presetOf';
import { isChanged, PRESETS } from '../../scenario/presets';
import { openScenario, scenarioStore } from '../../state/scenario';
import { look, useView } from '../../state/view';
import { Choice } from '../../ui/Choice';
import { Dialog } from '../../ui/Dialog';
import { Segmented } from '../../ui/Segmented';
import { useCopy } from '../../ui/useCopy';
import { useT } from '../../words';
import { Counts } from './Counts';
import { Drawing } from './Drawing';
import { countsOf, topologyOf, type Counts as Values } from './levels';
import { partsOf } from './parts';
import { faultInWords, saidInWords } from './said';
import { ownWords as w } from './words';
import '../../ui/button.css';
import './own.css';

const TABS = ['lscpu', 'hwloc', 'sysfs', 'synthetic'] as const;
type Tab = (typeof TABS)[number];

const SHOWN: Readonly<Record<Tab, string>> = {
  lscpu: COMMANDS.lscpu,
  hwloc: 'lstopo --of xml',
  sysfs: COMMANDS.sysfs,
  synthetic: 'pack:2 numa:2 l3:1 l2:6 core:4 pu:1',
};

interface Understood {
  readonly machine: OwnMachine;
  readonly notSaid: readonly Said[];
}

/** A short text is read once nobody has typed for so long (ms). */
const PAUSE_MS = 250;
/** No longer text of a file is shown. */
const SHOWN_BYTES = 200_000;

function useReading(given: Blob | null) {
  const [understood, setUnderstood] = useState<Understood | null>(null);
  const [fault, setFault] = useState<ReadingFault | 'given.up' | null>(null);
  const [reading, setReading] = useState(false);
  useEffect(() => {
    setFault(null);
    setReading(given !== null);
    if (given === null) {
      setUnderstood(null);
      return;
    }
    const abort = new AbortController();
    const read = async () => {
      try {
        const answer = await readMachine(given, 'xeon', abort.signal);
        if (abort.signal.aborted) return;
        if ('fault' in answer) setFault(answer.fault);
        setUnderstood('read' in answer ? { machine: answer.read.machine, notSaid: answer.read.not_said } : null);
      } catch {
        if (abort.signal.aborted) return;
        setFault('given.up');
        setUnderstood(null);
      }
      setReading(false);
    };
    const pause = setTimeout(() => void read(), PAUSE_MS);
    return () => {
      clearTimeout(pause);
      abort.abort();
    };
  }, [given]);
  return { understood, setUnderstood, fault, reading };
}

/** The experiment that is open, on another machine, which may not have the CPUs that the work was bound to. */
function onMachine({ cpus: _, ...document }: Scenario, machine: OwnMachine): Scenario {
  return { ...document, machine, lanes: document.lanes.map(({ cpus: __, ...lane }) => lane) };
}

/** On a machine without clusters an experiment that is about them alone shows nothing; one that nobody changed is another there. */
function open(machine: OwnMachine): void {
  const { document, preset } = scenarioStore.getState();
  const isLost = !factsOf(machine).clusters && !isChanged(preset, document) && factsOf(document.machine).clusters;
  const next = onMachine(isLost ? PRESETS.steal : document, machine);
  look({ dialog: null, dropped: null, startNs: null });
  openScenario(isLost ? 'steal' : presetOf(next, preset), next);
}

export function Own() {
  const t = useT();
  const dropped = useView((view) => view.dropped);
  const [tab, setTab] = useState<Tab>('lscpu');
  const [text, setText] = useState('');
  const [given, setGiven] = useState<Blob | null>(null);
  const { understood, setUnderstood, fault, reading } = useReading(given);
  const [refused, setRefused] = useState<string | null>(null);
  const { copied, copy } = useCopy();

  const type = (next: string) => {
    setText(next);
    setRefused(null);
    setGiven(next.trim() === '' ? null : new Blob([next]));
  };
  const take = async (file: File) => {
    setRefused(null);
    setGiven(file);
    setText(file.size > SHOWN_BYTES ? '' : await file.text());
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a file is taken once.
  useEffect(() => {
    if (dropped) void take(dropped);
  }, [dropped]);

  const machine = understood?.machine ?? null;
  const change = (next: object) => {
    try {
      setUnderstood({ machine: withRows({ ...machine, ...next }), notSaid: understood?.notSaid ?? [] });
      setRefused(null);
    } catch (thrown) {
      setRefused((JSON.parse(String(thrown)) as FieldError).message);
    }
  };
  // Distances of other nodes and capacities of other CPUs mean nothing.
  const recount = (counts: Values) =>
    change({ topology: topologyOf(counts), distances: undefined, capacities: undefined });
  const said = refused ?? (fault === null ? null : fault === 'given.up' ? w('given.up') : faultInWords(fault));
  const copyLabel = copied === null ? 'copy' : copied ? 'copied' : 'copy.failed';

  return (
    <Dialog title={w('title')} closeLabel={t('action.close')} onClose={() => look({ dialog: null, dropped: null })}>
      <div className="own">
        <div className="own-text">
          <p className="own-stays">{w('stays')}</p>
          <Segmented<Tab>
            label={w('tabs')}
            value={tab}
            options={TABS.map((value) => ({ value, label: w(`tab.${value}`) }))}
            onChange={setTab}
          />
          <p>{w(`how.${tab}`)}</p>
          <div className="own-command">
            <code>{SHOWN[tab]}</code>
            <button type="button" className="button" onClick={() => void copy(SHOWN[tab])}>
              {w(copyLabel)}
            </button>
          </div>
          <textarea
            spellCheck={false}
            value={text}
            aria-label={w('text')}
            aria-invalid={said !== null}
            aria-describedby="own-fault"
            onChange={({ target }) => type(target.value)}
          />
          <p id="own-fault" className="own-fault" role="alert">
            {said}
          </p>
          <label className="own-file">
            <input
              type="file"
              className="visually-hidden"
              onChange={({ target }) => {
                const [file] = target.files ?? [];
                if (file) void take(file);
                target.value = '';
              }}
            />
            <span className="button">{w('file')}</span> {w('drop')}
          </label>
        </div>
        <div className="own-machine" aria-live="polite" aria-busy={reading}>
          {machine ? (
            <Shown machine={machine} notSaid={understood?.notSaid ?? []} onCounts={recount} />
          ) : (
            <p className="own-empty">{reading ? w('reading') : w('empty')}</p>
          )}
        </div>
      </div>
      <div className="own-actions">
        {machine && (
          <>
            <label className="own-name">
              {w('name')}
              <input
                className="control"
                maxLength={LONGEST_NAME}
                key={machine.topology}
                defaultValue={machine.name}
                onChange={({ target }) => target.value.trim() && change({ name: target.value.trim() })}
              />
            </label>
            <Choice<Family>
              label={w('like')}
              value={machine.like}
              options={FAMILIES.map((value) => ({ value, label: w(`like.${value}`) }))}
              onChange={(like) => change({ like })}
            />
            <p className="own-like">{w('like.note')}</p>
          </>
        )}
        <button
          type="button"
          className="button strong"
          disabled={machine === null}
          onClick={() => machine && open(machine)}
        >
          {w('open')}
        </button>
      </div>
    </Dialog>
  );
}

interface ShownProps extends Understood {
  readonly onCounts: (counts: Values) => void;
}

function Shown({ machine, notSaid, onCounts }: ShownProps) {
  const parts = partsOf(machine);
  const counts = countsOf(machine.topology);
  const counted = (key: 'socket' | 'node' | 'cache' | 'cluster' | 'cpu', count: number) =>
    w(count === 1 ? `one.${key}` : `many.${key}`, { count });
  const groups = [
    counted('socket', parts.sockets),
    counted('node', parts.nodes),
    counted('cache', parts.caches),
    ...(parts.clusters > 0 ? [counted('cluster', parts.clusters)] : []),
  ];
  return (
    <>
      <h3>{w('summary', { groups: groups.join(w('and')), cpus: counted('cpu', parts.cpus) })}</h3>
      <Drawing parts={parts} />
      {parts.capacities.length > 0 && <p>{w('capacities.drawn')}</p>}
      {counts && <Counts counts={counts} onChange={onCounts} />}
      <h4>{w(notSaid.length === 0 ? 'all.said' : 'not.said')}</h4>
      <ul className="own-not-said">
        {notSaid.map((one) => (
          <li key={one.sentence}>{saidInWords(one)}</li>
        ))}
      </ul>
    </>
  );
}
