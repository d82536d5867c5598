/** The replay of a recording: how well it repeats what was recorded, before anything is compared with it. */
import { useEffect, useRef, useState } from 'react';
import { keptFile } from '../../engine/recording/files';
import type { Fidelity, FidelityRow, Replayed, WantedReplay } from '../../engine/recording/replay';
import type { KernelId } from '../../scenario/generated/types';
import { releaseOf } from '../../scenario/kernelNames';
import { replayIn, useReplay } from '../../state/replays';
import { useScenario } from '../../state/scenario';
import { save } from '../../ui/export/files';
import '../../ui/figures-table.css';
import { count, duration } from '../../words/format';
import { saidInWords } from './said';
import { compareReplays, replayInLaneB } from './show';
import './recording.css';
import { type RecordingKey, recordingWords, useRecordingWords } from './words';

/** The sentences with which a recording has no replay, as the simulator says them. */
const REFUSALS: readonly (readonly [RegExp, RecordingKey])[] = [
  [/no task runs in this time span/, 'refused.nothing'],
  [/: (\d+) of (\d+) switches do not fit/, 'refused.mismatched'],
  [/: (\d+) % of the CPU time is of real-time/, 'refused.others'],
  [/time span is longer than (\d+) s/, 'refused.long'],
];

/** Why there is no replay. */
export function refusedWords(sentence: string): string {
  for (const [pattern, key] of REFUSALS) {
    const found = pattern.exec(sentence);
    if (found) return recordingWords(key, { n: found[1] ?? '', of: found[2] ?? '' });
  }
  return sentence.replace(/^Error: /, '');
}

/** Makes the replay and shows it in lane B; `wanted` gives the recording, or null if its file is missing. */
export function ReplayButton({ wanted }: { readonly wanted: () => Promise<WantedReplay | null> }) {
  const w = useRecordingWords();
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<string | null>(null);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const start = async () => {
    const own = new AbortController();
    abort.current = own;
    setBusy(true);
    setSaid(null);
    try {
      const asked = await wanted();
      if (asked) await replayInLaneB(asked, own.signal);
      else setSaid(w('replay.no_file'));
    } catch (thrown) {
      if (!own.signal.aborted) setSaid(refusedWords(String(thrown)));
    } finally {
      if (abort.current === own) setBusy(false);
    }
  };
  return (
    <div className="replay-make">
      <button type="button" className="button" disabled={busy} onClick={() => void start()}>
        {w('replay.make')}
      </button>{' '}
      {busy && (
        <button type="button" className="button" onClick={() => abort.current?.abort()}>
          {w('cancel')}
        </button>
      )}
      <p className="recording-quiet" role="status">
        {w(busy ? 'replay.making' : 'replay.how')}
      </p>
      <p className="recording-fault" role="alert">
        {said}
      </p>
    </div>
  );
}

/** In the tab *Why*: the replay of a document, or the way to one. */
export function Replay() {
  const w = useRecordingWords();
  const document = useScenario((state) => state.document);
  const hash = replayIn(document);
  const known = useReplay(hash);
  const { recording, machine } = document;
  return (
    <section className="replay" aria-label={w('replay')}>
      <h3>{w('replay')}</h3>
      {hash === null && recording && (
        <ReplayButton
          wanted={async () => {
            const file = await keptFile(recording.hash);
            return file && { file, recording, machine };
          }}
        />
      )}
      {known && <HowNear fidelity={known.fidelity} />}
      {known === null && hash !== null && <p className="recording-quiet">{w('near.unknown')}</p>}
      {hash !== null && (
        <p className="replay-ways">
          {recording && <Compare nothing={known?.fidelity.nothing_follows === true} />}
          <button type="button" className="button" onClick={() => void saveReplay(hash)}>
            {w('replay.save')}
          </button>
        </p>
      )}
      {hash !== null && <p className="recording-quiet">{w(recording ? 'replay.compare.how' : 'replay.both')}</p>}
      {hash !== null && <Limits />}
      {known && <Notes replayed={known} />}
    </section>
  );
}

async function saveReplay(hash: string): Promise<void> {
  const file = await keptFile(hash);
  if (file) save(file, `${hash}.replay`);
}

function Notes({ replayed: { notes } }: { readonly replayed: Replayed }) {
  const w = useRecordingWords();
  if (notes.length === 0) return null;
  return (
    <details className="recording-notes">
      <summary>
        {w('notes')} ({notes.length})
      </summary>
      <ul>
        {notes.map((note) => (
          <li key={note.sentence}>{saidInWords('remark', note)}</li>
        ))}
      </ul>
    </details>
  );
}

/** The rows in the order of their importance. */
const ROWS = [
  'length',
  'shares',
  'waits',
  'switches',
  'moves',
  'busy',
  'wasted',
  'woken_p50',
  'woken_p95',
  'preempted_p50',
  'preempted_p95',
] as const;

const mean = ({ replayed }: FidelityRow): number =>
  replayed.reduce((sum, one) => sum + one, 0) / Math.max(1, replayed.length);

function figure(value: number, { unit }: FidelityRow): string {
  if (unit === 'ns') return duration(Math.round(value));
  return unit === '%' ? `${count(value, 1)}\u00a0%` : count(value);
}

/** The least and the most of the seeds, if they differ. */
function Spread({ row }: { readonly row: FidelityRow }) {
  const w = useRecordingWords();
  const [least, most] = [Math.min(...row.replayed), Math.max(...row.replayed)].map((one) => figure(one, row));
  if (row.replayed.length < 2 || least === undefined || most === undefined || least === most) return null;
  return <small className="replay-spread">{w('near.spread', { least, most })}</small>;
}

/** What a replay cannot show, whatever its recording is. */
const LIMITS = [
  'limits.memory',
  'limits.frequency',
  'limits.interrupts',
  'limits.locks',
  'limits.sleeps',
  'limits.threads',
  'limits.length',
] as const;

/** Beside the result, and open: without them a comparison says more than it can. */
function Limits() {
  const w = useRecordingWords();
  return (
    <details className="recording-notes" open>
      <summary>{w('limits')}</summary>
      <ul>
        {LIMITS.map((key) => (
          <li key={key}>{w(key)}</li>
        ))}
      </ul>
    </details>
  );
}

/** The way to a comparison. If nothing follows from the replay, it is asked for a second time. */
function Compare({ nothing }: { readonly nothing: boolean }) {
  const w = useRecordingWords();
  const [asks, setAsks] = useState(false);
  return asks ? (
    <>
      <span className="recording-fault" role="alert">
        {w('replay.compare.nothing')}
      </span>{' '}
      <button type="button" className="button" onClick={compareReplays}>
        {w('replay.compare.anyway')}
      </button>{' '}
      <button type="button" className="button" onClick={() => setAsks(false)}>
        {w('cancel')}
      </button>
    </>
  ) : (
    <button type="button" className="button strong" onClick={() => (nothing ? setAsks(true) : compareReplays())}>
      {w('replay.compare')}
    </button>
  );
}

/** The sentence on a comparison of a replay with its recording: `holds`, `roughly`, `waits` do not, or `nothing` follows. */
const verdictOn = ({ near, nothing_follows }: Fidelity) =>
  nothing_follows ? 'nothing' : near === 'does_not' ? 'waits' : near;

export function HowNear({ fidelity }: { readonly fidelity: Fidelity }) {
  const w = useRecordingWords();
  const { rows, kernel, seeds } = fidelity;
  const of = (key: string) => rows.find((row) => row.key === key);
  const [length, waits] = [of('length')?.ratio, of('waits')?.ratio];
  const verdict = verdictOn(fidelity);
  return (
    <>
      <p className="replay-head" data-near={fidelity.nothing_follows ? 'does_not' : fidelity.near}>
        {w(`near.head.${verdict}`)}
      </p>
      <p>
        {length !== undefined && w('near.length', { kernel: releaseOf(kernel as KernelId), ratio: count(length, 2) })}
        {waits !== undefined && w('near.waits', { ratio: count(waits, 2) })} {w(`near.then.${verdict}`)}
      </p>
      <div className="replay-table">
        <table className="figures">
          <thead>
            <tr>
              <td />
              <th scope="col" className="n">
                {w('near.recorded')}
              </th>
              <th scope="col" className="n">
                {w('near.replayed')}
              </th>
              <th scope="col" className="n">
                {w('near.ratio')}
              </th>
              <th scope="col">{w('near.word')}</th>
            </tr>
          </thead>
          <tbody>
            {ROWS.map((key) => {
              const row = of(key);
              // A difference between both sides has no recorded figure.
              const isApart = key === 'shares' || key === 'busy';
              return (
                row && (
                  <tr key={key}>
                    <th scope="row">{w(`row.${key}`)}</th>
                    <td className="n">{isApart ? '–' : figure(row.recorded, row)}</td>
                    <td className="n">
                      {figure(mean(row), row)} <Spread row={row} />
                    </td>
                    <td className="n">{row.ratio === undefined ? '–' : count(row.ratio, 2)}</td>
                    <td data-near={row.near}>{w(`near.is.${row.near}`)}</td>
                  </tr>
                )
              );
            })}
          </tbody>
        </table>
      </div>
      <p className="recording-quiet">{w('near.seeds', { seeds })}</p>
    </>
  );
}
