/** The open dialog. */
import { later, Part } from '../page/Part';
import { look, useView } from '../state/view';

const close = () => look({ dialog: null });

// The first screen needs none of them.
const Dialog = later(async () => (await import('./Dialog')).Dialog);

export function Dialogs() {
  const dialog = useView((view) => view.dialog);
  return (
    dialog && (
      <Part key={dialog} onError={close}>
        <Dialog dialog={dialog} />
      </Part>
    )
  );
}
