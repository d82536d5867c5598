import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Icon } from './Icon';
import './dialog.css';

export interface DialogProps {
  readonly title: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A modal dialog. It is a `<dialog>`, so the browser handles focus, Esc and the backdrop. */
export function Dialog({ title, closeLabel, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const shown = dialog.current;
    const before = document.activeElement;
    shown?.showModal();
    return () => {
      // If a dialog is unmounted while open, such as when another replaces it, the browser restores no focus.
      if (shown?.open && before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={id}
      // At Escape at once: `close` fires a task later, when another key may have been pressed. `cancel` events from
      // inside, such as from a file input, bubble to here.
      onCancel={({ target, currentTarget }) => {
        if (target !== currentTarget) return;
        // Close before unmounting: an open dialog that is unmounted does not restore the focus.
        currentTarget.close();
        onClose();
      }}
      onClose={onClose}
    >
      <header>
        <h2 id={id}>{title}</h2>
        <button type="button" className="quiet" aria-label={closeLabel} onClick={() => dialog.current?.close()}>
          <Icon name="close" />
        </button>
      </header>
      {children}
    </dialog>
  );
}
