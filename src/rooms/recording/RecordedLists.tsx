/** Lists that lead into a recording: each row goes to its moment. */
import { calledIn, type Recorded } from '../../engine/recording/recorded';
import { ask, pause, seek } from '../../state/run';
import { look } from '../../state/view';
import { save } from '../../ui/export/files';
import { useT } from '../../words';
import { count, duration, moment } from '../../words/format';
import './recording.css';
import { useRecordingWords } from './words';

interface Row {
  readonly key: string;
  readonly text: string;
  readonly ns: number;
  readonly cpu: number | null;
  readonly task: number | null;
}

async function go({ ns, cpu, task }: Row): Promise<void> {
  pause();
  look({ explained: null });
  await seek(ns);
  if (cpu !== null) look({ lane: 'a', selection: { lane: 'a', cpu }, explained: { lane: 'a', cpu } });
  else if (task !== null) look({ lane: 'a', explained: { lane: 'a', task } });
}

async function saveAnonymized(): Promise<void> {
  const text = await ask(0, 'anonymized');
  if (text !== null) save(new Blob([text], { type: 'text/plain' }), 'recording.txt');
}

export function RecordedLists({ recorded }: { readonly recorded: Recorded }) {
  const w = useRecordingWords();
  const t = useT();
  const called = (task: number) => calledIn(recorded, task);
  const waits = recorded.waits.map(
    ({ task, cpu, from_ns, to_ns, woken }): Row => ({
      key: `${task}-${from_ns}`,
      text: w(woken ? 'waits.row' : 'waits.row.preempted', {
        task: called(task),
        cpu,
        time: duration(to_ns - from_ns),
      }),
      ns: to_ns,
      cpu,
      task,
    }),
  );
  const moves = recorded.moves.map(
    ({ task, at_ns, from, to, distance }): Row => ({
      key: `${task}-${at_ns}`,
      text: w('moves.row', { task: called(task), from, to, distance: t(`distance.${distance}`) }),
      ns: at_ns,
      cpu: null,
      task,
    }),
  );
  const idle = recorded.idle.map(
    ({ cpu, from_ns, waited_ns }): Row => ({
      key: `${cpu}-${from_ns}`,
      text: w('idle.row', { cpu, time: duration(waited_ns) }),
      ns: from_ns + 1,
      cpu,
      task: null,
    }),
  );
  const pairs = recorded.pairs.map(
    ({ by, task, count: times, at_ns }): Row => ({
      key: `${by}-${task}`,
      text: w('pairs.row', { by: called(by), task: called(task), count: count(times) }),
      ns: at_ns,
      cpu: null,
      task,
    }),
  );
  const none = w('lists.none');
  return (
    <section className="recorded-lists" aria-label={w('lists')}>
      <List title={w('waits')} rows={waits} none={none} />
      <List title={w('moves')} rows={moves} none={recorded.placed ? none : w('moves.unplaced')} />
      <List title={w('idle')} rows={idle} none={none} />
      <List title={w('pairs')} rows={pairs} none={none} />
      <div>
        <h3>{w('anonymize')}</h3>
        <p className="recording-quiet">{w('anonymize.how')}</p>
        <button type="button" className="button" onClick={() => void saveAnonymized()}>
          {w('anonymize.save')}
        </button>
      </div>
      {recorded.is_cut && <p className="recording-quiet">{w('cut', { time: moment(recorded.length_ns) })}</p>}
    </section>
  );
}

function List({ title, rows, none }: { readonly title: string; readonly rows: readonly Row[]; readonly none: string }) {
  const w = useRecordingWords();
  return (
    <div>
      <h3>{title}</h3>
      {rows.length === 0 && <p className="recording-quiet">{none}</p>}
      <ol>
        {rows.map((row) => (
          <li key={row.key}>
            <button type="button" title={w('go', { time: moment(row.ns) })} onClick={() => void go(row)}>
              {row.text}
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}
