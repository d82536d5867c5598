/**
 * Chips for the settings of a scenario that have no field in the bar; a click opens the place where they are changed.
 */

import { BEYOND_BAR, WORKLOADS } from '../../scenario/catalog';
import { numberFields } from '../../scenario/check';
import { SCENARIO_DEFAULTS } from '../../scenario/generated/defaults';
import { useScenario } from '../../state/scenario';
import { look } from '../../state/view';
import { useT } from '../../words';
import { fieldIn, fieldName } from '../../words/fields';
import { count, exactly, tunableWords } from '../../words/format';
import '../../ui/chip.css';

export function SettingChips() {
  const t = useT();
  const scenario = useScenario((state) => state.document);
  const { workload, cpus, limit_ms, warmup_ms, tunables = {}, costs = {} } = scenario;
  const changedCosts = Object.keys(costs).length;
  const chip = (dialog: 'settings' | 'model', text: string | false) => (text === false ? [] : [{ dialog, text }]);
  const chips = [
    ...numberFields(workload).flatMap((name) => {
      const value = Reflect.get(workload, name) as number;
      const isChanged = value !== Reflect.get(WORKLOADS[workload.kind], name);
      return chip(
        'settings',
        BEYOND_BAR.includes(name) && isChanged && `${fieldName(fieldIn(scenario, `workload.${name}`))} ${count(value)}`,
      );
    }),
    ...chip('settings', cpus !== undefined && t('settings.chip.cpus', { list: cpus })),
    ...chip(
      'settings',
      limit_ms !== SCENARIO_DEFAULTS.limit_ms && t('settings.chip.limit', { time: exactly(limit_ms * 1e6) }),
    ),
    ...chip(
      'settings',
      warmup_ms !== SCENARIO_DEFAULTS.warmup_ms && t('settings.chip.warmup', { time: exactly(warmup_ms * 1e6) }),
    ),
    ...Object.entries(tunables).flatMap(([key, value]) => chip('model', tunableWords(key, value))),
    ...chip(
      'model',
      changedCosts > 0 && t(changedCosts === 1 ? 'settings.chip.cost' : 'settings.chip.costs', { count: changedCosts }),
    ),
  ];
  return (
    <div className="setting-chips">
      {chips.map(({ dialog, text }) => (
        <button key={text} type="button" className="chip" onClick={() => look({ dialog })}>
          {text}
        </button>
      ))}
      <button
        type="button"
        className="button more-settings"
        onClick={() => look({ dialog: 'settings' })}
        aria-label={t('settings.title')}
      >
        <span>{t('settings.title')}</span>
      </button>
    </div>
  );
}
