import { useCallback, useState } from 'react';

/** Puts a text on the clipboard; `copied` says whether the browser allowed it, null before. */
export function useCopy() {
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = useCallback(async (text: string): Promise<boolean> => {
    const done = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    setCopied(done);
    return done;
  }, []);
  return { copied, copy };
}
