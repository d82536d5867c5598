/** On a phone the machine and what a step shows in the drawer have one place: which of them is seen. */
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
