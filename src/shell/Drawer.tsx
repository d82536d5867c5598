/** The drawer: one tab at a time. Its upper edge is dragged with the pointer or by key; a click toggles its height. */
import { type PointerEvent, useLayoutEffect, useRef } from 'react';
import { whenIdle } from '../engine/idle';
import { later, Part } from '../page/Part';
import { panelOf } from '../scenario/charts';
import { useScenario } from '../state/scenario';
import { useView, viewStore } from '../state/view';
import { useT } from '../words';
import { type DrawerState, LEAST, most } from './useDrawer';
import './drawer.css';

const TimelinePanel = later(async () => {
  // A step of an act that shows something else has that to load first.
  const { act, lit } = viewStore.getState();
  if (act && lit !== 'timeline') await whenIdle();
  return (await import('../rooms/timeline/TimelinePanel')).TimelinePanel;
});
const Charts = later(async () => {
  // A step of an act shows its machines first.
  if (viewStore.getState().act) await whenIdle();
  return (await import('./Charts')).Charts;
});
const Why = later(async () => (await import('./Why')).Why);
const ModelTab = later(async () => (await import('./ModelTab')).ModelTab);
const HistoryTab = later(async () => (await import('./HistoryTab')).HistoryTab);

export function Drawer({ drawer }: { drawer: DrawerState }) {
  const t = useT();
  const { panel } = drawer;
  // In an act, the step chooses the tab.
  const acting = useView((view) => view.act !== null);
  const about = useScenario(({ document }) => panelOf(document));
  const only = acting ? about : null;
  return (
    <section className="drawer-land" aria-label={t('panels.label')}>
      <div id="drawer" className="drawer" role="tabpanel" aria-labelledby={`drawer-${panel}`}>
        <Edge drawer={drawer} />
        <Part key={panel}>
          {panel === 'timeline' && <TimelinePanel />}
          {panel === 'charts' && <Charts place="row" {...(only && { only })} />}
          {panel === 'why' && <Why />}
          {panel === 'model' && <ModelTab />}
          {panel === 'history' && <HistoryTab />}
        </Part>
      </div>
    </section>
  );
}

/** How far an arrow key moves the edge (px). */
const STEP = 24;

function Edge({ drawer: { height, resize } }: { drawer: DrawerState }) {
  const t = useT();
  const edge = useRef<HTMLDivElement>(null);
  const pulled = useRef(false);
  const now = () => document.getElementById('drawer')?.offsetHeight ?? LEAST;
  // Until it is dragged, its height comes from the style sheet.
  const measure = () => edge.current?.setAttribute('aria-valuenow', String(now()));
  useLayoutEffect(() => void measure());
  const pull = (event: PointerEvent<HTMLElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) {
      pulled.current = true;
      const foot = document.getElementById('drawer')?.getBoundingClientRect().bottom ?? innerHeight;
      resize(foot - event.clientY);
    }
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an `hr` cannot be dragged.
    <div
      ref={edge}
      className="drawer-edge"
      role="separator"
      aria-orientation="horizontal"
      aria-label={t('panels.height')}
      aria-valuemin={LEAST}
      aria-valuemax={most()}
      aria-valuenow={height ?? LEAST}
      tabIndex={0}
      onFocus={measure}
      onPointerDown={(event) => {
        pulled.current = false;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={pull}
      onClick={() => pulled.current || resize(now() < most() - STEP ? most() : LEAST)}
      onKeyDown={(event) => {
        const to = { ArrowUp: now() + STEP, ArrowDown: now() - STEP, Home: LEAST, End: most() }[event.key];
        if (to === undefined) return;
        event.preventDefault();
        resize(to);
      }}
    />
  );
}
