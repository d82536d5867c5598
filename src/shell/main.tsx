import '../ui/layers.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { followKeys } from '../page/actions';
import { actsComeFrom } from '../page/acts';
import { followAddress } from '../page/address';
import { followLoadErrors } from '../page/Part';
import { closeMailbox } from '../rooms/embed/mailbox';
import { viewStore } from '../state/view';
import { followFocus } from './followFocus';
import { Root } from './Root';
import { loadTypefaceIfHere } from './typeface';
import '../ui/reset.css';
import '../ui/tokens.css';
import '../ui/typeface.css';
import '../ui/base.css';
import '../ui/button.css';
import '../ui/panel.css';
import '../signs/lanes.css';
import './app.css';
import './inspecting.css';
import './prerendered.css';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

actsComeFrom(() => import('../rooms/acts/go'));

followLoadErrors();
loadTypefaceIfHere();

const speaker = /^#speaker=/.test(location.hash);
// A package for a course system has its assignment in the page; the links of runs open experiments there, too.
const packaged = document.getElementById('assignment') !== null && !/^#v\d/.test(location.hash);
const assignment = packaged || /^#assignment\b/.test(location.hash);
const page = speaker
  ? import('./SpeakerPage').then(({ openSpeaker }) => openSpeaker())
  : assignment
    ? import('./AssignmentPage').then(({ openAssignments }) => openAssignments())
    : openPage();

const content = await page.catch((thrown) => {
  dispatchEvent(new Event('load-failed'));
  throw thrown;
});
// The prerendered first screen belongs to the bare address only.
if (viewStore.getState().show !== 'gallery') document.getElementById('prerendered')?.remove();
createRoot(root).render(<StrictMode>{content}</StrictMode>);

async function openPage() {
  await followAddress();
  if (!viewStore.getState().embed) closeMailbox();
  followKeys();
  followFocus();
  return <Root />;
}
