import { useEffect, useState } from 'react';
import { whenIdle } from '../engine/idle';
import { useT } from '../words';

type MeaningOf = typeof import('../words/glossary').meaningOf;

/** What a word of the kernel means, once that is there. */
export function useMeaning(word: string): string | undefined {
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
  return meaningOf?.(word);
}

/** A word of the kernel in what is pressed itself: what it means shows where the pointer rests; elsewhere it is a `Term`. */
export function Word({ of: word, children }: { of: string; children?: string }) {
  return <abbr title={useMeaning(word)}>{children ?? word}</abbr>;
}
