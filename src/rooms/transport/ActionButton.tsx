import type { Named } from '../../page/actions';
import { useRun } from '../../state/run';
import { Icon, type IconName } from '../../ui/Icon';
import { useT } from '../../words';

interface ActionButtonProps {
  readonly action: Named;
  readonly icon: IconName;
  readonly large?: boolean;
  /** Shows its name beside the icon. */
  readonly labelled?: boolean;
}

/** A button of the run: it does what its key does. */
export function ActionButton({ action, icon, large = false, labelled = false }: ActionButtonProps) {
  const t = useT();
  const fault = useRun((run) => run.fault !== null);
  const name = t(action.name);
  return (
    <button
      type="button"
      className={labelled ? 'button labelled' : large ? 'quiet large' : 'quiet'}
      aria-label={labelled ? undefined : name}
      aria-keyshortcuts={action.shown ?? action.key}
      title={`${name}  ${action.shown ?? action.key}`}
      disabled={fault && action.possible !== undefined}
      onClick={action.perform}
    >
      <Icon name={icon} />
      {labelled && name}
    </button>
  );
}
