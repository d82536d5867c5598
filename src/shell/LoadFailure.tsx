/** A part of the page could not be loaded or drawn: offers a reload, which keeps the address and so the document. */
import { useState } from 'react';
import { reload } from '../page/address';
import { look } from '../state/view';
import { Icon } from '../ui/Icon';
import { useT } from '../words';
import './notices.css';

export function LoadFailure() {
  const t = useT();
  const [reloading, setReloading] = useState(false);
  const start = () => {
    setReloading(true);
    reload().catch(() => setReloading(false));
  };
  return (
    <div className="notices over">
      <div className="notice alarm" role="alert">
        <Icon name="alarm" />
        <p>{t('loadFailed.sentence')}</p>
        <button type="button" className="button strong" disabled={reloading} onClick={start}>
          {t('loadFailed.reload')}
        </button>
        <button
          type="button"
          className="quiet"
          aria-label={t('error.dismiss')}
          onClick={() => look({ loadFailed: false })}
        >
          <Icon name="close" />
        </button>
      </div>
    </div>
  );
}
