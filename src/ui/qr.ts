/** A text as a QR code. */
import { encode } from 'uqr';

/** What the largest code holds (bytes of UTF-8). */
export const QR_BYTES = 2953;

/** Of at most `QR_BYTES`: its dark modules as a path, with so many light ones around it. */
export function qrOf(text: string, border: number): { readonly size: number; readonly path: string } {
  const { size, data } = encode(text, { ecc: 'L', boostEcc: true, border });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, path: dark.join('') };
}
