import { useMemo } from 'react';
import { encode } from 'uqr';
import './qr-code.css';

/** Light modules around the code, without which cameras do not find it. */
const QUIET = 4;
/** What the largest code holds (bytes of UTF-8). */
export const QR_BYTES = 2953;

interface QrCodeProps {
  readonly text: string;
  readonly label: string;
}

/** A text as a QR code: dark on light in every theme, as cameras expect it. Of at most `QR_BYTES`. */
export function QrCode({ text, label }: QrCodeProps) {
  const { size, path } = useMemo(() => {
    const { size, data } = encode(text, { ecc: 'L', boostEcc: true, border: QUIET });
    const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { size, path: dark.join('') };
  }, [text]);
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
