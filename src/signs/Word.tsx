import { useEffect, useState } from 'react';
import { whenIdle } from '../engine/idle';
import { useT } from '../words';

type MeaningOf = typeof import('../words/glossary').meaningOf;

/** A word of the kernel: itself in both languages, with what it means where the pointer rests. */
export function Word({ of: word, children }: { of: string; children?: string }) {
  useT();
  const [meaningOf, setMeaningOf] = useState<MeaningOf | null>(null);
  useEffect(() => {
    let shown = true;
    void whenIdle()
      .then(() => import('../words/glossary'))
      .then(({ meaningOf }) => shown && setMeaningOf(() => meaningOf))
      // The word is read without it, too.
      .catch(() => {});
    return () => {
      shown = false;
    };
  }, []);
  return <abbr title={meaningOf?.(word)}>{children ?? word}</abbr>;
}
