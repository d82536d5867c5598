import { actions } from '../page/actions';
import { isChanged } from '../scenario/presets';
import { choosePreset, useScenario } from '../state/scenario';
import { look, useView } from '../state/view';
import { Icon } from '../ui/Icon';
import { useT } from '../words';
import { LookButtons } from './LookButtons';
import './header.css';

export function Header() {
  const t = useT();
  const preset = useScenario((state) => state.preset);
  const changed = useScenario((state) => isChanged(state.preset, state.document));
  const act = useView((view) => view.act !== null);
  return (
    <header className="header">
      <h1>
        <button
          type="button"
          className="home"
          title={`${t('action.gallery')}  ${actions.gallery.key}`}
          aria-keyshortcuts={actions.gallery.key}
          onClick={actions.gallery.perform}
        >
          <Icon name="gallery" />
          {t('app.title')}
        </button>
      </h1>
      <p className="subtitle">
        {changed ? (
          <>
            <b className="changed">{t('preset.changed', { name: t(`preset.${preset}`) })}</b>{' '}
            <button type="button" className="quiet back" onClick={() => choosePreset(preset)}>
              {t('preset.back')}
            </button>
          </>
        ) : (
          <>
            <span>{t(`preset.${preset}`)}</span>{' '}
            <span className="note" title={t(`preset.${preset}.note`)}>
              {t(`preset.${preset}.note`)}
            </span>
          </>
        )}
      </p>
      <div className="header-actions">
        <button type="button" className="button strong" onClick={() => look({ dialog: 'share' })}>
          {t('action.share')}
        </button>
        <button type="button" className="button" onClick={() => look({ dialog: 'embed' })}>
          {t('action.embed')}
        </button>
        {!act && (
          <button
            type="button"
            className="button"
            onClick={actions.present.perform}
            aria-keyshortcuts={actions.present.key}
          >
            {t('action.present')}
          </button>
        )}
        <button type="button" className="button" onClick={actions.acts.perform} aria-keyshortcuts={actions.acts.key}>
          {t('action.acts')}
        </button>
        <button
          type="button"
          className="button"
          onClick={actions.replication.perform}
          aria-keyshortcuts={actions.replication.key}
        >
          {t('action.replication')}
        </button>
        <LookButtons />
        <button type="button" className="button square" onClick={actions.keys.perform} aria-label={t('action.keys')}>
          ?
        </button>
      </div>
    </header>
  );
}
