/** Which experiment is run: its name, and the list of all. */
import { isChanged, PRESET_IDS, type PresetId } from '../../scenario/presets';
import { choosePreset, useScenario } from '../../state/scenario';
import { Choice } from '../../ui/Choice';
import { useT } from '../../words';
import './name.css';

export function Name() {
  const t = useT();
  const preset = useScenario((state) => state.preset);
  const changed = useScenario((state) => isChanged(state.preset, state.document));
  return (
    <div className="bar-name">
      <Choice<PresetId>
        className="field-preset"
        label={t('preset.label')}
        title={t(`preset.${preset}.note`)}
        value={preset}
        options={PRESET_IDS.map((value) => ({ value, label: t(`preset.${value}`) }))}
        onChange={choosePreset}
      />
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
