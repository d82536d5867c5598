/** On a phone, switches between the machine and the panel of a step, since only one fits. */
import { look, useView } from '../state/view';
import { Segmented } from '../ui/Segmented';
import { useT } from '../words';
import './act-sight.css';

export function ActSight() {
  const t = useT();
  const panel = useView((view) => view.panel);
  const isOpen = useView((view) => view.drawer === true);
  if (panel === null) return null;
  return (
    <div className="act-sight">
      <Segmented
        label={t('act.sight')}
        value={isOpen ? 'panel' : 'machine'}
        options={[
          { value: 'machine', label: t('act.sight.machine') },
          { value: 'panel', label: t(`panels.${panel}`) },
        ]}
        onChange={(seen) => look({ drawer: seen === 'panel' })}
      />
    </div>
  );
}
