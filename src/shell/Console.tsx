/** The play button, the time, and the tabs of the drawer. */
import type { KeyboardEvent } from 'react';
import { Transport } from '../rooms/transport/Transport';
import { PANELS } from '../state/view';
import { useT } from '../words';
import type { DrawerState } from './useDrawer';
import './console.css';

const phone = matchMedia('(max-width: 700px)');

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };
const ENDS: Readonly<Record<string, number>> = { Home: 0, End: -1 };

export function Console({ drawer: { panel, state, choose } }: { drawer: DrawerState }) {
  const t = useT();
  const isOpen = state !== 'closed';
  const onKey = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    const next = PANELS.at(by ? (PANELS.indexOf(panel) + by) % PANELS.length : (ENDS[event.key] ?? PANELS.length));
    if (!next) return;
    event.preventDefault();
    choose(next);
    document.getElementById(`drawer-${next}`)?.focus();
  };
  return (
    <div className="console">
      <Transport />
      <nav className="panel-nav" aria-label={t('panels.label')}>
        <div className="panel-tabs" role="tablist" aria-label={t('panels.label')} onKeyDown={onKey}>
          {PANELS.map((value) => (
            <button
              key={value}
              id={`drawer-${value}`}
              type="button"
              role="tab"
              aria-selected={isOpen && value === panel}
              aria-controls={isOpen ? 'drawer' : undefined}
              tabIndex={value === panel ? 0 : -1}
              onClick={({ currentTarget: tab }) => {
                choose(value);
                // On a phone the content lies below the window; scroll to it once it is rendered.
                if (phone.matches) requestAnimationFrame(() => tab.scrollIntoView());
              }}
            >
              {t(`panels.${value}`)}
            </button>
          ))}
        </div>
      </nav>
    </div>
  );
}
