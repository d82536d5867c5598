/** A text as a QR code. */
import { encode } from 'uqr';

/** Capacity of the largest code (bytes of UTF-8). */
export const QR_BYTES = 2953;

/** The dark modules of a text of at most `QR_BYTES` as a path, with `border` light modules around them. */
export function qrOf(text: string, border: number): { readonly size: number; readonly path: string } {
  const { size, data } = encode(text, { ecc: 'L', boostEcc: true, border });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, path: dark.join('') };
}
