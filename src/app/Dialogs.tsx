import { useCallback, useEffect, useRef, useState } from 'react';
import { useT } from '../i18n';
import { Legend } from '../machine/Legend';
import { look, useView } from '../state/view';
import { Dialog } from '../ui/Dialog';
import { type Action, actions } from './actions';
import { linkTo } from './address';

const close = () => look({ dialog: null });

export function Dialogs() {
  const dialog = useView((view) => view.dialog);
  switch (dialog) {
    case 'keys':
      return <Keys />;
    case 'share':
      return <Text title="action.share" note="dialog.share" text={linkTo()} />;
    case 'embed':
      return <Text title="action.embed" note="dialog.embed" text={iframe()} />;
    case null:
      return null;
  }
}

function iframe(): string {
  const address = linkTo({ embed: true }).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return `<iframe src="${address}" width="960" height="540" style="border:0" allow="fullscreen"></iframe>`;
}

interface TextProps {
  readonly title: 'action.share' | 'action.embed';
  readonly note: 'dialog.share' | 'dialog.embed';
  readonly text: string;
}

/** Something to copy: at once where the browser allows it, by hand elsewhere. */
function Text({ title, note, text }: TextProps) {
  const t = useT();
  const [copied, setCopied] = useState<boolean | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const copy = useCallback(async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      area.current?.select();
      setCopied(false);
    }
  }, [text]);
  useEffect(() => void copy(), [copy]);
  return (
    <Dialog title={t(title)} closeLabel={t('action.close')} onClose={close}>
      <p>{t(note)}</p>
      <textarea ref={area} readOnly rows={3} value={text} aria-label={t(title)} onFocus={(e) => e.target.select()} />
      <div className="dialog-actions">
        <span role="status">{copied !== null && t(copied ? 'dialog.copied' : 'dialog.copy.failed')}</span>
        <button type="button" className="button strong" onClick={() => void copy()}>
          {t('action.copy')}
        </button>
      </div>
    </Dialog>
  );
}

function Keys() {
  const t = useT();
  return (
    <Dialog title={t('action.keys')} closeLabel={t('action.close')} onClose={close}>
      <div className="keys-dialog">
        <dl className="keys">
          {(Object.values(actions) as Action[]).map((action) => (
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
