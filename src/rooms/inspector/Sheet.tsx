/** What every Inspector stands in: the lane, what it is about, and the ways out. */
import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { type LaneKey, look, viewStore } from '../../state/view';
import { Icon } from '../../ui/Icon';
import { useT } from '../../words/inspector';
import '../../ui/sheet.css';

interface SheetProps {
  readonly lane: LaneKey;
  readonly title: string;
  /** What it is about, for a screen reader. */
  readonly label: string;
  /** A word beside the title. */
  readonly state?: ReactNode;
  readonly children: ReactNode;
}

export function Sheet({ lane, title, label, state, children }: SheetProps) {
  const t = useT();
  /** Where the focus came from when it came in. */
  const before = useRef<HTMLElement | SVGElement | null>(null);

  const close = useCallback(() => {
    look({ inspecting: false, thing: null, pointed: null });
    before.current?.focus();
  }, []);

  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || viewStore.getState().dialog !== null) return;
      event.preventDefault();
      close();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [close]);

  return (
    <aside
      id="inspector"
      className={`panel inspector lane-${lane}`}
      aria-label={label}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (relatedTarget instanceof Element && !currentTarget.contains(relatedTarget)) {
          before.current = relatedTarget as HTMLElement;
        }
      }}
    >
      <header>
        <b className="badge" aria-hidden="true">
          {lane.toUpperCase()}
        </b>
        <h2>{title}</h2>
        {state}
        <button type="button" className="quiet" aria-label={t('inspector.close')} title="Esc" onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      {children}
    </aside>
  );
}
