/** The experiment on the page: starts its engines when it is first shown. */
import { followDifference } from '../state/difference';
import { startRun } from '../state/run';
import { viewStore } from '../state/view';
import { App } from './App';
import { Takeaways } from './Takeaways';

const { embed, autoplay, reducedMotion } = viewStore.getState();
startRun({ play: !reducedMotion && (!embed || autoplay) });
if (!embed) followDifference();

export default function Playground() {
  return (
    <Takeaways>
      <App />
    </Takeaways>
  );
}
