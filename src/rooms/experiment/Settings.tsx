/**
 * The settings of a scenario that have no field in the bar: CPUs and run length in a dialog, the constants in
 * `rooms/constants`.
 */

import { actions } from '../../page/actions';
import { useRefusal } from '../../page/useRefusal';
import { BEYOND_BAR } from '../../scenario/catalog';
import { numberFields, rangeIn } from '../../scenario/check';
import { readCpuList } from '../../scenario/cpuList';
import type { Scenario } from '../../scenario/generated/types';
import { factsOf } from '../../scenario/machines';
import { edit, useScenario } from '../../state/scenario';
import { look } from '../../state/view';
import { Dialog } from '../../ui/Dialog';
import { DraftField } from '../../ui/DraftField';
import { FieldMessages } from '../../ui/FieldMessages';
import { NumberField } from '../../ui/NumberField';
import { useT } from '../../words';
import { fieldTexts } from '../../words/fields';
import { Groups } from './Groups';
import { WorkloadNumber } from './WorkloadNumber';
import './settings.css';

/** A document that is bound to CPUs, or to none. */
function bound({ cpus: _, ...document }: Scenario, cpus: string): Scenario {
  return cpus === '' ? document : { ...document, cpus };
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
            {beyond.map((name) => (
              <WorkloadNumber key={name} name={name} scenario={scenario} />
            ))}
            <Milliseconds name="limit_ms" scenario={scenario} />
            <Milliseconds name="warmup_ms" scenario={scenario} />
          </div>
          <Groups scenario={scenario} />
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
  const { ids: all } = factsOf(scenario.machine);
  const label = t('field.cpus');
  return (
    <DraftField
      label={label}
      value={scenario.cpus ?? ''}
      placeholder={t('settings.cpus.all', { last: all - 1 })}
      accepts={(text) => text.trim() === '' || readCpuList(text, all).good}
      complaint={(value) => t('error.cpus', { field: label, value, last: all - 1 })}
      stays={(kept) => t('error.stays', { kept: kept || `0-${all - 1}` })}
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
