/** What a lecturer gets: the key, and the assignment for students as a document, a link and a package. */
import { useCallback, useState } from 'react';
import type { Assignment, Value } from '../../engine/assignments';
import { save } from '../../ui/export/files';
import { useCopy } from '../../ui/useCopy';
import { linkOf } from './link';
import { Sheet } from './Sheet';
import { packageOf, pageInOneFile } from './scorm';
import { useWords } from './words';

export interface Made {
  readonly key: { readonly right: readonly Value[] };
  readonly handed_out: Assignment;
}

export const json = (value: object) => new Blob([`${JSON.stringify(value, null, 2)}\n`], { type: 'application/json' });

export function HandOut({ made: { key, handed_out } }: { readonly made: Made }) {
  const w = useWords();
  const { copied, copy } = useCopy();
  const [status, setStatus] = useState<string | null>(null);
  const [printing, setPrinting] = useState<'sheet' | 'solutions' | null>(null);
  const printed = useCallback(() => setPrinting(null), []);
  const packed = async () => {
    setStatus(null);
    const page = await pageInOneFile();
    if (page === null) return setStatus(w('scorm.none'));
    save(new Blob([await packageOf(handed_out, page)], { type: 'application/zip' }), `${handed_out.id}-scorm.zip`);
  };
  return (
    <>
      <p className="assignment-buttons">
        <button type="button" className="button strong" onClick={() => save(json(key), `${handed_out.id}-key.json`)}>
          {w('key.save')}
        </button>
        <button type="button" className="button" onClick={() => save(json(handed_out), `${handed_out.id}.json`)}>
          {w('students.save')}
        </button>
        <button type="button" className="button" onClick={() => void linkOf(handed_out).then(copy)}>
          {copied === null ? w('students.link') : copied ? w('copied') : w('copy.failed')}
        </button>
        <button type="button" className="button" onClick={() => void packed()}>
          {w('scorm.save')}
        </button>
        <button type="button" className="button" onClick={() => setPrinting('sheet')}>
          {w('sheet.print')}
        </button>
        <button type="button" className="button" onClick={() => setPrinting('solutions')}>
          {w('sheet.print.solutions')}
        </button>
      </p>
      <p role="status">{status}</p>
      {printing && (
        <Sheet
          key={printing}
          assignment={handed_out}
          right={printing === 'solutions' ? key.right : null}
          onPrinted={printed}
        />
      )}
    </>
  );
}
