/**
 * The editor of the scenario, over the stage: the author's words, the fields of both lanes, and a column for each lane.
 */
import { useEffect, useRef } from 'react';
import { AuthorFields } from '../rooms/experiment/AuthorFields';
import { Experiment } from '../rooms/experiment/Experiment';
import { LaneFields } from '../rooms/experiment/LaneFields';
import { NoEffect, useNoEffect } from '../rooms/verdict/NoEffect';
import { useScenario } from '../state/scenario';
import { isCovered, LANE_KEYS, look, viewStore } from '../state/view';
import { FieldMessages } from '../ui/FieldMessages';
import { Icon } from '../ui/Icon';
import { useFocusBack } from '../ui/useFocusBack';
import { useT } from '../words';
import { Switches } from './Switches';
import './edit.css';

const close = () => look({ editing: false });

export function Edit() {
  const t = useT();
  const scenario = useScenario((state) => state.document);
  const idle = useNoEffect();
  const panel = useRef<HTMLElement>(null);
  useFocusBack(panel);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isCovered(viewStore.getState())) return;
      event.preventDefault();
      close();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  return (
    <aside ref={panel} className="edit" aria-label={t('action.edit')}>
      <header>
        <h2>{t('bar.edit')}</h2>
        <button type="button" className="quiet" aria-label={t('action.close')} title="Esc" onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      <FieldMessages>
        <AuthorFields />
      </FieldMessages>
      <Experiment />
      <div className="edit-lanes">
        {scenario.lanes.map((_, lane) => (
          <section key={LANE_KEYS[lane]} className={`edit-lane lane-${LANE_KEYS[lane]}`}>
            <b className="badge" aria-hidden="true">
              {LANE_KEYS[lane]?.toUpperCase()}
            </b>
            <div className="edit-fields">
              <LaneFields lane={lane} scenario={scenario}>
                <Switches lane={lane} />
              </LaneFields>
            </div>
          </section>
        ))}
      </div>
      {idle && <NoEffect found={idle} />}
    </aside>
  );
}
