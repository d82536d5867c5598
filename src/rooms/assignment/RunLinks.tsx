/** Links to the runs of a student's answers, and the hashes over their events. */
import { useEffect, useState } from 'react';
import type { Assignment } from '../../engine/assignments';
import { type Answered, linksOf, type RunLink } from './runs';
import { useWords } from './words';

interface Props {
  readonly document: string;
  readonly assignment: Assignment;
  /** One for each task; the same list as long as nothing changes. */
  readonly answers: readonly Answered[];
  readonly number: string;
}

export function RunLinks({ document, assignment, answers, number }: Props) {
  const w = useWords();
  const [isOpen, setOpen] = useState(false);
  const [links, setLinks] = useState<readonly RunLink[] | 'failed' | null>(null);
  useEffect(() => {
    if (!isOpen) return;
    let isOver = false;
    const put = (next: readonly RunLink[] | 'failed') => !isOver && setLinks(next);
    linksOf(document, answers, number).then(put, () => put('failed'));
    return () => {
      isOver = true;
    };
  }, [isOpen, document, answers, number]);
  if (!answers.some(({ mark }) => mark?.runs)) return null;
  const nameOf = ({ task, at }: RunLink) => {
    const ask = assignment.tasks[task]?.ask;
    if (at === null || ask?.kind !== 'curve') return w('runs.question', { at: task + 1 });
    const value = `${ask.field.split('.').at(-1)} = ${ask.values[at]}`;
    return w('runs.value', { at: task + 1, value });
  };
  return (
    <details className="assignment-runs" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{w('runs')}</summary>
      {links === 'failed' && <p>{w('failed')}</p>}
      {Array.isArray(links) && (
        <>
          <p className="assignment-note">{w('runs.about')}</p>
          <ul>
            {links.map((link) => (
              <li key={`${link.task} ${link.at}`}>
                <a href={link.href} target="_blank" rel="noreferrer">
                  {nameOf(link)}
                </a>{' '}
                <code>{link.hash}</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </details>
  );
}
