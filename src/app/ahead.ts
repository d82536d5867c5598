/** Loads what may be opened while the page has nothing else to do: then it opens at once, and without a network, too. */
import { onFrame } from '../engine/loop';
import { loadPacking } from '../scenario/link';
import { runStore } from '../state/run';
import { whenIdle } from '../ui/idle';

/** In the order in which they are likely to be wanted. */
const PARTS: readonly (() => Promise<unknown>)[] = [
  () => import('../inspector/Inspector'),
  () => import('../i18n/glossary'),
  () => import('./Experiment'),
  () => import('./Panels'),
  () => import('../charts/Schedstat'),
  () => import('../memory/CacheLines'),
  () => import('../memory/NumaTest'),
  () => import('../truth/Truth'),
  () => import('./Settings'),
  () => import('./Model'),
  () => import('./Rules'),
  () => import('./Figures'),
  () => import('./SmallDialogs'),
  () => import('./Notes'),
  () => import('../lens/Layer'),
  () => import('../lens/Panel'),
  () => import('../lens/Note'),
  () => import('./ActPanel'),
  () => import('../story/go'),
  () => import('../ui/export'),
  () => import('./Front'),
  () => import('../theatre/Replication'),
  loadPacking,
];

/** Begins when every lane has been drawn; one part at a time. */
export function loadAhead(): void {
  const stop = onFrame(() => {
    const { feeds } = runStore.getState();
    if (feeds.length === 0 || feeds.some(({ frame }) => frame === null)) return;
    stop();
    void next();
  });
}

async function next(): Promise<void> {
  for (const load of PARTS) {
    await whenIdle();
    // What cannot be loaded now is asked for again when it is opened.
    await load().catch(() => {});
  }
}
