/** The panel of an experiment in a dialog, at full size. */
import { schedstatText } from '../page/schedstatFigures';
import { look } from '../state/view';
import { Dialog } from '../ui/Dialog';
import { useCopy } from '../ui/useCopy';
import { useT } from '../words';
import { Content, usePanel } from './Panels';
import './panel-dialog.css';

export function PanelDialog() {
  const t = useT();
  const { panel, title, scenario, reports } = usePanel();
  const { copied, copy } = useCopy();
  if (panel === null) return null;
  return (
    <Dialog title={title} closeLabel={t('action.close')} onClose={() => look({ dialog: null })}>
      <div className={`panel-full panel-${panel}`}>
        <Content panel={panel} scenario={scenario} reports={reports} full />
        {panel === 'schedstat' && (
          <div className="dialog-actions">
            <span role="status">{copied !== null && t(copied ? 'dialog.copied' : 'dialog.copy.failed')}</span>
            <button type="button" className="button strong" onClick={() => void copy(schedstatText(reports))}>
              {t('figures.copy.schedstat')}
            </button>
          </div>
        )}
      </div>
    </Dialog>
  );
}
