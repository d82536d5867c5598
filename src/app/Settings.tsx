/** What a scenario holds beyond the bar, as chips; CPUs and length as fields in a dialog, the constants in `Model.tsx`. */
import { useT } from '../i18n';
import { MACHINES, readCpuList } from '../scenario/catalog';
import { rangeIn } from '../scenario/check';
import { SCENARIO_DEFAULTS } from '../scenario/generated/defaults';
import type { Scenario } from '../scenario/generated/types';
import { edit, useScenario } from '../state/scenario';
import { look } from '../state/view';
import { Dialog } from '../ui/Dialog';
import { DraftField } from '../ui/DraftField';
import { FieldMessages } from '../ui/FieldMessages';
import { fieldTexts } from '../ui/fields';
import { exactly } from '../ui/format';
import { NumberField } from '../ui/NumberField';
import { actions } from './actions';
import { useRefusal } from './errors';

const isTime = (key: string): boolean => key.endsWith('_ns');

/** A document that is bound to CPUs, or to none. */
function bound({ cpus: _, ...document }: Scenario, cpus: string): Scenario {
  return cpus === '' ? document : { ...document, cpus };
}

export function SettingChips() {
  const t = useT();
  const { cpus, limit_ms, warmup_ms, tunables = {}, costs = {} } = useScenario((state) => state.document);
  const changedCosts = Object.keys(costs).length;
  const chip = (dialog: 'settings' | 'model', text: string | false) => (text === false ? [] : [{ dialog, text }]);
  const chips = [
    ...chip('settings', cpus !== undefined && t('settings.chip.cpus', { list: cpus })),
    ...chip(
      'settings',
      limit_ms !== SCENARIO_DEFAULTS.limit_ms && t('settings.chip.limit', { time: exactly(limit_ms * 1e6) }),
    ),
    ...chip(
      'settings',
      warmup_ms !== SCENARIO_DEFAULTS.warmup_ms && t('settings.chip.warmup', { time: exactly(warmup_ms * 1e6) }),
    ),
    ...Object.entries(tunables).flatMap(([key, value]) =>
      chip('model', isTime(key) ? `${key.slice(0, -'_ns'.length)} ${exactly(value)}` : `${key} ${value}`),
    ),
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

export function Settings() {
  const t = useT();
  const scenario = useScenario((state) => state.document);
  return (
    <Dialog title={t('settings.title')} closeLabel={t('action.close')} onClose={() => look({ dialog: null })}>
      <div className="settings">
        <FieldMessages>
          <div className="settings-fields">
            <Cpus scenario={scenario} />
            <Milliseconds name="limit_ms" scenario={scenario} />
            <Milliseconds name="warmup_ms" scenario={scenario} />
          </div>
        </FieldMessages>
        <p className="unit">{t('settings.model')}</p>
        <div className="dialog-actions">
          <button
            type="button"
            className="button"
            onClick={actions.model.perform}
            aria-keyshortcuts={actions.model.key}
          >
            {t('action.model')}
          </button>
        </div>
      </div>
    </Dialog>
  );
}

function Cpus({ scenario }: { scenario: Scenario }) {
  const t = useT();
  const { cpus: all } = MACHINES[scenario.machine];
  const label = t('field.cpus');
  return (
    <DraftField
      label={label}
      value={scenario.cpus ?? ''}
      placeholder={t('settings.cpus.all', { last: all - 1 })}
      accepts={(text) => text.trim() === '' || readCpuList(text, all).good}
      complaint={(value) => t('error.cpus', { field: label, value, last: all - 1 })}
      dropped={(value, kept) => t('error.dropped', { field: label, value, kept: kept || `0-${all - 1}` })}
      error={useRefusal('cpus')}
      onChange={(text) => edit((document) => bound(document, text.replace(/\s/g, '')))}
    />
  );
}

function Milliseconds({ name, scenario }: { name: 'limit_ms' | 'warmup_ms'; scenario: Scenario }) {
  const range = rangeIn(scenario, name);
  return (
    <NumberField
      {...fieldTexts(name, range)}
      {...range}
      value={scenario[name]}
      error={useRefusal(name)}
      onChange={(value) => edit((document) => ({ ...document, [name]: value }))}
    />
  );
}
