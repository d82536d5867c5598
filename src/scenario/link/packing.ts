/** What is too long to be read is packed: JSON, deflated, base64url. What packs is loaded when a link needs it. */
import { DOCUMENT } from '../generated/limits';

let flate: Pick<typeof import('fflate'), 'deflateSync' | 'inflateSync'> | null = null;

/** Loads what packs. A link with a packed part is read after it; until then everything is written out. */
export async function loadPacking(): Promise<void> {
  const { deflateSync, inflateSync } = await import('fflate');
  flate ??= { deflateSync, inflateSync };
}

export const canPack = (): boolean => flate !== null;

/** Whether a fragment has a packed part. */
export const isPacked = (fragment: string): boolean => /[#&](x=|w=rtapp)/.test(fragment);

/** Flips, costs, forks and notes up to this many are written out; more are packed. */
const READABLE = 4;
export const isFew = (count: number): boolean => flate === null || count <= READABLE;

const base64url = {
  write: (bytes: Uint8Array): string =>
    btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', ''),
  read: (text: string): Uint8Array =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0)),
};

function loaded() {
  if (flate === null) throw new Error('what packs is not loaded');
  return flate;
}

export const pack = (value: object): string =>
  base64url.write(loaded().deflateSync(new TextEncoder().encode(JSON.stringify(value))));

/** Throws where the text is damaged or unfolds to more than a document may have. */
export function unpack(text: string): unknown {
  const bytes = loaded().inflateSync(base64url.read(text), { out: new Uint8Array(DOCUMENT.bytes) });
  return JSON.parse(new TextDecoder().decode(bytes));
}
