/** The link to copy, and as a QR code. */
import { useState } from 'react';
import { actions } from '../../page/actions';
import { linkTo } from '../../page/address';
import { clockNs } from '../../state/run';
import { QR_BYTES, QrCode } from '../../ui/QrCode';
import { useT } from '../../words';
import { count, moment } from '../../words/format';
import { localTo } from './local';
import { TextDialog } from './TextDialog';
import { useWords } from './words';

export function Share() {
  const t = useT();
  const words = useWords();
  const [now] = useState(() => Math.floor(clockNs()));
  const [atNow, setAtNow] = useState(false);
  const moments = atNow ? { startNs: now } : {};
  return (
    <TextDialog
      title={t('action.share')}
      note={words('share')}
      text={linkTo(moments)}
      // What suits the room's projector does not suit a phone.
      below={<Code link={linkTo({ ...moments, theme: null })} />}
    >
      <label className="flag">
        <input type="checkbox" checked={atNow} onChange={({ target }) => setAtNow(target.checked)} />
        {words('share.now', { time: moment(now) })}
      </label>
      <button type="button" className="button" onClick={actions.notes.perform} aria-keyshortcuts={actions.notes.key}>
        {t('action.notes')} …
      </button>
    </TextDialog>
  );
}

function Code({ link }: { link: string }) {
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
