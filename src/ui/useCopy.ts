import { useCallback, useState } from 'react';

/** Copies a text to the clipboard; `copied`: whether the browser allowed it, null before. */
export function useCopy() {
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = useCallback(async (text: string): Promise<boolean> => {
    let done = true;
    try {
      // Over plain HTTP there is no clipboard.
      await navigator.clipboard.writeText(text);
    } catch {
      done = false;
    }
    setCopied(done);
    return done;
  }, []);
  return { copied, copy };
}
