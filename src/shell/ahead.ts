/**
 * Loads what may be opened while the page has nothing else to do: then it opens at once, and without a network, too. The
 * service worker keeps it then, so that the page itself opens without one. Begins when it is itself loaded; who asks
 * the browser to save data gets what is opened, and no more. From then on the focus is seen to, too.
 */

import { loadPoolWorker } from '../engine/batch/pool';
import { whenIdle } from '../engine/idle';
import { loadLaneWorker } from '../engine/lanes/start';
import { onFrame } from '../engine/loop';
import { loadFast } from '../engine/port/start';
import { savesData } from '../engine/saving';
import { keep, renew } from '../offline/keep';
import { loadAct } from '../rooms/acts/steps';
import { ACT_NUMBERS } from '../scenario/acts';
import { loadPacking } from '../scenario/link';
import { runStore } from '../state/run';
import { viewStore } from '../state/view';
import { loadLanguage } from '../words';
import { followFocus } from './followFocus';

/** In the order in which they are likely to be wanted. */
const PARTS: readonly (() => Promise<unknown>)[] = [
  () => import('./Playground'),
  () => import('../rooms/timeline/TimelinePanel'),
  () => import('./Charts'),
  () => import('./Panels'),
  // The faster simulator: workers that start later have it.
  loadFast,
  () => import('../rooms/verdict/Headline'),
  () => import('../rooms/verdict/GainByLoad'),
  () => import('./LateNotices'),
  () => import('./Lost'),
  () => import('../state/followDifference'),
  () => import('./Edit'),
  () => import('./Why'),
  () => import('./HistoryTab'),
  () => import('./ModelTab'),
  () => import('../rooms/why/Bubble'),
  () => import('../rooms/why/MostTelling'),
  () => import('../rooms/inspector/Lately'),
  loadLaneWorker,
  () => import('../rooms/inspector/Inspector'),
  () => import('../rooms/timeline/Card'),
  () => import('../words/glossary'),
  () => import('../words/presetNotes'),
  () => import('./PanelDialog'),
  () => import('../rooms/charts/SchedstatTable'),
  () => import('../rooms/charts/Lag'),
  () => import('../rooms/memory/CacheLines'),
  () => import('../rooms/memory/NumaTest'),
  () => import('../rooms/seeds/RunMany'),
  loadPoolWorker,
  () => import('../rooms/experiment/Settings'),
  () => import('../rooms/constants/Constants'),
  () => import('../rooms/constants/Rules'),
  () => import('../rooms/figures/Figures'),
  () => import('../rooms/figures/Trace'),
  async () => (await import('../engine/trace/trace')).loadTracer(),
  () => import('../engine/own'),
  () => import('../rooms/custom-machine/Own'),
  () => import('../rooms/custom-machine/Work'),
  () => import('../engine/reading.worker?worker&inline'),
  () => import('./Keys'),
  () => import('../rooms/share/Share'),
  () => import('../rooms/share/Embed'),
  () => import('../rooms/notes/Notes'),
  () => import('../rooms/share/Code'),
  () => import('../rooms/share/poster'),
  () => import('./Stage'),
  () => import('./SpeakerPage'),
  () => import('../page/VerdictFigure'),
  () => import('../rooms/decision/Layer'),
  () => import('../rooms/decision/Panel'),
  () => import('../rooms/decision/Note'),
  () => import('../rooms/decision/Other'),
  () => import('../rooms/decision/Picked'),
  () => import('./ActPanel'),
  () => import('../rooms/acts/go'),
  () => import('../rooms/acts/asking'),
  () => import('../rooms/acts/ActTalk'),
  () => import('../rooms/acts/Layer'),
  () => import('../rooms/acts/How'),
  () => import('../rooms/acts/Question'),
  () => import('../rooms/acts/Task'),
  () => import('../rooms/acts/Line'),
  () => import('../rooms/acts/QueueFigure'),
  () => import('../rooms/acts/Game'),
  () => import('../rooms/acts/GameLayer'),
  () => import('../rooms/acts/Sketch'),
  () => import('../rooms/acts/Card'),
  ...ACT_NUMBERS.map((number) => async () => (await loadAct(number)).how()),
  () => import('../ui/export'),
  () => import('../ui/export/files'),
  () => import('../ui/export/picture'),
  () => import('./PrintFoot'),
  () => import('../scenario/constants'),
  () => import('../words/units'),
  () => import('./Front'),
  () => import('../rooms/front/Measured'),
  () => import('../rooms/verdict/GainLine'),
  () => import('../scenario/generated/costs'),
  () => import('../rooms/replication/Replication'),
  () => import('../rooms/replication/Beside'),
  loadPacking,
  // All that is told in two languages is there now: one of them is new.
  () => loadLanguage('en'),
  () => loadLanguage('zh'),
];

/** So long the service worker waits for the parts (ms): it reads every file, and a frame of what plays meanwhile takes longer. */
const KEEP_MS = 10_000;

async function loadAll(): Promise<void> {
  await seen();
  const parts = loadParts();
  void keep(Promise.race([parts, new Promise((resolve) => setTimeout(resolve, KEEP_MS))]));
  await parts;
  await renew();
}

/** One part at a time. What cannot be loaded, although there is a network, is asked for again when it is opened. */
async function loadParts(): Promise<void> {
  for (const load of PARTS) {
    await whenIdle();
    await load().catch(online);
  }
}

/** Comes true when the page shows what it was opened for: the first screen, which has moved by now, or every lane. */
const seen = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = onFrame(() => {
      const { feeds } = runStore.getState();
      const drawn = feeds.length > 0 && feeds.every(({ frame }) => frame !== null);
      if (!drawn && viewStore.getState().show !== 'gallery') return;
      stop();
      resolve();
    });
  });

/** Comes true when there is a network. */
const online = (): Promise<void> =>
  new Promise((resolve) => {
    if (navigator.onLine) resolve();
    else addEventListener('online', () => resolve(), { once: true });
  });

followFocus();
if (!savesData()) void loadAll();
