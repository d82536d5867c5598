/** The dialogs that are a text to copy or a list to read: the link, the frame, the keys. */
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { actions, offered } from '../page/actions';
import { linkTo } from '../page/address';
import { Legend } from '../rooms/machine/Legend';
import { clockNs } from '../state/run';
import { look } from '../state/view';
import { Dialog } from '../ui/Dialog';
import { QR_BYTES, QrCode } from '../ui/QrCode';
import { useCopy } from '../ui/useCopy';
import { useT } from '../words';
import { count, moment } from '../words/format';

const close = () => look({ dialog: null });

function iframe(): string {
  const address = linkTo({ embed: true }).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return `<iframe src="${address}" width="960" height="540" style="border:0" allow="fullscreen"></iframe>`;
}

export function Embed() {
  return <Text title="action.embed" note="dialog.embed" text={iframe()} />;
}

interface TextProps {
  readonly title: 'action.share' | 'action.embed';
  readonly note: 'dialog.share' | 'dialog.embed';
  readonly text: string;
  readonly children?: ReactNode;
  readonly below?: ReactNode;
}

/** Something to copy: at once where the browser allows it, by hand elsewhere. */
function Text({ title, note, text, children, below }: TextProps) {
  const t = useT();
  const { copied, copy } = useCopy();
  const area = useRef<HTMLTextAreaElement>(null);
  const take = useCallback(async () => {
    if (!(await copy(text))) area.current?.select();
  }, [copy, text]);
  useEffect(() => void take(), [take]);
  return (
    <Dialog title={t(title)} closeLabel={t('action.close')} onClose={close}>
      <p>{t(note)}</p>
      <textarea ref={area} readOnly rows={3} value={text} aria-label={t(title)} onFocus={(e) => e.target.select()} />
      {children}
      <div className="dialog-actions">
        <span role="status">{copied !== null && t(copied ? 'dialog.copied' : 'dialog.copy.failed')}</span>
        <button type="button" className="button strong" onClick={() => void take()}>
          {t('action.copy')}
        </button>
      </div>
      {below}
    </Dialog>
  );
}

export function Share() {
  const t = useT();
  const [now] = useState(() => Math.floor(clockNs()));
  const [atNow, setAtNow] = useState(false);
  const link = linkTo(atNow ? { startNs: now } : {});
  const bytes = new TextEncoder().encode(link).length;
  const code =
    bytes > QR_BYTES ? (
      <p>{t('dialog.share.long', { bytes: count(bytes), most: count(QR_BYTES) })}</p>
    ) : (
      <QrCode text={link} label={t('dialog.share.code')} />
    );
  return (
    <Text title="action.share" note="dialog.share" text={link} below={code}>
      <label className="flag">
        <input type="checkbox" checked={atNow} onChange={({ target }) => setAtNow(target.checked)} />
        {t('dialog.share.now', { time: moment(now) })}
      </label>
      <button type="button" className="button" onClick={actions.notes.perform} aria-keyshortcuts={actions.notes.key}>
        {t('action.notes')} …
      </button>
    </Text>
  );
}

export function Keys() {
  const t = useT();
  return (
    <Dialog title={t('action.keys')} closeLabel={t('action.close')} onClose={close}>
      <div className="keys-dialog">
        <dl className="keys">
          {offered().map((action) => (
            <div key={action.name}>
              <dt>
                <kbd>{action.shown ?? action.key}</kbd>
              </dt>
              <dd>{t(action.name)}</dd>
            </div>
          ))}
        </dl>
        <Legend />
      </div>
    </Dialog>
  );
}
