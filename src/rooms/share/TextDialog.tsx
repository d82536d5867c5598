import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { look } from '../../state/view';
import { Dialog } from '../../ui/Dialog';
import { useCopy } from '../../ui/useCopy';
import { useT } from '../../words';

interface TextDialogProps {
  readonly title: string;
  readonly note: string;
  readonly text: string;
  readonly children?: ReactNode;
  readonly below?: ReactNode;
}

/** A text to copy: with a button if the browser allows it, else by hand. */
export function TextDialog({ title, note, text, children, below }: TextDialogProps) {
  const t = useT();
  const { copied, copy } = useCopy();
  const area = useRef<HTMLTextAreaElement>(null);
  const take = useCallback(async () => {
    if (!(await copy(text))) area.current?.select();
  }, [copy, text]);
  useEffect(() => void take(), [take]);
  return (
    <Dialog title={title} closeLabel={t('action.close')} onClose={() => look({ dialog: null })}>
      <p>{note}</p>
      <textarea ref={area} readOnly rows={4} value={text} aria-label={title} onFocus={(e) => e.target.select()} />
      {children && <div className="dialog-more">{children}</div>}
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
