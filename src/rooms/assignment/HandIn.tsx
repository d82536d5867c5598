/** The hand-in: a name, and a code or a file. It is possible at any time. */
import { useId, useState } from 'react';
import { Refusal } from '../../engine/assignments';
import { save } from '../../ui/export/files';
import { useCopy } from '../../ui/useCopy';
import { sentenceOf } from './faults';
import { RunLinks } from './RunLinks';
import { codeOf, MOST_NAME, MOST_NUMBER, setWho, useAssignment } from './store';
import { useWords } from './words';

/** The most characters of a code that fits into the forms of course systems. */
const MOST_CHARACTERS = 2000;

export function HandIn() {
  const w = useWords();
  const { name, number, assignment, document, answers } = useAssignment((state) => state);
  const [code, setCode] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const { copied, copy } = useCopy();
  const ids = [useId(), useId(), useId()] as const;
  const attempts = assignment?.attempts ?? 0;
  const make = async () => {
    setFault(null);
    setCode(null);
    try {
      setCode(await codeOf());
    } catch (thrown) {
      setFault(thrown instanceof Refusal ? sentenceOf(thrown.fault) : w('failed'));
    }
  };
  return (
    <section className="assignment-hand-in">
      <h3>
        {w('hand.in')} <small>{attempts === 0 ? w('hand.when') : w('hand.when.few', { attempts })}</small>
      </h3>
      <div className="assignment-who">
        <label htmlFor={ids[0]}>{w('name')}</label>
        <input
          id={ids[0]}
          value={name}
          autoComplete="name"
          maxLength={MOST_NAME}
          onChange={({ target }) => setWho({ name: target.value })}
        />
        <label htmlFor={ids[1]}>{w('number')}</label>
        <input
          id={ids[1]}
          value={number}
          maxLength={MOST_NUMBER}
          onChange={({ target }) => setWho({ number: target.value })}
        />
        <button type="button" className="button" disabled={name.trim() === ''} onClick={() => void make()}>
          {w('make')}
        </button>
      </div>
      <div role="status">
        {fault && <p className="assignment-fault">{fault}</p>}
        {code && (
          <>
            <p>{code.length > MOST_CHARACTERS ? w('code.long', { count: code.length }) : w('code.about')}</p>
            <label htmlFor={ids[2]}>{w('code')}</label>
            <textarea id={ids[2]} className="assignment-code" rows={3} readOnly value={code} />
            <p className="assignment-buttons">
              <button type="button" className="button" onClick={() => void copy(code)}>
                {copied === null ? w('copy') : copied ? w('copied') : w('copy.failed')}
              </button>
              <button
                type="button"
                className="button"
                onClick={() => save(new Blob([`${code}\n`], { type: 'text/plain' }), 'answers.txt')}
              >
                {w('save')}
              </button>
            </p>
          </>
        )}
      </div>
      {assignment && <RunLinks document={document} assignment={assignment} answers={answers} number={number} />}
    </section>
  );
}
