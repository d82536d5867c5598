import { hasMessage, useT } from '../i18n';

/** A word of the kernel: itself in both languages, with what it means where the pointer rests. */
export function Word({ of: word, children }: { of: string; children?: string }) {
  const t = useT();
  const key = `word.${word}`;
  return <abbr title={hasMessage(key) ? t(key) : undefined}>{children ?? word}</abbr>;
}
