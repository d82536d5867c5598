/** What a scenario holds beyond the bar, as chips; CPUs and length as fields in a dialog, the constants in `Model.tsx`. */
import { useT } from '../i18n';
import { BEYOND_BAR, MACHINES, readCpuList, WORKLOADS } from '../scenario/catalog';
import { numberFields, rangeIn } from '../scenario/check';
import { overridden } from '../scenario/constants';
import { SCENARIO_DEFAULTS } from '../scenario/generated/defaults';
import type { Scenario } from '../scenario/generated/types';
import { edit, useScenario } from '../state/scenario';
import { look } from '../state/view';
import { Dialog } from '../ui/Dialog';
import { DraftField } from '../ui/DraftField';
import { FieldMessages } from '../ui/FieldMessages';
import { fieldName, fieldTexts } from '../ui/fields';
import { count, exactly } from '../ui/format';
import { NumberField } from '../ui/NumberField';
import { actions } from './actions';
import { useRefusal } from './errors';
import { WorkloadNumber } from './WorkloadNumber';

const isTime = (key: string): boolean => key.endsWith('_ns');

/** A document that is bound to CPUs, or to none. */
function bound({ cpus: _, ...document }: Scenario, cpus: string): Scenario {
  return cpus === '' ? document : { ...document, cpus };
}

/** A document of which one lane is bound to CPUs of its own, or not. */
function laneBound(document: Scenario, index: number, list: string): Scenario {
  const lanes = document.lanes.map((lane, i) => {
    if (i !== index) return lane;
    const { cpus: _, ...rest } = lane;
    return list === '' ? rest : { ...rest, cpus: list };
  });
  return { ...document, lanes };
}

export function SettingChips() {
  const t = useT();
  const scenario = useScenario((state) => state.document);
  const { workload, cpus, limit_ms, warmup_ms, tunables = {}, costs = {} } = scenario;
  const rules = overridden(scenario).length;
  const changedCosts = Object.keys(costs).length;
  const chip = (dialog: 'settings' | 'model' | 'rules', text: string | false) =>
    text === false ? [] : [{ dialog, text }];
  const chips = [
    ...numberFields(workload).flatMap((name) => {
      const value = Reflect.get(workload, name) as number;
      const own = value !== Reflect.get(WORKLOADS[workload.kind], name);
      return chip('settings', BEYOND_BAR.includes(name) && own && `${fieldName(`workload.${name}`)} ${count(value)}`);
    }),
    ...chip('settings', cpus !== undefined && t('settings.chip.cpus', { list: cpus })),
    ...scenario.lanes.flatMap((lane, i) =>
      chip(
        'settings',
        lane.cpus !== undefined && t('settings.chip.lane', { lane: i === 0 ? 'A' : 'B', list: lane.cpus }),
      ),
    ),
    ...chip('rules', rules > 0 && t(rules === 1 ? 'rules.changed.one' : 'rules.changed', { count: rules })),
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
  const beyond = numberFields(scenario.workload).filter((name) => BEYOND_BAR.includes(name));
  return (
    <Dialog title={t('settings.title')} closeLabel={t('action.close')} onClose={() => look({ dialog: null })}>
      <div className="settings">
        <FieldMessages>
          <div className="settings-fields">
            <Cpus scenario={scenario} />
            {scenario.lanes.map((_, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a lane is its position
              <LaneCpus key={i} lane={i} scenario={scenario} />
            ))}
            {beyond.map((name) => (
              <WorkloadNumber key={name} name={name} scenario={scenario} />
            ))}
            <Milliseconds name="limit_ms" scenario={scenario} />
            <Milliseconds name="warmup_ms" scenario={scenario} />
          </div>
        </FieldMessages>
        <p className="unit">{t('settings.model')}</p>
        <div className="dialog-actions">
          <button
            type="button"
            className="button"
            onClick={actions.rules.perform}
            aria-keyshortcuts={actions.rules.key}
          >
            {t('rules.title')}
          </button>
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

/** The CPUs of one lane, where they are others than those of the scenario. */
function LaneCpus({ lane, scenario }: { lane: number; scenario: Scenario }) {
  const t = useT();
  const { cpus: all } = MACHINES[scenario.machine];
  const label = t('field.lane.cpus', { lane: lane === 0 ? 'A' : 'B' });
  const usual = scenario.cpus ?? `0-${all - 1}`;
  return (
    <DraftField
      label={label}
      value={scenario.lanes[lane]?.cpus ?? ''}
      placeholder={t('settings.cpus.above')}
      accepts={(text) => text.trim() === '' || readCpuList(text, all).good}
      complaint={(value) => t('error.cpus', { field: label, value, last: all - 1 })}
      dropped={(value, kept) => t('error.dropped', { field: label, value, kept: kept || usual })}
      error={useRefusal(`lanes[${lane}].cpus`)}
      onChange={(text) => edit((document) => laneBound(document, lane, text.replace(/\s/g, '')))}
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
