/** The bar: what is run, its load, what differs between the lanes; the rest behind *Edit* and *More*. */
import { useContext } from 'react';
import { actions } from '../page/actions';
import { Load } from '../rooms/experiment/Load';
import { Name } from '../rooms/experiment/Name';
import { useScenario } from '../state/scenario';
import { LANE_KEYS, look, useView } from '../state/view';
import { Icon } from '../ui/Icon';
import { TakeawayContext } from '../ui/Takeaway';
import { useT } from '../words';
import { laneWords } from '../words/laneWords';
import { KeptSign } from './KeptSign';
import { MoreMenu } from './MoreMenu';
import { useFeatures } from './useFeatures';
import './bar.css';

export function Bar() {
  const t = useT();
  const act = useView((view) => view.act !== null);
  const editing = useView((view) => view.editing);
  return (
    <header className="app-bar">
      <h1 className="bar-home">
        <button
          type="button"
          className="quiet home"
          title={`${t('action.gallery')}  ${actions.gallery.key}`}
          aria-keyshortcuts={actions.gallery.key}
          onClick={actions.gallery.perform}
        >
          <Icon name="gallery" />
          <span className="visually-hidden">{t('app.title')}</span>
        </button>
      </h1>
      {!act && (
        <>
          <Name />
          <Load />
          <Differs />
        </>
      )}
      <Changed />
      <div className="bar-actions">
        <KeptSign />
        {!act && (
          <button
            type="button"
            className="button bar-edit"
            aria-expanded={editing}
            aria-keyshortcuts={actions.edit.key}
            onClick={actions.edit.perform}
          >
            <Icon name="edit" />
            <span>{t('bar.edit')}</span>
          </button>
        )}
        <button
          type="button"
          className="quiet"
          aria-label={t('action.share')}
          title={t('action.share')}
          onClick={() => look({ dialog: 'share' })}
        >
          <Icon name="share" />
        </button>
        {!act && (
          <button
            type="button"
            className="quiet bar-present"
            aria-label={t('action.present')}
            title={t('action.present')}
            onClick={actions.present.perform}
            aria-keyshortcuts={actions.present.key}
          >
            <Icon name="present" />
          </button>
        )}
        <MoreMenu />
      </div>
    </header>
  );
}

/** Each lane in words; a click leads to its switches. */
function Differs() {
  const t = useT();
  const lanes = useScenario(({ document }) => document.lanes.length);
  return (
    <div className="differs">
      <span className="differs-name" aria-hidden="true">
        {t('bar.differs')}
      </span>
      <LaneChip lane={0} />
      {lanes > 1 && <LaneChip lane={1} />}
    </div>
  );
}

function LaneChip({ lane }: { lane: number }) {
  const t = useT();
  const scenario = useScenario((state) => state.document);
  const own = scenario.lanes[lane];
  const features = useFeatures(lane, own);
  if (!own) return null;
  const letter = LANE_KEYS[lane]?.toUpperCase() ?? '';
  const words = laneWords({ ...own, features }, scenario);
  return (
    <button
      type="button"
      className={`differs-lane lane-${LANE_KEYS[lane]}`}
      title={words}
      aria-label={t('bar.lane', { lane: letter, words })}
      onClick={() => look({ editing: true })}
    >
      <b className="badge" aria-hidden="true">
        {letter}
      </b>
      <span>{words}</span>
    </button>
  );
}

/** Says once that the model is not as it comes, and leads to it. */
function Changed() {
  const source = useContext(TakeawayContext);
  if (!source?.changes) return null;
  return (
    <button type="button" className="chip constants" title={source.changes.all} onClick={source.openModel}>
      {source.changes.mark}
    </button>
  );
}
