import { actions } from '../page/actions';
import { useView } from '../state/view';
import { Icon } from '../ui/Icon';
import { useT } from '../words';
import { KeptSign } from './KeptSign';

/** The buttons for the other language and the next theme. */
export function LookButtons() {
  const t = useT();
  const theme = useView((view) => view.theme);
  const themeLabel = t('theme.is', { theme: t(`theme.${theme ?? 'system'}`) });
  return (
    <>
      <KeptSign />
      <button type="button" className="button" onClick={actions.language.perform} aria-keyshortcuts="l">
        {t('action.language')}
      </button>
      <button
        type="button"
        className="button square"
        onClick={actions.theme.perform}
        aria-label={themeLabel}
        title={themeLabel}
      >
        <Icon name="theme" />
      </button>
    </>
  );
}
