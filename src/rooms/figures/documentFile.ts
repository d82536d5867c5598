/** A scenario document from a person: checks its size and its kind before it is parsed. */
import { DOCUMENT } from '../../scenario/generated/limits';
import type { Fault, FieldError } from '../../scenario/generated/types';

const whole = (fault: Fault): FieldError => ({ field: '', value: '', fault, message: '' });

const tooLarge = whole({ kind: 'too_large', most: DOCUMENT.bytes });

/** The error of a text before it is parsed; null: none. A character has one byte or more. */
export const textFault = (text: string): FieldError | null => (text.length > DOCUMENT.bytes ? tooLarge : null);

/** The text of a file, or why it is none. */
export async function textOf(file: Blob): Promise<string | FieldError> {
  if (file.size > DOCUMENT.bytes) return tooLarge;
  const buffer = await file.arrayBuffer().catch(() => null);
  if (buffer === null) return whole({ kind: 'not_utf8' });
  const bytes = new Uint8Array(buffer);
  const [first, second] = bytes;
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (isMarked || first === 0 || second === 0) return whole({ kind: 'utf16' });
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.startsWith('\ufeff') ? whole({ kind: 'byte_order_mark' }) : text;
  } catch {
    return whole({ kind: 'not_utf8' });
  }
}
