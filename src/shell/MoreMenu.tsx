/** The menu of rarely used actions of the bar. */
import { actions, type Named } from '../page/actions';
import { leaveExperiment } from '../page/leftExperiment';
import { look, useView, viewStore } from '../state/view';
import { Icon } from '../ui/Icon';
import { Menu } from '../ui/Menu';
import { useT } from '../words';

/** A page with an address of its own, in the theme and the language of this one. */
function openAssignments(): void {
  leaveExperiment();
  const { theme, lang } = viewStore.getState();
  history.pushState({ theme, lang }, '', '#assignment');
  location.reload();
}

export function MoreMenu() {
  const t = useT();
  const theme = useView((view) => view.theme);
  const item = (action: Named, label = t(action.name)) => (
    <button type="button" aria-keyshortcuts={action.key} onClick={action.perform}>
      {label}
    </button>
  );
  return (
    <Menu label={t('bar.more')} sign={<Icon name="more" />}>
      {item(actions.gallery)}
      {item(actions.acts)}
      {item(actions.replication)}
      {item(actions.many)}
      {item(actions.figures)}
      {item(actions.policy)}
      <button type="button" onClick={() => look({ dialog: 'embed' })}>
        {t('action.embed')}
      </button>
      <button type="button" onClick={() => look({ dialog: 'recording', dropped: null })}>
        {t('action.recording')}
      </button>
      <button type="button" onClick={openAssignments}>
        {t('action.assignments')}
      </button>
      {item(actions.notes)}
      {item(actions.glossary)}
      {item(actions.language)}
      {item(actions.theme, t('theme.is', { theme: t(`theme.${theme ?? 'system'}`) }))}
      {item(actions.keys)}
    </Menu>
  );
}
