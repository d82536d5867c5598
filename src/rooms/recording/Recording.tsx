/** Opens a recording: reads it apart from the page, says what it is, and shows a window of it in lane A. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { readText, shellCommands } from '../../engine/own';
import { keepFile } from '../../engine/recording/files';
import { type FoundRecording, looksRecorded, type ReadingProgress, readRecording } from '../../engine/recording/read';
import { isReplay } from '../../engine/recording/replay';
import type { OwnMachine } from '../../scenario/generated/types';
import { namedKernel } from '../../scenario/kernelNames';
import { factsOf } from '../../scenario/machines';
import { runStore } from '../../state/run';
import { look, useView } from '../../state/view';
import { Choice } from '../../ui/Choice';
import { Dialog } from '../../ui/Dialog';
import { useT } from '../../words';
import { count, duration } from '../../words/format';
import { Command, How } from './How';
import './recording.css';
import { ReplayButton, refusedWords } from './Replay';
import { saidInWords } from './said';
import { loadAnew, recordingOf, remade, showRecording, takeReplay, wantedDocument } from './show';
import { recordingWords as w } from './words';

/** Events that are shown at once: more have no room in memory, and nobody looks at them. */
const MOST_EVENTS = 500_000;
/** Of a longer recording the end is shown: of a buffer that wrapped, all CPUs are known only there (ms). */
const LAST_MS = 1000;
const LONGEST_NAME = 60;
const MS = 1e6;

interface Opened {
  readonly file: File;
  readonly found: FoundRecording;
  /** Only the beginning of the file was read so far. */
  readonly isBeginning?: boolean;
}

/** Why a file was not opened. */
interface Refusal {
  readonly name: string;
  readonly why: string;
}

/** A machine that was dropped beside the recording. */
interface Beside {
  readonly machine: OwnMachine;
}

/** What a browser says of a folder, and of a file that was moved, changed or protected since it was chosen. */
const UNREADABLE = /\b(NotReadable|NotFound|Security)Error\b/;

/** Why the reader failed, in a sentence. */
const failureWords = (name: string, thrown: unknown): string =>
  UNREADABLE.test(String(thrown)) ? w('unreadable', { name }) : w('failed', { why: refusedWords(String(thrown)) });

const megabytes = (bytes: number): string => count(bytes / 1e6, 1);

/** The longest window that has no more events than can be shown (ms). */
function longestWindow({ counters: { first, last, events } }: FoundRecording): number {
  const whole = ((last ?? 0) - (first ?? 0)) / MS;
  return events <= MOST_EVENTS ? whole : (whole * MOST_EVENTS) / events;
}

export function Recording() {
  const t = useT();
  const dropped = useView((view) => view.dropped);
  const wanted = wantedDocument().recording;
  const [progress, setProgress] = useState<(ReadingProgress & { readonly file: File }) | null>(null);
  const [opened, setOpened] = useState<readonly Opened[]>([]);
  const [chosen, setChosen] = useState<File | null>(null);
  const [beside, setBeside] = useState<Beside | null>(null);
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const [waiting, setWaiting] = useState(0);
  const abort = useRef<AbortController | null>(null);
  /** Files are read one after another, until the dialog is closed. */
  const turn = useRef<Promise<void>>(Promise.resolve());
  const isClosed = useRef(false);

  const readNow = useCallback(
    async (file: File) => {
      const own = new AbortController();
      abort.current = own;
      const setSaid = (why: string) => setRefusals((before) => [...before, { name: file.name, why }]);
      const forget = () => setOpened((before) => before.filter((known) => known.file !== file));
      const show = (one: Opened) => {
        forget();
        setOpened((before) => [...before, one]);
        setChosen(file);
      };
      setProgress({ file, bytes: 0, events: 0 });
      try {
        if (await isReplay(file)) {
          if (await takeReplay(file)) await loadAnew();
          else setSaid(w('missing.other.replay', { name: file.name }));
          return;
        }
        const name = file.name.slice(0, LONGEST_NAME) || 'trace';
        const onProgress = (now: ReadingProgress) => setProgress({ file, ...now });
        const onFirst = (found: FoundRecording) => !found.fault && show({ file, found, isBeginning: true });
        const found = await readRecording(file, name, { onProgress, onFirst }, own.signal);
        if (found.fault) {
          forget();
          setSaid(saidInWords('fault', found.fault));
        } else if (wanted && wanted.hash === found.hash) {
          // The file of the link.
          await keepFile(found.hash, file);
          if (!(await remade(file, own.signal))) {
            setSaid(w('missing.remade'));
            return;
          }
          look({ dialog: null, dropped: null });
          await loadAnew();
        } else {
          if (wanted && runStore.getState().feeds[0]?.recorded === null)
            setSaid(w('missing.other', { name: file.name }));
          show({ file, found });
        }
      } catch (thrown) {
        forget();
        setSaid(own.signal.aborted ? w('cancelled') : failureWords(file.name, thrown));
      } finally {
        abort.current = null;
        setProgress(null);
      }
    },
    [wanted],
  );

  const read = useCallback(
    (file: File) => {
      setWaiting((before) => before + 1);
      turn.current = turn.current.then(() => {
        setWaiting((before) => before - 1);
        return isClosed.current ? undefined : readNow(file);
      });
    },
    [readNow],
  );

  const take = useCallback(
    async (files: readonly File[]) => {
      if (abort.current === null && files.length > 0) setRefusals([]);
      for (const file of files) {
        // The reader says why a file cannot be read.
        if (await looksRecorded(file, file.name).catch(() => true)) {
          read(file);
          continue;
        }
        const answer = await readText([file], {}, new AbortController().signal).catch(() => null);
        const machine = answer?.kind === 'pile' && 'read' in answer ? answer.read.machine?.machine : null;
        if (machine) setBeside({ machine });
        // The reader of recordings says what the file is instead.
        else read(file);
      }
    },
    [read],
  );

  useEffect(() => {
    if (dropped) void take(dropped);
  }, [dropped, take]);
  useEffect(() => {
    isClosed.current = false;
    return () => {
      isClosed.current = true;
      abort.current?.abort();
    };
  }, []);
  const shown = opened.find(({ file }) => file === chosen) ?? opened.at(-1);

  return (
    <Dialog title={w('title')} closeLabel={t('action.close')} onClose={() => look({ dialog: null, dropped: null })}>
      <div className="recording">
        <div>
          <p className="recording-quiet">{w('stays')}</p>
          <label className="recording-field">
            <input
              type="file"
              multiple
              className="visually-hidden"
              onChange={({ target }) => {
                void take([...(target.files ?? [])]);
                target.value = '';
              }}
            />
            <span className="button">{w('choose')}</span> {w('drop')}
            <small>{w('understood')}</small>
          </label>
          <div className="recording-fault" role="alert">
            {refusals.map(({ name, why }) => (
              <p key={name + why}>{refusals.length > 1 ? w('said.of', { name, why }) : why}</p>
            ))}
          </div>
          {progress && (
            <div className="recording-progress" role="status">
              <progress max={progress.file.size || 1} value={progress.bytes} />
              <p>
                {w('reading', {
                  name: progress.file.name,
                  done: megabytes(progress.bytes),
                  all: megabytes(progress.file.size),
                  events: count(progress.events),
                })}{' '}
                {waiting > 0 && w('waiting', { count: count(waiting) })}
              </p>
              <button type="button" className="button" onClick={() => abort.current?.abort()}>
                {w('cancel')}
              </button>
            </div>
          )}
          <How />
        </div>
        <div aria-live="polite">
          {opened.length > 1 && shown && (
            <Choice
              label={w('which')}
              value={String(opened.indexOf(shown))}
              options={opened.map(({ file }, at) => ({ value: String(at), label: file.name }))}
              onChange={(at) => setChosen(opened[Number(at)]?.file ?? null)}
            />
          )}
          {shown && <Found key={`${shown.found.hash} ${shown.isBeginning}`} {...shown} beside={beside} />}
        </div>
      </div>
    </Dialog>
  );
}

function Found({ file, found, beside, isBeginning = false }: Opened & { readonly beside: Beside | null }) {
  const t = useT();
  const { counters, processes } = found;
  const length = (counters.last ?? 0) - (counters.first ?? 0);
  const most = Math.max(0.001, longestWindow(found));
  const wholeMs = length / MS;
  const lastMs = Math.min(most, LAST_MS);
  const [fromMs, setFromMs] = useState(Math.max(0, wholeMs - lastMs));
  const [lengthMs, setLengthMs] = useState(lastMs);
  const isEnd = fromMs > 0 && fromMs + lengthMs >= wholeMs;
  const lacks = beside ? counters.cpus.filter((cpu) => factsOf(beside.machine).ids <= cpu) : [];
  const { hz } = found.machine;
  const machine = beside && lacks.length === 0 ? { ...(hz && { hz }), ...beside.machine } : found.machine;
  const switches = Object.values(counters.switches).reduce((sum, one) => sum + one, 0);
  const named = found.release === null ? null : namedKernel(found.release);
  const lost = counters.lost_events ?? 0;
  const list = processes.slice(0, 4).map(([name, tasks]) => `${name} ${tasks}`);
  const shown = {
    file,
    found,
    machine,
    fromNs: (counters.first ?? 0) + Math.round(fromMs * MS),
    // The last event belongs to the window.
    lengthNs: Math.max(1, Math.round(lengthMs * MS)) + 1,
  };
  return (
    <>
      <h3 className="recording-title">
        {w(counters.cpus.length === 1 ? 'found.one' : 'found', {
          length: duration(length),
          cpus: counters.cpus.length,
        })}
      </h3>
      <p className="recording-quiet">
        {w(`form.${counters.form}`, { events: count(counters.events) })}
        {' · '}
        {named
          ? w('release', { release: found.release ?? '', kernel: named.kernel })
          : (found.release ?? w('release.none'))}
      </p>
      <ul className="recording-facts">
        <li>
          <b>{w('woken', { count: count(found.wakeups) })}</b>
          {found.known.wakers_unknown > 0 && w('woken.unknown', { count: count(found.known.wakers_unknown) })}
        </li>
        <li>
          <b>{w('switches', { count: count(switches) })}</b>
          {lost > 0 && w('lost', { count: count(lost) })}
        </li>
        <li>{w('tasks', { count: count(counters.tasks), list: list.join(t('lane.list')) })}</li>
        <li data-open={(!found.placed && machine === found.machine) || undefined}>
          {machine !== found.machine ? (
            w('machine.beside', { name: machine.name })
          ) : found.placed ? (
            <>
              {w('machine.head')} {lacks.length > 0 && w('machine.faulty', { cpus: lacks.join(t('lane.list')) })}
            </>
          ) : (
            <>
              <b>{w('machine.none')}</b>
              <br />
              {lacks.length > 0 ? w('machine.faulty', { cpus: lacks.join(t('lane.list')) }) : w('machine.none.how')}
              <Command text={shellCommands().lscpu} />
            </>
          )}
        </li>
      </ul>
      {found.notes.length > 0 && (
        <details className="recording-notes">
          <summary>
            {w('notes')} ({found.notes.length})
          </summary>
          <ul>
            {found.notes.map((note) => (
              <li key={note.sentence}>{saidInWords('note', note)}</li>
            ))}
          </ul>
        </details>
      )}
      {isBeginning ? (
        <p className="recording-quiet">{w('beginning', { mb: megabytes(found.bytes) })}</p>
      ) : (
        <>
          <fieldset className="recording-window">
            <legend>{w('window')}</legend>
            <Milliseconds label={w('window.from')} value={fromMs} most={wholeMs} onChange={setFromMs} />
            <Milliseconds label={w('window.length')} value={lengthMs} most={most} onChange={setLengthMs} />
            {isEnd && (
              <p className="recording-quiet">
                {w('window.last', { length: duration(Math.round(lengthMs * MS)), whole: duration(length) })}
              </p>
            )}
            {most * MS < length && <p className="recording-quiet">{w('window.long', { most: count(most, 1) })}</p>}
          </fieldset>
          <div className="dialog-actions recording-ways">
            <ReplayButton
              wanted={async () => {
                await keepFile(found.hash, file);
                return { file, recording: recordingOf(shown), machine };
              }}
            />
            <button type="button" className="button strong" onClick={() => void showRecording(shown)}>
              {w('show')}
            </button>
          </div>
        </>
      )}
    </>
  );
}

interface MillisecondsProps {
  readonly label: string;
  readonly value: number;
  readonly most: number;
  readonly onChange: (value: number) => void;
}

function Milliseconds({ label, value, most, onChange }: MillisecondsProps) {
  return (
    <label>
      {label}
      <input
        className="control"
        type="number"
        min={0}
        max={most}
        step="any"
        defaultValue={Number(value.toFixed(3))}
        onChange={({ target }) => onChange(Math.min(most, Math.max(0, target.valueAsNumber || 0)))}
      />
    </label>
  );
}
