/** A menu button. The menu opens below it and closes after a choice, on Esc or with a click elsewhere. */
import { type ReactNode, useId, useRef } from 'react';
import './menu.css';

interface MenuProps {
  readonly label: string;
  /** The content of the button. */
  readonly sign: ReactNode;
  readonly children: ReactNode;
  /** The menu begins where its button begins; otherwise it ends where its button ends. */
  readonly start?: boolean;
  readonly onOpen?: () => void;
}

export function Menu({ label, sign, children, start = false, onOpen }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const place = () => {
    const at = button.current?.getBoundingClientRect();
    if (!at || !list.current) return;
    list.current.style.insetBlockStart = `${at.bottom + 4}px`;
    if (start) list.current.style.insetInlineStart = `${Math.max(4, at.left)}px`;
    else list.current.style.insetInlineEnd = `${Math.max(4, innerWidth - at.right)}px`;
  };
  return (
    <>
      <button ref={button} type="button" className="quiet" popoverTarget={id} aria-label={label} title={label}>
        {sign}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside are interactive; this handler closes
          the menu after them. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a key on a button fires a click. */}
      <div
        ref={list}
        id={id}
        popover="auto"
        className="menu"
        onBeforeToggle={(event) => {
          place();
          if (event.newState === 'open') onOpen?.();
        }}
        onClick={() => list.current?.hidePopover()}
      >
        {children}
      </div>
    </>
  );
}
