/** What could not be loaded or drawn, said in a sentence, and a way to try again. */
import { useState } from 'react';
import { tryAgain } from '../page/address';
import { Icon } from '../ui/Icon';
import { useT } from '../words';
import './notices.css';

export function Unloaded({ onClose }: { onClose?: () => void }) {
  const t = useT();
  const [trying, setTrying] = useState(false);
  const again = () => {
    setTrying(true);
    tryAgain().catch(() => setTrying(false));
  };
  return (
    <div className="notice alarm" role="alert">
      <Icon name="alarm" />
      <p>{t('unloaded.sentence')}</p>
      <button type="button" className="button strong" disabled={trying} onClick={again}>
        {t('unloaded.again')}
      </button>
      {onClose && (
        <button type="button" className="quiet" aria-label={t('error.dismiss')} onClick={onClose}>
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}
