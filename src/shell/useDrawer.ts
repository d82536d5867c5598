/** The drawer at the bottom of the page: whether it is open, its tab and its height. */
import { type CSSProperties, useState } from 'react';
import { panelOf } from '../scenario/charts';
import { useScenario } from '../state/scenario';
import { look, type Panel, useView } from '../state/view';
import { useMedia } from './useMedia';

/** The window is high enough that the drawer is open initially. */
const high = window.matchMedia('(min-height: 800px), (max-width: 700px)');

const KEY = 'scheduler-playground.drawer';
/** Minimum height that still shows content (px); the maximum is half of the page. */
export const LEAST = 120;
export const most = (): number => Math.round(innerHeight / 2);

const bounded = (height: number): number => Math.round(Math.min(most(), Math.max(LEAST, height)));

function remembered(): number | null {
  try {
    const height = Number(localStorage.getItem(KEY));
    return height > 0 ? bounded(height) : null;
  } catch {
    return null;
  }
}

export interface DrawerState {
  /** `over`: opened by the person although there is little room: lanes shrink, or it overlays them. */
  readonly state: 'closed' | 'open' | 'over';
  readonly panel: Panel;
  /** The experiment shows a table, which needs height. */
  readonly about: 'table' | undefined;
  readonly height: number | null;
  readonly style: CSSProperties;
  /** Opens the drawer at a tab, or closes the drawer if it shows that tab. */
  readonly choose: (panel: Panel) => void;
  readonly resize: (height: number) => void;
}

export function useDrawer(act: boolean): DrawerState {
  const room = useMedia(high);
  const chosen = useView((view) => view.panel);
  const wanted = useView((view) => view.drawer);
  const table = useScenario(({ document }) => ['numa', 'lines', 'lag'].includes(panelOf(document) ?? ''));
  const noted = useScenario((state) => state.notes.length > 0);
  const [height, setHeight] = useState(remembered);
  const panel = chosen ?? (noted ? 'history' : table ? 'charts' : 'timeline');
  // In an act it is open if the step shows something in it. A link with notes opens it, too.
  const isOpen = act ? wanted === true : (wanted ?? (room || noted));
  return {
    state: isOpen ? (room || act ? 'open' : 'over') : 'closed',
    panel,
    about: table ? 'table' : undefined,
    height,
    style: (height !== null && !act ? { '--drawer': `${height}px` } : {}) as CSSProperties,
    choose: (next) => look(isOpen && next === panel ? { drawer: false } : { panel: next, drawer: true }),
    resize: (next) => {
      const kept = bounded(next);
      setHeight(kept);
      try {
        localStorage.setItem(KEY, String(kept));
      } catch {
        // If the browser refuses storage, the height is lost with the page.
      }
    },
  };
}
