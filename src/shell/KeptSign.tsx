import { useStore } from 'zustand';
import { keptStore } from '../offline/kept';
import { Icon } from '../ui/Icon';
import { useT } from '../words';
import './kept-sign.css';

/** A message that the page works offline, once it does. */
export function KeptSign() {
  const t = useT();
  const kept = useStore(keptStore, (state) => state.kept);
  return (
    <span className="kept-sign" role="status">
      {kept && (
        <span title={t('app.kept')}>
          <Icon name="kept" />
          <span className="kept-words">{t('app.kept')}</span>
        </span>
      )}
    </span>
  );
}
