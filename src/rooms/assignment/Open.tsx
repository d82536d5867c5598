/** Where an assignment is opened, made and marked. */
import { useState } from 'react';
import { ask, Refusal } from '../../engine/assignments';
import { save } from '../../ui/export/files';
import { useCopy } from '../../ui/useCopy';
import { Answers } from './Answers';
import { Files } from './Files';
import { linkOf } from './link';
import { openAssignment } from './store';
import { useWords } from './words';
import './assignment.css';

const json = (value: object) => new Blob([`${JSON.stringify(value, null, 2)}\n`], { type: 'application/json' });

const sentence = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : '');

export function Open({ fault: before }: { readonly fault: string | null }) {
  const w = useWords();
  const [fault, setFault] = useState(before);
  const open = async (file: File | undefined) => {
    if (!file) return;
    setFault(null);
    await openAssignment(await file.text()).catch((thrown) => setFault(w('faulty', { fault: sentence(thrown) })));
  };
  return (
    <main className="assignment-open">
      <h1>{w('open.title')}</h1>
      <section>
        <h2>{w('open.student')}</h2>
        <p>{w('open.student.about')}</p>
        <Files label={w('open.file')} onFiles={([file]) => void open(file)} />
        {fault !== null && (
          <p role="alert" className="assignment-fault">
            {fault}
          </p>
        )}
      </section>
      <Made />
      <Answers />
    </main>
  );
}

/** Makes the key and the document for students. */
function Made() {
  const w = useWords();
  const [made, setMade] = useState<{ readonly key: object; readonly handed_out: object } | null>(null);
  const [status, setStatus] = useState<string | null>(null);
  const { copied, copy } = useCopy();
  const make = async (file: File | undefined) => {
    if (!file) return;
    setMade(null);
    setStatus(w('running'));
    try {
      setMade(await ask<'key'>({ as: 'key', document: await file.text() }));
      setStatus(null);
    } catch (thrown) {
      setStatus(thrown instanceof Refusal ? thrown.message : w('failed'));
    }
  };
  return (
    <section>
      <h2>{w('open.lecturer')}</h2>
      <p>{w('open.key.about')}</p>
      <Files label={w('open.key')} onFiles={([file]) => void make(file)} />
      <p role="status">{status}</p>
      {made && (
        <p className="assignment-buttons">
          <button type="button" className="button strong" onClick={() => save(json(made.key), 'key.json')}>
            {w('key.save')}
          </button>
          <button type="button" className="button" onClick={() => save(json(made.handed_out), 'students.json')}>
            {w('students.save')}
          </button>
          <button type="button" className="button" onClick={() => void linkOf(made.handed_out).then(copy)}>
            {copied ? w('copied') : w('students.link')}
          </button>
        </p>
      )}
    </section>
  );
}
