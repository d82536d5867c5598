/** Where an assignment is opened, made and marked. */
import { type ReactNode, useState } from 'react';
import { ask, Refusal } from '../../engine/assignments';
import { Answers } from './Answers';
import type { ClassMachine } from './Believed';
import { Files } from './Files';
import { sentenceOf } from './faults';
import { HandOut, type Made as MadeOf } from './HandOut';
import { faultOf, openAssignment } from './store';
import { useWords } from './words';
import './assignment.css';

interface Props {
  readonly fault: string | null;
  readonly onEdit: () => void;
  readonly Machine: ClassMachine;
  /** Sheets of the acts, which are another room's. */
  readonly worksheets: ReactNode;
}

export function Open({ fault: before, onEdit, Machine, worksheets }: Props) {
  const w = useWords();
  const [fault, setFault] = useState(before);
  const open = async (file: File | undefined) => {
    if (!file) return;
    setFault(null);
    await openAssignment(await file.text()).catch((thrown) => setFault(faultOf(thrown)));
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
      <Made onEdit={onEdit} />
      <Answers Machine={Machine} />
      {worksheets}
    </main>
  );
}

/** Makes the key and the document for students. */
function Made({ onEdit }: Pick<Props, 'onEdit'>) {
  const w = useWords();
  const [made, setMade] = useState<MadeOf | null>(null);
  const [status, setStatus] = useState<string | null>(null);
  const make = async (file: File | undefined) => {
    if (!file) return;
    setMade(null);
    setStatus(w('running'));
    try {
      setMade(await ask<'key'>({ as: 'key', document: await file.text() }));
      setStatus(null);
    } catch (thrown) {
      setStatus(thrown instanceof Refusal ? sentenceOf(thrown.fault) : w('failed'));
    }
  };
  return (
    <section>
      <h2>{w('open.lecturer')}</h2>
      <p>
        <button type="button" className="button strong" onClick={onEdit}>
          {w('edit.begin')}
        </button>
      </p>
      <p>{w('open.key.about')}</p>
      <Files label={w('open.key')} onFiles={([file]) => void make(file)} />
      <p role="status">{status}</p>
      {made && <HandOut made={made} />}
    </section>
  );
}
