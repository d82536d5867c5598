import { useMemo } from 'react';
import { qrOf } from './qr';
import './qr-code.css';

/** The quiet zone (modules), which cameras need to find the code. */
const QUIET = 4;

interface QrCodeProps {
  readonly text: string;
  readonly label: string;
}

/** A text of at most `QR_BYTES` as a QR code: dark on light in every theme, as cameras expect. */
export function QrCode({ text, label }: QrCodeProps) {
  const { size, path } = useMemo(() => qrOf(text, QUIET), [text]);
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
