/** The content of each dialog, loaded when the dialog is first opened. */
import { later } from '../page/Part';
import { type Dialog as DialogName, look } from '../state/view';

const close = () => look({ dialog: null });

const Keys = later(async () => (await import('./Keys')).Keys);
const Share = later(async () => (await import('../rooms/share/Share')).Share);
const Embed = later(async () => (await import('../rooms/share/Embed')).Embed);
const Settings = later(async () => (await import('../rooms/experiment/Settings')).Settings);
const Figures = later(async () => (await import('../rooms/figures/Figures')).Figures);
const Model = later(async () => (await import('../rooms/constants/Constants')).Model);
const Rules = later(async () => (await import('../rooms/constants/Rules')).Rules);
const Changes = later(async () => (await import('../rooms/constants/Changes')).Changes);
const PanelDialog = later(async () => (await import('./PanelDialog')).PanelDialog);
const NotesDialog = later(async () => (await import('../rooms/notes/Notes')).NotesDialog);
const Own = later(async () => (await import('../rooms/custom-machine/Own')).Own);
const Recording = later(async () => (await import('../rooms/recording/Recording')).Recording);
const Work = later(async () => (await import('../rooms/custom-machine/Work')).Work);
const RunMany = later(async () => (await import('../rooms/seeds/RunMany')).RunMany);

export function Dialog({ dialog }: { dialog: DialogName }) {
  switch (dialog) {
    case 'keys':
      return <Keys />;
    case 'share':
      return <Share />;
    case 'embed':
      return <Embed />;
    case 'figures':
      return <Figures />;
    case 'settings':
      return <Settings />;
    case 'many':
      return <RunMany onClose={close} />;
    case 'model':
      return <Model />;
    case 'rules':
      return <Rules />;
    case 'changes':
      return <Changes />;
    case 'panel':
      return <PanelDialog />;
    case 'notes':
      return <NotesDialog />;
    case 'own':
      return <Own />;
    case 'recording':
      return <Recording />;
    case 'work':
      return <Work />;
  }
}
