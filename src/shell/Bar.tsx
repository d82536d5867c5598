/**
 * The top bar: the experiment, its load, the difference between the lanes; everything else is behind *Edit* and *More*.
 */
import { useContext } from 'react';
import { actions } from '../page/actions';
import { Load } from '../rooms/experiment/Load';
import { Name } from '../rooms/experiment/Name';
import { sameDocument } from '../scenario/catalog';
import { scenarioStore, useScenario } from '../state/scenario';
import { LANE_KEYS, look, useView } from '../state/view';
import { textWidth } from '../ui/fitting';
import { Icon } from '../ui/Icon';
import { TakeawayContext } from '../ui/Takeaway';
import { useWidth } from '../ui/useWidth';
import { useT } from '../words';
import { laneTexts } from '../words/laneWords';
import { CHIP, chipsWidth, chipTexts } from './chipTexts';
import { KeptSign } from './KeptSign';
import { MoreMenu } from './MoreMenu';
import { useFeatures } from './useFeatures';
import './bar.css';

export function Bar() {
  const t = useT();
  const act = useView((view) => view.act !== null);
  const editing = useView((view) => view.editing);
  const locked = useScenario((state) => state.locked);
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
          {!locked && <Load />}
          <Differs />
        </>
      )}
      <Changed />
      <div className="bar-actions">
        <KeptSign />
        {!act && !locked && (
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

/** The switches of each lane in words, as many as fit; a click opens the switches. */
function Differs() {
  const t = useT();
  const { ref, width, size } = useWidth<HTMLDivElement>();
  const scenario = useScenario((state) => state.document);
  const [a, b] = scenario.lanes;
  const features = [useFeatures(0, a), useFeatures(1, b)];
  const texts = scenario.lanes.map((lane, i) =>
    scenario.recording && i === 0
      ? [t('lane.recorded.short')]
      : laneTexts({ ...lane, features: features[i] ?? lane.features }, scenario),
  );
  const name = t('bar.differs');
  const whole = texts.map(([text = '']) => text);
  const named = textWidth(name, size) + CHIP / 2 + chipsWidth(whole, size) <= width;
  const said = chipTexts(texts, width, size);
  return (
    <div className="differs" ref={ref}>
      {named && (
        <span className="differs-name" aria-hidden="true">
          {name}
        </span>
      )}
      {said.map(
        (text, lane) => text && <LaneChip key={LANE_KEYS[lane]} lane={lane} whole={whole[lane] ?? ''} text={text} />,
      )}
    </div>
  );
}

function LaneChip({ lane, whole, text }: { lane: number; whole: string; text: string }) {
  const t = useT();
  const key = LANE_KEYS[lane] ?? 'a';
  const letter = key.toUpperCase();
  return (
    <button
      type="button"
      className={`differs-lane lane-${key}`}
      title={whole}
      aria-label={t('bar.lane', { lane: letter, words: whole })}
      onClick={() => (scenarioStore.getState().locked ? look({ refusedEdit: true }) : look({ editing: true }))}
    >
      <b className="badge" aria-hidden="true">
        {letter}
      </b>
      <span>{text}</span>
    </button>
  );
}

/**
 * A badge if constants of the model were changed; a click opens the model. A step of an act that changes one says so in its
 * text and in the title of the lane.
 */
function Changed() {
  const source = useContext(TakeawayContext);
  const openStep = useView((view) => view.openStep);
  const isStep = useScenario(({ document }) => openStep !== null && sameDocument(document, openStep.document));
  if (!source?.changes || isStep) return null;
  return (
    <button type="button" className="chip constants" title={source.changes.all} onClick={source.openModel}>
      {source.changes.mark}
    </button>
  );
}
