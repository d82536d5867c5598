/** The experiment on the page. */
import { whenIdle } from '../engine/idle';
import { later, Part } from '../page/Part';
import { startRun } from '../state/run';
import { viewStore } from '../state/view';
import { App } from './App';
import { Takeaways } from './Takeaways';

/** Loaded when the page is idle, in time for printing; it imports the print styles. */
const PrintFoot = later(async () => {
  await whenIdle();
  return (await import('./PrintFoot')).PrintFoot;
});

const hear = async () => (await import('../rooms/embed/api')).listen();
const follow = async () => (await import('../state/followDifference')).followDifference();

/** Starts the engines. */
export function begin(): void {
  const { embed, autoplay, reducedMotion, act, cue } = viewStore.getState();
  // A step of an act or a speaker decides whether the run plays.
  startRun({ play: !reducedMotion && (embed ? autoplay : act === null && cue === null) });
  const more = embed ? window.parent !== window && hear() : whenIdle().then(follow);
  if (more) more.catch(() => {});
}

export function Playground() {
  return (
    <Takeaways>
      <App />
      <Part>
        <PrintFoot />
      </Part>
    </Takeaways>
  );
}
