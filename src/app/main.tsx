import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../ui/tokens.css';
import './app.css';
import './bar.css';
import { followDifference } from '../state/difference';
import { startRun } from '../state/run';
import { viewStore } from '../state/view';
import { App } from './App';
import { followKeys } from './actions';
import { followAddress } from './address';
import { Takeaways } from './Takeaways';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

await followAddress();
followKeys();
const { embed, autoplay, reducedMotion } = viewStore.getState();
startRun({ play: !reducedMotion && (!embed || autoplay) });
if (!embed) followDifference();

createRoot(root).render(
  <StrictMode>
    <Takeaways>
      <App />
    </Takeaways>
  </StrictMode>,
);
