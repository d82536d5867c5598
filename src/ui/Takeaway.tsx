/** The menu that exports a chart, and the mark of a changed model beside it. */
import { createContext, type RefObject, type ToggleEvent, useContext, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useT } from '../words';
import type { Form } from './export';
import type { Table } from './table';
import './chip.css';
import './takeaway.css';

export interface TakeawaySource {
  /** The address of the scenario. */
  readonly link: () => string;
  /** The scenario in one line: experiment, machine, kernel, seed. */
  readonly source: () => string;
  /** The changed constants: short, for the mark, and in full. */
  readonly changes: { readonly mark: string; readonly all: string } | null;
  readonly openModel: () => void;
}

/** Provides captions for exports. */
export const TakeawayContext = createContext<TakeawaySource | null>(null);

export interface TakeawayProps {
  readonly title: string;
  /** A shorter name for the button, if the title is long. */
  readonly label?: string;
  /** File name without its extension. */
  readonly name: string;
  /** The exported element; by default the nearest panel. */
  readonly of?: RefObject<HTMLElement | SVGSVGElement | null>;
  /** The picture itself has no title. */
  readonly titled?: boolean;
  /** The caption if the picture shows another run than the scenario on the page; the model is unchanged then. */
  readonly about?: string;
  readonly table: () => Table | Promise<Table>;
  readonly text?: () => string;
}

const FORMS: readonly Form[] = ['svg', 'png', 'csv', 'text'];

export function Takeaway({ title, label = title, name, of, titled = false, about, table, text }: TakeawayProps) {
  const t = useT();
  const source = useContext(TakeawayContext);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [said, setSaid] = useState<'takeaway.copied' | 'takeaway.failed' | null>(null);
  const place = () => {
    const at = button.current?.getBoundingClientRect();
    if (!at || !menu.current) return;
    const { style } = menu.current;
    style.left = `${Math.max(4, Math.min(at.left, innerWidth - 190))}px`;
    style.top = `${Math.min(at.bottom + 4, innerHeight - 170)}px`;
  };
  const onBeforeToggle = ({ newState }: ToggleEvent) => {
    // The buttons must exist before the popover shows, since a key may be pressed at once.
    if (newState === 'open') flushSync(() => setOpen(true));
    setSaid(null);
    place();
  };
  if (!source) return null;
  const changes = about === undefined ? source.changes : null;

  const take = async (form: Form) => {
    const element = of?.current ?? button.current?.closest<HTMLElement>('.panel') ?? null;
    try {
      const caption = {
        title,
        titled,
        ...(about === undefined
          ? { source: source.source(), changes: changes?.all ?? null, link: source.link() }
          : { source: about, changes: null, link: location.href }),
      };
      const { take } = await import('./export');
      await take({ element, table: await table(), caption, name, ...(text ? { text: text() } : {}) }, form);
      if (form === 'text') setSaid('takeaway.copied');
      else menu.current?.hidePopover();
    } catch {
      setSaid('takeaway.failed');
    }
  };
  return (
    <span className="takeaway" data-left-out>
      <button
        ref={button}
        type="button"
        className="quiet takeaway-button"
        popoverTarget={id}
        aria-label={t('takeaway.of', { title: label })}
        title={t('takeaway.of', { title: label })}
      >
        <svg viewBox="0 0 16 16" width="13" height="13" aria-hidden="true">
          <path d="M8 2v8M4.6 6.9 8 10.3l3.4-3.4M2.5 13.5h11" fill="none" stroke="currentColor" strokeWidth="1.5" />
        </svg>
      </button>
      {/* The buttons disappear after the popover has closed and the browser has restored the focus. */}
      <div
        ref={menu}
        id={id}
        popover="auto"
        className="takeaway-menu"
        onBeforeToggle={onBeforeToggle}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {open && (
          <>
            {FORMS.map((form) => (
              <button key={form} type="button" className="quiet" onClick={() => void take(form)}>
                {t(`takeaway.${form}`)}
              </button>
            ))}
            <span role="status">{said && t(said)}</span>
          </>
        )}
      </div>
    </span>
  );
}
