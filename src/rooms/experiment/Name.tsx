/** Which experiment is run: its name, and the list of all. */
import { useEffect, useState } from 'react';
import { whenIdle } from '../../engine/idle';
import { aboutScenario, useTitle } from '../../page/title';
import { isChanged, ON_CONTAINERS, PRESET_IDS, type PresetId } from '../../scenario/presets';
import { choosePreset } from '../../state/run';
import { useScenario } from '../../state/scenario';
import { Choice } from '../../ui/Choice';
import { useT } from '../../words';
import { byWords } from '../../words/phrases';
import './name.css';

type NoteOf = typeof import('../../words/presetNotes').presetNote;

/** The descriptions of the experiments, loaded when the page is idle. */
function useNotes(): NoteOf | null {
  const [noteOf, know] = useState<NoteOf | null>(null);
  useEffect(() => {
    let shown = true;
    void whenIdle()
      .then(() => import('../../words/presetNotes'))
      .then(({ presetNote }) => shown && know(() => presetNote))
      // The name is read without it, too.
      .catch(() => {});
    return () => {
      shown = false;
    };
  }, []);
  return noteOf;
}

export function Name() {
  const t = useT();
  const preset = useScenario((state) => state.preset);
  const noteOf = useNotes();
  const title = useTitle();
  const about = useScenario((state) => aboutScenario(state, noteOf));
  const changed = useScenario(({ preset, document, author }) => author.title === '' && isChanged(preset, document));
  return (
    <div className="bar-name">
      <div className="bar-named">
        {/* A closed `select` cuts its label to one line, so the name is below it, with line breaks. */}
        <b aria-hidden="true">{byWords(title)}</b>
        <Choice<PresetId>
          className="field-preset"
          label={t('preset.label')}
          title={about}
          value={preset}
          options={PRESET_IDS.map((value) => ({
            value,
            label: t(`preset.${value}`),
            group: ON_CONTAINERS.includes(value) ? t('preset.containers') : undefined,
          }))}
          onChange={choosePreset}
        />
      </div>
      {changed && (
        <span className="bar-changed">
          <span title={t('preset.changed', { name: t(`preset.${preset}`) })}>{t('bar.changed')}</span>{' '}
          <button type="button" className="link" onClick={() => choosePreset(preset)}>
            {t('preset.back')}
          </button>
        </span>
      )}
    </div>
  );
}
