import { useEffect, useState } from 'react';
import { whenIdle } from '../engine/idle';
import { useT } from '../words';

type MeaningOf = typeof import('../words/glossary').meaningOf;

/** The meaning of a kernel term, once it is loaded. */
export function useMeaning(word: string): string | undefined {
  useT();
  const [meaningOf, setMeaningOf] = useState<MeaningOf | null>(null);
  useEffect(() => {
    let shown = true;
    void whenIdle()
      .then(() => import('../words/glossary'))
      .then(({ meaningOf }) => shown && setMeaningOf(() => meaningOf))
      // The term is readable without its meaning.
      .catch(() => {});
    return () => {
      shown = false;
    };
  }, []);
  return meaningOf?.(word);
}

/** A kernel term inside a button: its meaning is a tooltip. Elsewhere use `Term`. */
export function Word({ of: word, children }: { of: string; children?: string }) {
  return <abbr title={useMeaning(word)}>{children ?? word}</abbr>;
}
