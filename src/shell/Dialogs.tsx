import { lazy } from 'react';
import { Part } from '../page/Part';
import { useScenario } from '../state/scenario';
import { type Dialog as DialogName, look, useView } from '../state/view';
import { useT } from '../words';
import { laneWords } from '../words/laneWords';

const close = () => look({ dialog: null });

// None is needed at first sight.
const Keys = lazy(async () => ({ default: (await import('./Keys')).Keys }));
const Share = lazy(async () => ({ default: (await import('../rooms/share/Share')).Share }));
const Embed = lazy(async () => ({ default: (await import('../rooms/share/Embed')).Embed }));
const Settings = lazy(async () => ({ default: (await import('../rooms/experiment/Settings')).Settings }));
const Figures = lazy(async () => ({ default: (await import('../rooms/figures/Figures')).Figures }));
const Model = lazy(async () => ({ default: (await import('../rooms/constants/Constants')).Model }));
const Rules = lazy(async () => ({ default: (await import('../rooms/constants/Rules')).Rules }));
const PanelDialog = lazy(async () => ({ default: (await import('./Panels')).PanelDialog }));
const NotesDialog = lazy(async () => ({ default: (await import('../rooms/notes/Notes')).NotesDialog }));
const RunMany = lazy(async () => ({ default: (await import('../rooms/seeds/RunMany')).RunMany }));

function Many() {
  useT();
  const document = useScenario((state) => state.document);
  const lanes = document.lanes.map((lane) => laneWords(lane, document));
  return <RunMany lanes={lanes} onClose={close} />;
}

export function Dialogs() {
  const dialog = useView((view) => view.dialog);
  return (
    dialog && (
      <Part key={dialog} onMissing={close}>
        <One dialog={dialog} />
      </Part>
    )
  );
}

function One({ dialog }: { dialog: DialogName }) {
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
      return <Many />;
    case 'model':
      return <Model />;
    case 'rules':
      return <Rules />;
    case 'panel':
      return <PanelDialog />;
    case 'notes':
      return <NotesDialog />;
  }
}
