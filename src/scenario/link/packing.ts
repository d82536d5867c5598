/** Packing of long values: JSON, deflated, base64url. The compressor is loaded when a link needs it. */
import { DOCUMENT } from '../generated/limits';

let flate: Pick<typeof import('fflate'), 'deflateSync' | 'inflateSync'> | null = null;

/** Loads the compressor. Links with packed parts are decoded after it; until then nothing is packed. */
export async function loadPacking(): Promise<void> {
  const { deflateSync, inflateSync } = await import('fflate');
  flate ??= { deflateSync, inflateSync };
}

export const canPack = (): boolean => flate !== null;

/** Whether a fragment has a packed part. */
export const isPacked = (fragment: string): boolean => /[#&](x=|ext=|w=rtapp)/.test(fragment);

/** The most flips, costs, forks and notes that are not packed. */
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

/** Throws if the text is damaged, or inflates to more bytes than a document can have. */
export function unpack(text: string): unknown {
  const bytes = loaded().inflateSync(base64url.read(text), { out: new Uint8Array(DOCUMENT.bytes) });
  return JSON.parse(new TextDecoder().decode(bytes));
}
