/** Codes of answers that no page has made. */
import { createHash } from 'node:crypto';
import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';

/** The code with other answers, whole by its hash. */
export function changed(code: string, change: (json: string) => string): string {
  const bytes = Buffer.from(code.replace(/^SPA1\./, '').replace(/\.\s*$/, ''), 'base64url');
  const json = strToU8(change(strFromU8(inflateSync(bytes.subarray(32)))));
  const hash = createHash('sha256').update(json).update(Uint8Array.of(0xff)).digest();
  return `SPA1.${Buffer.concat([hash, deflateSync(json)]).toString('base64url')}.`;
}
