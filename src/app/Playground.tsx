/** The experiment on the page: starts its engines when it is first shown. */
import { followDifference } from '../state/difference';
import { startRun } from '../state/run';
import { viewStore } from '../state/view';
import { App } from './App';
import { loadAhead } from './ahead';
import { Takeaways } from './Takeaways';

const { embed, autoplay, reducedMotion, act } = viewStore.getState();
// A step of an act says itself whether it plays.
startRun({ play: !reducedMotion && (embed ? autoplay : act === null) });
if (!embed) {
  followDifference();
  loadAhead();
}

export default function Playground() {
  return (
    <Takeaways>
      <App />
    </Takeaways>
  );
}
