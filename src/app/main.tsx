import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../ui/tokens.css';
import './app.css';
import './bar.css';
import { followKeys } from './actions';
import { followAddress } from './address';
import './mailbox';
import { Root } from './Root';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

await followAddress().catch((thrown) => {
  // Without its words the page can say no more.
  root.textContent = 'This page could not be loaded. 页面未能加载。';
  throw thrown;
});
followKeys();

createRoot(root).render(
  <StrictMode>
    <Root />
  </StrictMode>,
);
