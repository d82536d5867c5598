/** The keys there are, and what the signs of the machine mean. */
import { offered } from '../page/actions';
import { Legend } from '../rooms/machine/Legend';
import { look } from '../state/view';
import { Dialog } from '../ui/Dialog';
import { useT } from '../words';
import './keys.css';

export function Keys() {
  const t = useT();
  return (
    <Dialog title={t('action.keys')} closeLabel={t('action.close')} onClose={() => look({ dialog: null })}>
      <div className="keys-dialog">
        <dl className="keys">
          {offered().map((action) => (
            <div key={action.name}>
              <dt>
                <kbd>{action.shown ?? action.key}</kbd>
              </dt>
              <dd>{t(action.name)}</dd>
            </div>
          ))}
        </dl>
        <Legend />
      </div>
    </Dialog>
  );
}
