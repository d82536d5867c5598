/** A text that is being read, apart from the page. */
import { useEffect, useRef, useState } from 'react';
import { type Answer, readText, type Wanted } from '../../engine/own';
import { faultInWords } from './said';
import { ownWords as w } from './words';

/** A short text is read after this pause in typing (ms). */
const PAUSE_MS = 250;

/** The reason why a text was not read, in a sentence; null: it was read. */
export const faultOf = (answer: Answer | null): string | null =>
  answer !== null && 'fault' in answer ? faultInWords(answer.fault) : null;

interface Reading {
  /** Null: nothing was read yet. */
  readonly answer: Answer | null;
  readonly reading: boolean;
  /** It could not be read: why, in a sentence. */
  readonly fault: string | null;
}

/** Reads the input, and again when the wanted kind changes. `onAnswer` receives each answer once. */
export function useReading(given: Blob | null, wanted: Wanted, onAnswer?: (answer: Answer) => void): Reading {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [givenUp, setGivenUp] = useState(false);
  const [reading, setReading] = useState(false);
  const hear = useRef(onAnswer);
  hear.current = onAnswer;
  const asked = JSON.stringify(wanted);
  useEffect(() => {
    setGivenUp(false);
    setReading(given !== null);
    if (given === null) {
      setAnswer(null);
      return;
    }
    const abort = new AbortController();
    const read = async () => {
      try {
        const next = await readText(given, JSON.parse(asked), abort.signal);
        if (abort.signal.aborted) return;
        setAnswer(next);
        hear.current?.(next);
      } catch {
        if (abort.signal.aborted) return;
        setAnswer(null);
        setGivenUp(true);
      }
      setReading(false);
    };
    const pause = setTimeout(() => void read(), PAUSE_MS);
    return () => {
      clearTimeout(pause);
      abort.abort();
    };
  }, [given, asked]);
  return { answer, reading, fault: givenUp ? w('given.up') : faultOf(answer) };
}
