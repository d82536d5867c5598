/** The evidence in full: claims with their figures, and published tables. */
import { type ReactNode, useEffect, useState } from 'react';
import { Claims } from './Claims';
import { Marked } from './Marked';
import type { Act, ActHow, Published, Step } from './types';
import type { Read } from './useReadings';
import { useWords } from './words';
import './measured.css';

export interface HowProps {
  /** The act whose step it is. */
  readonly act: Act;
  readonly name: string;
  readonly step: Step;
  readonly read: Read;
  /** The measured figures may be shown. */
  readonly shown: boolean;
  /** The disclosure is open: tables are drawn then. */
  readonly open: boolean;
  readonly published: (tables: readonly Published[]) => ReactNode;
}

export function How({ act, name, step, read, shown, open, published }: HowProps) {
  const w = useWords();
  const words = useHow(act)?.[name];
  if (!words) return null;
  return (
    <>
      <p>
        <Marked text={words.how} figures={read.figures(name)} />
      </p>
      {shown && <Claims words={words.claims} readings={read.readings} />}
      {step.published && shown && open && (
        <section className="acts-published" aria-label={w('published')}>
          <h3>{w('published')}</h3>
          {published(step.published)}
        </section>
      )}
    </>
  );
}

/** Null until it is loaded. */
function useHow(act: Act): ActHow | null {
  const [how, setHow] = useState<Awaited<ReturnType<Act['how']>> | null>(null);
  const [failure, fail] = useState<{ readonly reason: unknown } | null>(null);
  useEffect(() => {
    let wanted = true;
    act.how().then(
      (loaded) => wanted && setHow(() => loaded),
      (reason: unknown) => wanted && fail({ reason }),
    );
    return () => {
      wanted = false;
    };
  }, [act]);
  if (failure) throw failure.reason;
  return how?.() ?? null;
}
