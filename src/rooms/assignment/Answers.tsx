/** The answers of a class: marked here, in a table, with what the class believed. */
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { type Assignment, ask, type Graded, type Progress, Refusal, type Row } from '../../engine/assignments';
import { save } from '../../ui/export/files';
import { t } from '../../words';
import { Believed, type ClassMachine } from './Believed';
import { Files } from './Files';
import { sentenceOf } from './faults';
import { pointsOf } from './numbers';
import { RunLinks } from './RunLinks';
import { said } from './store';
import { useWords } from './words';

interface Marked extends Graded {
  /** The assignment as it was opened. */
  readonly document: string;
  readonly assignment: Assignment;
}

export function Answers({ Machine }: { readonly Machine: ClassMachine }) {
  const w = useWords();
  const [document, setDocument] = useState<File | null>(null);
  const [key, setKey] = useState<File | null>(null);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [pasted, setPasted] = useState('');
  const [due, setDue] = useState('');
  const [progress, setProgress] = useState<Progress | null>(null);
  const [status, setStatus] = useState<string | null>(null);
  const [marked, setMarked] = useState<Marked | null>(null);
  const running = useRef<AbortController | null>(null);
  const [id, idOfDue] = [useId(), useId()];
  const mark = async () => {
    if (!document || !key) return;
    const controller = new AbortController();
    running.current = controller;
    setStatus(null);
    setProgress({ done: 0, left: 0 });
    try {
      const text = await document.text();
      const given = await Promise.all(
        files.map(async (file) => ({ path: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
      );
      const typed = pasted.trim() === '' ? [] : [{ path: w('mark.paste'), bytes: new TextEncoder().encode(pasted) }];
      const { assignment } = await ask<'read'>({ as: 'read', document: text });
      const graded = await ask<'grade'>(
        {
          as: 'grade',
          document: text,
          key: await key.text(),
          files: [...given, ...typed],
          ...(due !== '' && { due: new Date(due).getTime() / 1000 }),
        },
        { signal: controller.signal, onProgress: setProgress },
      );
      if (assignment) setMarked({ ...graded, document: text, assignment });
      if (graded.rows.length === 0) setStatus(w('nothing'));
    } catch (thrown) {
      const isCancelled = controller.signal.aborted;
      setStatus(thrown instanceof Refusal ? sentenceOf(thrown.fault) : w(isCancelled ? 'cancelled' : 'failed'));
    }
    setProgress(null);
  };
  return (
    // Files can be dropped anywhere in it; a field does the same by key.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <section
      className="assignment-answers"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        // A field takes what is dropped on it.
        if (event.target instanceof HTMLInputElement) return;
        event.preventDefault();
        setFiles((before) => [...before, ...event.dataTransfer.files]);
      }}
    >
      <h2>{w('open.mark')}</h2>
      <Files label={w('mark.assignment')} onFiles={([file]) => setDocument(file ?? null)} />
      <Files label={w('mark.key')} onFiles={([file]) => setKey(file ?? null)} />
      <Files label={w('mark.files')} several onFiles={setFiles} />
      <p className="assignment-note">{w('mark.drop', { count: files.length })}</p>
      <p className="assignment-file">
        <label htmlFor={id}>{w('mark.paste')}</label>
        <textarea id={id} rows={3} value={pasted} onChange={({ target }) => setPasted(target.value)} />
      </p>
      <p className="assignment-file">
        <label htmlFor={idOfDue}>{w('mark.due')}</label>
        <input id={idOfDue} type="datetime-local" value={due} onChange={({ target }) => setDue(target.value)} />
      </p>
      <p className="assignment-buttons">
        <button
          type="button"
          className="button strong"
          disabled={!document || !key || progress !== null || (files.length === 0 && pasted.trim() === '')}
          onClick={() => void mark()}
        >
          {w('mark.start')}
        </button>
        {progress && (
          <>
            <progress
              value={progress.done}
              max={Math.max(1, progress.done + progress.left)}
              aria-label={w('running')}
            />
            <button type="button" className="button" onClick={() => running.current?.abort()}>
              {w('cancel')}
            </button>
          </>
        )}
      </p>
      <p role="status">{progress ? w('progress', { done: progress.done, left: progress.left }) : status}</p>
      {marked && marked.rows.length > 0 && <Result marked={marked} Machine={Machine} />}
    </section>
  );
}

interface ResultProps {
  readonly marked: Marked;
  readonly Machine: ClassMachine;
}

function Result({ marked: { document, assignment, rows, right, tables }, Machine }: ResultProps) {
  const w = useWords();
  const read = rows.filter((row) => row.marks.length > 0);
  const unread = rows.flatMap((row) => row.faults);
  const of = assignment.tasks.reduce((sum, task) => sum + task.points, 0);
  const average = read.reduce((sum, row) => sum + row.points, 0) / Math.max(1, read.length);
  const same = read.filter((row) => row.differs.length === 0).length;
  const csv = (system: 'moodle' | 'canvas') => save(new Blob([tables[system]], { type: 'text/csv' }), 'marks.csv');
  const top = useRef<HTMLDivElement>(null);
  // It is below the fields, which fill a window.
  useEffect(() => top.current?.scrollIntoView(), []);
  return (
    <div ref={top} className="assignment-result">
      <h3>
        {w(read.length === 1 ? (same === 1 ? 'answers.one' : 'answers.one.differs') : 'answers.of', {
          count: read.length,
          same,
        })}
      </h3>
      <p className="assignment-buttons">
        <button type="button" className="button" onClick={() => csv('moodle')}>
          {w('csv.moodle')}
        </button>
        <button type="button" className="button" onClick={() => csv('canvas')}>
          {w('csv.canvas')}
        </button>
      </p>
      {/* A scrolling region has to be reachable by key. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section className="assignment-table" tabIndex={0} aria-label={w('open.mark')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{w('student')}</th>
              {assignment.tasks.map((task, i) => (
                <th scope="col" key={said(task.title)} title={said(task.title)}>
                  {i + 1} <small>/ {task.points}</small>
                </th>
              ))}
              <th scope="col">
                {w('sum')} <small>/ {of}</small>
              </th>
              <th scope="col">{w('replayed')}</th>
            </tr>
          </thead>
          <tbody>
            {read.map((row) => (
              <Student
                key={`${row.name} ${row.number} ${row.file}`}
                document={document}
                assignment={assignment}
                row={row}
              />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{w('average')}</th>
              {assignment.tasks.map((task, i) => (
                <td key={said(task.title)}>{meanOf(read, i)}</td>
              ))}
              <td>{average.toFixed(1)}</td>
              <td />
            </tr>
          </tfoot>
        </table>
      </section>
      {unread.length > 0 && (
        <>
          <h3>{w('unread')}</h3>
          <ul className="assignment-unread">
            {unread.map((fault) => (
              <li key={`${fault.file} ${fault.sentence}`}>
                {fault.file}: {sentenceOf(fault)}
              </li>
            ))}
          </ul>
        </>
      )}
      <Believed assignment={assignment} rows={read} right={right} Machine={Machine} />
    </div>
  );
}

/** The mean of the points of a question. */
function meanOf(rows: readonly Row[], task: number): string {
  const points = rows.flatMap((row) => row.marks[task]?.points ?? []);
  return points.length === 0 ? '–' : (points.reduce((sum, one) => sum + one, 0) / points.length).toFixed(1);
}

interface StudentProps extends Pick<Marked, 'document' | 'assignment'> {
  readonly row: Row;
}

function Student({ document, assignment, row }: StudentProps) {
  const w = useWords();
  const of = assignment.tasks.map(({ points }) => points);
  const answers = useMemo(() => row.marks.map((mark, i) => ({ value: row.answers[i] ?? null, mark })), [row]);
  const ran = row.marks.some(({ replay }) => replay !== 'none');
  const notes = [
    row.differs.length > 0
      ? w('replay.differs', { questions: row.differs.join(t('lane.list')) })
      : w(ran ? 'replay.same' : 'replay.none'),
    ...(row.same_as.length > 0 ? [w('same', { names: row.same_as.join(t('lane.list')) })] : []),
    ...row.same_schedulers.map(({ question, names }) =>
      w('same.scheduler', { question, names: names.join(t('lane.list')) }),
    ),
    ...(row.is_late ? [w('late')] : []),
    ...(row.is_empty ? [w('empty')] : []),
  ];
  return (
    <tr data-differs={row.differs.length + row.same_as.length + row.same_schedulers.length > 0}>
      <th scope="row">{row.name}</th>
      {row.marks.map((mark, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the questions keep their order
        <td key={i} data-full={mark.points === of[i]}>
          {mark.points === null ? '–' : pointsOf(mark.points)}
        </td>
      ))}
      <td>
        <meter
          className="assignment-sum"
          aria-hidden="true"
          value={row.points}
          max={of.reduce((sum, one) => sum + one, 0)}
        />{' '}
        <b>{pointsOf(row.points)}</b>
      </td>
      <td>
        {notes.join(' · ')}
        <RunLinks document={document} assignment={assignment} answers={answers} number={row.number} />
      </td>
    </tr>
  );
}
