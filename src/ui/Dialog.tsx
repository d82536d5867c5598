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
      // Gone without having been closed, such as for another dialog: the browser would leave the focus nowhere.
      if (shown?.open && before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={id}
      // At Esc at once: the event of the closing comes a task later, when another key may have been pressed. Also what is
      // cancelled inside, such as the choice of a file, comes by here.
      onCancel={({ target, currentTarget }) => {
        if (target !== currentTarget) return;
        // Taken off the page while it is open, it would not give the focus back.
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
