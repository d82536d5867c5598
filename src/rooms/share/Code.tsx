/** A link as a QR code, or the reason why it has none. */
import { QrCode } from '../../ui/QrCode';
import { QR_BYTES } from '../../ui/qr';
import { count } from '../../words/format';
import { localTo } from './local';
import { useWords } from './words';

export function Code({ link }: { readonly link: string }) {
  const words = useWords();
  const bytes = new TextEncoder().encode(link).length;
  if (bytes > QR_BYTES) return <p>{words('share.long', { bytes: count(bytes), most: count(QR_BYTES) })}</p>;
  const local = localTo(link);
  return (
    <>
      {local === 'file' && <p>{words('share.file')}</p>}
      {local === 'network' && <p>{words('share.local', { host: new URL(link).host })}</p>}
      <QrCode text={link} label={words('share.code')} />
    </>
  );
}
