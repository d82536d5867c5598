/** A text that is being read, apart from the page. */
import { useEffect, useRef, useState } from 'react';
import { type Answer, type Found, type PileRead, readText, type Wanted } from '../../engine/own';
import { faultInWords } from './said';
import { ownWords as w } from './words';

/** A short text is read after this pause in typing (ms). */
const PAUSE_MS = 250;

/** What a browser says of a folder, and of a file that was moved, changed or protected since it was chosen. */
const UNREADABLE = /\b(NotReadable|NotFound|Security)Error\b/;

/** A text in angle brackets is taken for XML of lstopo: whether it is another one, as the source of a web page is. */
export const isMarkup = ({ file, name }: Found, { fault }: PileRead): boolean =>
  name === 'lstopo --of xml' && fault?.what.is === 'unknown' && fault.file === file;

/** The reason why a text was not read, in a sentence; null: it was read. */
export function faultOf(answer: Answer | null): string | null {
  if (answer === null) return null;
  if ('fault' in answer) return faultInWords(answer.fault);
  if (answer.kind !== 'pile' || !answer.read.fault) return null;
  const { read } = answer;
  return read.parts.some((part) => isMarkup(part, read)) ? w('markup') : faultInWords(answer.read.fault);
}

interface Reading {
  /** Null: nothing was read yet. */
  readonly answer: Answer | null;
  readonly reading: boolean;
  /** It could not be read: why, in a sentence. */
  readonly fault: string | null;
}

/** Texts that are read together: none. */
const ALONE: readonly Blob[] = [];

/**
 * Reads the input together with earlier texts, and again when these or the wanted kind change. `onAnswer` receives each
 * answer once.
 */
export function useReading(
  given: Blob | null,
  wanted: Wanted,
  onAnswer?: (answer: Answer) => void,
  before: readonly Blob[] = ALONE,
): Reading {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [reading, setReading] = useState(false);
  const hear = useRef(onAnswer);
  hear.current = onAnswer;
  const asked = JSON.stringify(wanted);
  useEffect(() => {
    setFailure(null);
    const texts = given === null ? before : [...before, given];
    setReading(texts.length > 0);
    if (texts.length === 0) {
      setAnswer(null);
      return;
    }
    const abort = new AbortController();
    const read = async () => {
      try {
        const next = await readText(texts, JSON.parse(asked), abort.signal);
        if (abort.signal.aborted) return;
        setAnswer(next);
        hear.current?.(next);
      } catch (thrown) {
        if (abort.signal.aborted) return;
        setAnswer(null);
        setFailure(w(UNREADABLE.test(String(thrown)) ? 'unreadable' : 'given.up'));
      }
      setReading(false);
    };
    const pause = setTimeout(() => void read(), PAUSE_MS);
    return () => {
      clearTimeout(pause);
      abort.abort();
    };
  }, [given, asked, before]);
  return { answer, reading, fault: failure ?? faultOf(answer) };
}
