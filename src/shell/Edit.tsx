/** The editor of the scenario: its fields, and the switches of both lanes below each other. Lies over the stage. */
import { useEffect, useRef } from 'react';
import { Experiment } from '../rooms/experiment/Experiment';
import { NoEffect, useNoEffect } from '../rooms/verdict/NoEffect';
import { useScenario } from '../state/scenario';
import { isCovered, LANE_KEYS, look, viewStore } from '../state/view';
import { Icon } from '../ui/Icon';
import { useFocusBack } from '../ui/useFocusBack';
import { useT } from '../words';
import { presetNote } from '../words/presetNotes';
import { Switches } from './Switches';
import './edit.css';

const close = () => look({ editing: false });

export function Edit() {
  const t = useT();
  const preset = useScenario((state) => state.preset);
  const lanes = useScenario(({ document }) => document.lanes);
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
        <p>{presetNote(preset)}</p>
        <button type="button" className="quiet" aria-label={t('action.close')} title="Esc" onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      <Experiment />
      <div className="edit-lanes">
        {lanes.map((_, lane) => (
          <section key={LANE_KEYS[lane]} className={`edit-lane lane-${LANE_KEYS[lane]}`}>
            <b className="badge" aria-hidden="true">
              {LANE_KEYS[lane]?.toUpperCase()}
            </b>
            <Switches lane={lane} />
          </section>
        ))}
      </div>
      {idle && <NoEffect found={idle} />}
    </aside>
  );
}
