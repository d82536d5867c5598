/** The hand-in: a name, and a code or a file. It is possible at any time. */
import { useId, useState } from 'react';
import { Refusal } from '../../engine/assignments';
import { save } from '../../ui/export/files';
import { useCopy } from '../../ui/useCopy';
import { sentenceOf } from './faults';
import { RunLinks } from './RunLinks';
import { assignmentStore, codeOf, contentOf, MOST_CODE, MOST_NAME, MOST_NUMBER, setWho, useAssignment } from './store';
import { useWords } from './words';

export function HandIn() {
  const w = useWords();
  const { name, number, assignment, document, answers, codeLength } = useAssignment((state) => state);
  const [made, setMade] = useState<{ readonly code: string; readonly of: readonly unknown[] } | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const { copied, copy } = useCopy();
  const ids = [useId(), useId(), useId()] as const;
  const attempts = assignment?.attempts ?? 0;
  // The code of earlier answers is not handed in.
  const code = made && [answers, name, number].every((one, i) => one === made.of[i]) ? made.code : null;
  const isFile = code !== null && code.length > MOST_CODE;
  const make = async () => {
    setFault(null);
    setMade(null);
    try {
      const code = await codeOf();
      const { hasWords, hasScheduler } = contentOf({ assignment, answers });
      if (code.length > MOST_CODE && hasWords && !hasScheduler) assignmentStore.setState({ codeLength: code.length });
      else setMade({ code, of: [answers, name, number] });
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
        {codeLength !== null && codeLength > MOST_CODE && (
          <p className="assignment-fault">{w('code.over', { count: codeLength, most: MOST_CODE })}</p>
        )}
        {fault && <p className="assignment-fault">{fault}</p>}
        {code && (
          <>
            <p>{isFile ? w('code.long', { count: code.length }) : w('code.about')}</p>
            {!isFile && (
              <>
                <label htmlFor={ids[2]}>{w('code')}</label>
                <textarea id={ids[2]} className="assignment-code" rows={3} readOnly value={code} />
              </>
            )}
            <p className="assignment-buttons">
              {!isFile && (
                <button type="button" className="button" onClick={() => void copy(code)}>
                  {copied === null ? w('copy') : copied ? w('copied') : w('copy.failed')}
                </button>
              )}
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
