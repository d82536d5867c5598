/** A sentence that stays until it is dismissed. */
import { Icon } from '../ui/Icon';
import { useT } from '../words';

export function Notice({ text, onClose }: { text: string; onClose: () => void }) {
  const t = useT();
  return (
    <div className="notice" role="status">
      <p>{text}</p>
      <button type="button" className="quiet" aria-label={t('error.dismiss')} onClick={onClose}>
        <Icon name="close" />
      </button>
    </div>
  );
}
