import '../ui/layers.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { followKeys } from '../page/actions';
import { actsComeFrom } from '../page/acts';
import { followAddress } from '../page/address';
import { closeMailbox } from '../rooms/embed/mailbox';
import { viewStore } from '../state/view';
import { Root } from './Root';
import '../ui/reset.css';
import '../ui/tokens.css';
import '../ui/base.css';
import '../ui/button.css';
import '../ui/panel.css';
import '../signs/lanes.css';
import './app.css';
import './inspecting.css';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

actsComeFrom(() => import('../rooms/acts/go'));

await followAddress().catch((thrown) => {
  // Without its words the page can say no more.
  root.textContent = 'This page could not be loaded. 页面未能加载。';
  throw thrown;
});
if (!viewStore.getState().embed) closeMailbox();
followKeys();

createRoot(root).render(
  <StrictMode>
    <Root />
  </StrictMode>,
);
