/** The fields that the lanes of an experiment share: machine, workload and its numbers, seed. */
import { useRefusal } from '../../page/useRefusal';
import {
  BEYOND_BAR,
  CHOSEN_WORKLOADS,
  hasLaneOf,
  MACHINES,
  PUBLISHED_LOOPS,
  WORKLOAD_FACTS,
  WORKLOADS,
  type WorkloadKind,
} from '../../scenario/catalog';
import { numberFields, rangeOf } from '../../scenario/check';
import { decidedBy, decidesOf } from '../../scenario/decides';
import { DECIDES } from '../../scenario/generated/deciding';
import type { Decides, MachineId, Scenario } from '../../scenario/generated/types';
import { isOwn } from '../../scenario/machines';
import { edit, useScenario } from '../../state/scenario';
import { look } from '../../state/view';
import { Choice } from '../../ui/Choice';
import { FieldMessages } from '../../ui/FieldMessages';
import { NumberField } from '../../ui/NumberField';
import { useT } from '../../words';
import { fieldTexts } from '../../words/fields';
import { count } from '../../words/format';
import { machineName } from '../../words/machines';
import { SettingChips } from './SettingChips';
import { setWorkload, WorkloadNumber } from './WorkloadNumber';
import '../../ui/field.css';
import '../../ui/flag.css';
import './experiment.css';

/** In the menu, the place of a machine that is spelt out, and of one that is to be. */
const OWN = 'own';
const ANOTHER = 'another';
const EDIT = 'edit';

export function Experiment() {
  const t = useT();
  const scenario = useScenario((state) => state.document);
  const { workload } = scenario;
  const seedRange = rangeOf('seed');
  const machineError = useRefusal('machine');
  const { load } = WORKLOAD_FACTS[workload.kind];
  const numbers = [load, ...numberFields(workload).filter((key) => key !== load && !BEYOND_BAR.includes(key))];

  return (
    <div className="experiment">
      <FieldMessages>
        <Choice<MachineId | typeof OWN | typeof ANOTHER | typeof EDIT>
          label={t('field.machine')}
          value={isOwn(scenario.machine) ? OWN : scenario.machine}
          error={machineError}
          options={[
            ...(isOwn(scenario.machine) ? [{ value: OWN, label: machineName(scenario.machine) } as const] : []),
            ...(Object.keys(MACHINES) as MachineId[]).map((value) => ({ value, label: machineName(value) })),
            ...(isOwn(scenario.machine) ? [{ value: EDIT, label: t('machine.edit') } as const] : []),
            { value: ANOTHER, label: t('machine.own') },
          ]}
          onChange={(machine) => {
            if (machine === ANOTHER || machine === EDIT) look({ dialog: 'own' });
            else if (machine !== OWN) edit((document) => onMachine(document, machine));
          }}
        />
        <Choice<WorkloadKind>
          label={t('field.workload.kind')}
          value={workload.kind}
          options={[...new Set([...CHOSEN_WORKLOADS, workload.kind])].map((value) => ({
            value,
            label: t(`workload.${value}`),
          }))}
          onChange={(kind) => setWorkload({ ...WORKLOADS[kind] })}
        />
        {numbers.map((key) => (
          <WorkloadNumber key={`${workload.kind}.${key}`} name={key} scenario={scenario} />
        ))}
        {workload.kind === 'rtapp' && (
          <div className="field flags">
            <button type="button" className="button" onClick={() => look({ dialog: 'work' })}>
              {t('workload.open')}
            </button>
          </div>
        )}
        {workload.kind === 'pairs' && (
          <div className="field flags">
            <Flag
              label={t('field.workload.forked')}
              on={workload.forked}
              set={(forked) => setWorkload({ ...workload, forked })}
            />
          </div>
        )}
        {workload.kind === 'hackbench' && (
          <div className="field flags">
            <Flag
              label={t('field.workload.pipe')}
              on={workload.pipe}
              set={(pipe) => setWorkload({ ...workload, pipe })}
            />
            <Flag
              label={t('field.workload.threads')}
              on={workload.threads}
              set={(threads) => setWorkload({ ...workload, threads })}
            />
          </div>
        )}
        <NumberField
          {...fieldTexts('seed', seedRange)}
          {...seedRange}
          value={scenario.seed}
          error={useRefusal('seed')}
          onChange={(seed) => edit((document) => ({ ...document, seed }))}
        />
        <Choice<Decides>
          label={t('field.decides')}
          value={decidesOf(scenario)}
          error={useRefusal('decides')}
          options={DECIDES.map((value) => ({ value, label: t(`decides.${value}`) }))}
          onChange={(decides) => edit((document) => decidedBy(document, decides))}
        />
        <SettingChips />
        <LoopsNote scenario={scenario} />
      </FieldMessages>
    </div>
  );
}

/** Another machine may not have the CPUs the workload was bound to. */
function onMachine({ cpus: _, ...document }: Scenario, machine: MachineId): Scenario {
  return { ...document, machine, lanes: document.lanes.map(({ cpus: __, ...lane }) => lane) };
}

function Flag({ label, on, set }: { label: string; on: boolean; set: (on: boolean) => void }) {
  return (
    <label className="flag">
      <input type="checkbox" checked={on} onChange={({ target }) => set(target.checked)} />
      {label}
    </label>
  );
}

/** How much longer the published hackbench runs were. */
function LoopsNote({ scenario }: { scenario: Scenario }) {
  const t = useT();
  const { workload } = scenario;
  if (workload.kind !== 'hackbench' || hasLaneOf('o1', scenario)) return null;
  return (
    <p className="loops-note">
      {t('field.loops.paper', { loops: count(workload.loops), paper: count(PUBLISHED_LOOPS) })}
    </p>
  );
}
