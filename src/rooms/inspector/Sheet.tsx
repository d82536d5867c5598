/** The frame of every Inspector: the lane, the subject, and the buttons to close it. */
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { type LaneKey, look, viewStore } from '../../state/view';
import { Icon } from '../../ui/Icon';
import { useT } from '../../words/inspector';
import '../../ui/sheet.css';

interface SheetProps {
  readonly lane: LaneKey;
  readonly title: string;
  /** The subject, for screen readers. */
  readonly label: string;
  /** When the subject changes, the focus moves to the new title. */
  readonly about: string;
  readonly children: ReactNode;
}

const Beside = createContext<HTMLElement | null>(null);

/** A word beside the title of the sheet. */
export function SheetState({ children }: { readonly children: ReactNode }) {
  const beside = useContext(Beside);
  return beside && createPortal(children, beside);
}

/** The content about one subject. */
function About({ children }: { readonly children: ReactNode }) {
  // In a layout effect, the focus is still inside the closing element.
  useLayoutEffect(
    () => () => {
      const sheet = document.activeElement?.closest('#inspector');
      if (!document.activeElement?.closest('header')) sheet?.querySelector<HTMLElement>('h2')?.focus();
    },
    [],
  );
  return children;
}

export function Sheet({ lane, title, label, about, children }: SheetProps) {
  const t = useT();
  const [beside, setBeside] = useState<HTMLElement | null>(null);
  /** The element that had the focus before. */
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
        <h2 tabIndex={-1}>{title}</h2>
        <span className="inspector-state" ref={setBeside} />
        <button type="button" className="quiet" aria-label={t('inspector.close')} title="Esc" onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      <Beside value={beside}>
        <About key={about}>{children}</About>
      </Beside>
    </aside>
  );
}
