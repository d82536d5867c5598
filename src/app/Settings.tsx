/** What a scenario holds beyond the bar: CPUs, length, tunables, costs. As chips, and as fields in a dialog. */
import { language, type MessageKey, useT } from '../i18n';
import { COSTS_ZH } from '../i18n/costs';
import { KERNELS, MACHINES, readCpuList } from '../scenario/catalog';
import { rangeIn } from '../scenario/check';
import { COSTS, type Cost } from '../scenario/generated/costs';
import { SCENARIO_DEFAULTS } from '../scenario/generated/defaults';
import type { Scenario, Tunables } from '../scenario/generated/types';
import { TUNABLES } from '../scenario/link';
import { edit, useScenario } from '../state/scenario';
import { look } from '../state/view';
import { Dialog } from '../ui/Dialog';
import { DraftField } from '../ui/DraftField';
import { FieldMessages } from '../ui/FieldMessages';
import { count, exactly } from '../ui/format';
import { NumberField } from '../ui/NumberField';
import { fieldTexts, useRefusal } from './errors';

type Tunable = keyof Tunables;

const isTime = (key: string): boolean => key.endsWith('_ns');

/** One of these lists with a value changed, or taken away. */
function withValue<T extends object>(values: T | undefined, key: string, value: number | undefined): T | undefined {
  const { [key]: _, ...rest } = (values ?? {}) as Record<string, number>;
  const next = value === undefined ? rest : { ...rest, [key]: value };
  return Object.keys(next).length > 0 ? (next as T) : undefined;
}

/** A document with an optional field put or left out. */
function put<K extends 'cpus' | 'tunables' | 'costs'>(document: Scenario, key: K, value: Scenario[K]): Scenario {
  const { [key]: _, ...rest } = document;
  return (value === undefined ? rest : { ...rest, [key]: value }) as Scenario;
}

export function SettingChips() {
  const t = useT();
  const { cpus, limit_ms, warmup_ms, tunables = {}, costs = {} } = useScenario((state) => state.document);
  const changedCosts = Object.keys(costs).length;
  const chips = [
    cpus !== undefined && t('settings.chip.cpus', { list: cpus }),
    limit_ms !== SCENARIO_DEFAULTS.limit_ms && t('settings.chip.limit', { time: exactly(limit_ms * 1e6) }),
    warmup_ms !== SCENARIO_DEFAULTS.warmup_ms && t('settings.chip.warmup', { time: exactly(warmup_ms * 1e6) }),
    ...Object.entries(tunables).map(([key, value]) =>
      isTime(key) ? `${key.slice(0, -'_ns'.length)} ${exactly(value)}` : `${key} ${value}`,
    ),
    changedCosts > 0 && t(changedCosts === 1 ? 'settings.chip.cost' : 'settings.chip.costs', { count: changedCosts }),
  ].filter((chip) => chip !== false);
  const open = () => look({ dialog: 'settings' });
  return (
    <div className="setting-chips">
      {chips.map((chip) => (
        <button key={chip} type="button" className="chip" onClick={open}>
          {chip}
        </button>
      ))}
      <button type="button" className="button more-settings" onClick={open} aria-label={t('settings.title')}>
        <span>{t('settings.title')}</span>
      </button>
    </div>
  );
}

export function Settings() {
  const t = useT();
  const scenario = useScenario((state) => state.document);
  const { kernel, tunables, costs } = scenario;
  const shown = TUNABLES.filter(
    (key) => (key === 'node_balance_ratio') === (KERNELS[kernel] === 'o1') || tunables?.[key] !== undefined,
  );
  return (
    <Dialog title={t('settings.title')} closeLabel={t('action.close')} onClose={() => look({ dialog: null })}>
      <div className="settings">
        <FieldMessages>
          <div className="settings-fields">
            <Cpus scenario={scenario} />
            <Milliseconds name="limit_ms" scenario={scenario} />
            <Milliseconds name="warmup_ms" scenario={scenario} />
            {shown.map((key) => (
              <TunableField key={key} name={key} scenario={scenario} />
            ))}
          </div>
        </FieldMessages>
        <h3>{t('settings.costs')}</h3>
        <p className="unit">{t('settings.costs.note')}</p>
        <FieldMessages>
          <div className="settings-costs">
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('settings.cost')}</th>
                  <th scope="col">{t('settings.value')}</th>
                  <th scope="col">{t('settings.grade')}</th>
                  <th scope="col">{t('settings.source')}</th>
                </tr>
              </thead>
              <tbody>
                {COSTS.map((cost) => (
                  <CostRow key={cost.key} cost={cost} scenario={scenario} />
                ))}
              </tbody>
            </table>
          </div>
        </FieldMessages>
        {costs && (
          <div className="dialog-actions">
            <button
              type="button"
              className="button"
              onClick={() => edit((document) => put(document, 'costs', undefined))}
            >
              {t('settings.costs.reset')}
            </button>
          </div>
        )}
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
      onChange={(text) => edit((document) => put(document, 'cpus', text === '' ? undefined : text.replace(/\s/g, '')))}
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

function TunableField({ name, scenario }: { name: Tunable; scenario: Scenario }) {
  const t = useT();
  const field = `tunables.${name}`;
  const range = rangeIn(scenario, field);
  const set = (value: number | undefined) =>
    edit((document) => put(document, 'tunables', withValue(document.tunables, name, value)));
  return (
    <NumberField
      {...fieldTexts(field, range)}
      {...range}
      value={scenario.tunables?.[name]}
      placeholder={t('settings.tunable.default')}
      error={useRefusal(field)}
      onChange={set}
      onClear={() => set(undefined)}
    />
  );
}

function CostRow({ cost, scenario }: { cost: Cost; scenario: Scenario }) {
  const t = useT();
  const { key, unit, min, max, meaning, on } = cost;
  const evidence = on[scenario.machine];
  const own = scenario.costs?.[key];
  const field = `costs.${key}`;
  const set = (value: number | undefined) =>
    edit((document) =>
      put(document, 'costs', withValue(document.costs, key, value === evidence.value ? undefined : value)),
    );
  const grade: MessageKey = `grade.${evidence.grade}`;
  return (
    <tr data-changed={own !== undefined}>
      <th scope="row">
        {language() === 'zh' ? COSTS_ZH[key] : meaning} <code>{key}</code>
      </th>
      <td>
        <NumberField
          {...fieldTexts(field, { min, max })}
          min={min}
          max={max}
          bare
          value={own}
          placeholder={String(evidence.value)}
          error={useRefusal(field)}
          onChange={set}
          onClear={() => set(undefined)}
        />
        <span className="unit">{unit}</span>
      </td>
      <td>{own === undefined ? t(grade) : '–'}</td>
      <td lang="en">{own === undefined ? evidence.source : t('settings.changed', { value: count(evidence.value) })}</td>
    </tr>
  );
}
