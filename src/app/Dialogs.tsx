import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useT } from '../i18n';
import { Legend } from '../machine/Legend';
import { clockNs } from '../state/run';
import { useScenario } from '../state/scenario';
import { type Dialog as DialogName, look, useView } from '../state/view';
import { Dialog } from '../ui/Dialog';
import { moment } from '../ui/format';
import { type Action, actions } from './actions';
import { linkTo } from './address';
import { laneWords } from './laneWords';
import { Settings } from './Settings';
import { useCopy } from './useCopy';

const close = () => look({ dialog: null });

// None is needed at first sight.
const Figures = lazy(async () => ({ default: (await import('./Figures')).Figures }));
const Model = lazy(async () => ({ default: (await import('./Model')).Model }));
const Rules = lazy(async () => ({ default: (await import('./Rules')).Rules }));
const PanelDialog = lazy(async () => ({ default: (await import('./Panels')).PanelDialog }));
const NotesDialog = lazy(async () => ({ default: (await import('./Notes')).NotesDialog }));
const Truth = lazy(async () => ({ default: (await import('../truth/Truth')).Truth }));

function Many() {
  useT();
  const document = useScenario((state) => state.document);
  const lanes = document.lanes.map((lane) => laneWords(lane, document));
  return <Truth lanes={lanes} onClose={close} />;
}

export function Dialogs() {
  const dialog = useView((view) => view.dialog);
  return <Suspense fallback={null}>{dialog && <One dialog={dialog} />}</Suspense>;
}

function One({ dialog }: { dialog: DialogName }) {
  switch (dialog) {
    case 'keys':
      return <Keys />;
    case 'share':
      return <Share />;
    case 'embed':
      return <Text title="action.embed" note="dialog.embed" text={iframe()} />;
    case 'figures':
      return <Figures />;
    case 'settings':
      return <Settings />;
    case 'many':
      return <Many />;
    case 'model':
      return <Model />;
    case 'rules':
      return <Rules />;
    case 'panel':
      return <PanelDialog />;
    case 'notes':
      return <NotesDialog />;
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
  readonly children?: ReactNode;
}

/** Something to copy: at once where the browser allows it, by hand elsewhere. */
function Text({ title, note, text, children }: TextProps) {
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
    </Dialog>
  );
}

function Share() {
  const t = useT();
  const [now] = useState(() => Math.floor(clockNs()));
  const [atNow, setAtNow] = useState(false);
  return (
    <Text title="action.share" note="dialog.share" text={linkTo(atNow ? { startNs: now } : {})}>
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
