/** The experiment on the page. */
import { whenIdle } from '../engine/idle';
import { later, Part } from '../page/Part';
import { startRun } from '../state/run';
import { look, viewStore } from '../state/view';
import { App } from './App';
import { Takeaways } from './Takeaways';

/** Nobody prints at first sight; its sheet comes with it. */
const PrintFoot = later(async () => {
  await whenIdle();
  return (await import('./PrintFoot')).PrintFoot;
});

const hear = async () => (await import('../rooms/embed/api')).listen();
const follow = async () => (await import('../state/followDifference')).followDifference();

/** Starts its engines: when it is first shown, not when it is loaded ahead. */
export function begin(): void {
  const { embed, autoplay, reducedMotion, act, cue } = viewStore.getState();
  // A step of an act says itself whether it plays, and a speaker does.
  startRun({ play: !reducedMotion && (embed ? autoplay : act === null && cue === null) });
  const more = embed ? window.parent !== window && hear() : whenIdle().then(follow);
  if (more) more.catch(() => look({ unloaded: {} }));
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
