/** Control groups, and which group, nice value and slice each kind of task has. */
import { useRef } from 'react';
import { useRefusal } from '../../page/useRefusal';
import { hasLaneOf } from '../../scenario/catalog';
import { rangeOf } from '../../scenario/check';
import { readCpuList } from '../../scenario/cpuList';
import { MAX_NAME } from '../../scenario/generated/limits';
import { RULES } from '../../scenario/generated/rules';
import type { ControlGroup, RuleOverrides, Scenario, TaskKind, Workload } from '../../scenario/generated/types';
import {
  kindsOf,
  LEAST_QUOTA_US,
  ownOf,
  POLICIES,
  taskSettingOf,
  withGroup,
  withGroupAt,
  withoutGroup,
  withTaskSetting,
} from '../../scenario/groups';
import { factsOf } from '../../scenario/machines';
import { ruleIn } from '../../scenario/rules';
import { visible } from '../../scenario/visible';
import { edit } from '../../state/scenario';
import { Choice } from '../../ui/Choice';
import { DraftField } from '../../ui/DraftField';
import { NumberField } from '../../ui/NumberField';
import { useT } from '../../words';
import { fieldTexts } from '../../words/fields';
import { type GroupKey, useGroupWords } from './groupWords';

/** A group by its name, or by its number from 1 on. */
function useNameOf() {
  const word = useGroupWords();
  return ({ name }: ControlGroup, i: number): string => name || word('unnamed', { number: i + 1 });
}

/** The name of a kind of task in a workload. */
function kindWord({ kind: workload }: Workload, kind: TaskKind): GroupKey {
  if (workload === 'schbench') return kind === 'client' ? 'kind.messenger' : 'kind.worker';
  return workload === 'sharing' ? 'kind.thread' : `kind.${kind}`;
}

export function Groups({ scenario }: { readonly scenario: Scenario }) {
  const word = useGroupWords();
  const nameOf = useNameOf();
  const { groups = [], workload } = scenario;
  const list = useRef<HTMLElement>(null);
  /** The button goes with its group: on to the next one's, after the last to that which adds one. */
  const remove = (at: number) => {
    edit((document) => withoutGroup(document, at));
    const { current: element } = list;
    requestAnimationFrame(() => {
      const left = element?.querySelectorAll<HTMLElement>('fieldset > .button');
      (left?.[at] ?? left?.[at - 1] ?? element?.querySelector<HTMLElement>(':scope > .button'))?.focus();
    });
  };
  const isFull = groups.length >= rangeOf('groups').max;
  return (
    <>
      <section className="settings-groups" aria-labelledby="settings-groups" ref={list}>
        <h3 id="settings-groups">{word('title')}</h3>
        <p className="unit">{word('note')}</p>
        {groups.length > 0 && hasLaneOf('o1', scenario) && <p className="unit">{word('o1')}</p>}
        {groups.map((group, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a group is its number
          <fieldset key={i}>
            <legend>{nameOf(group, i)}</legend>
            <Group of={group} at={i} scenario={scenario} />
            <button type="button" className="button" onClick={() => remove(i)}>
              {word('remove', { name: nameOf(group, i) })}
            </button>
          </fieldset>
        ))}
        {!isFull && (
          <button type="button" className="button" onClick={() => edit((document) => withGroup(document, ''))}>
            {word('add')}
          </button>
        )}
      </section>
      <section className="settings-groups" aria-labelledby="settings-tasks">
        <h3 id="settings-tasks">{word('tasks')}</h3>
        <p className="unit">{word('policies')}</p>
        {policyNotes(scenario).map((note) => (
          <p key={note} className="unit">
            {word(note)}
          </p>
        ))}
        {kindsOf(workload).map((kind) => (
          <Asked key={kind} kind={kind} scenario={scenario} />
        ))}
      </section>
    </>
  );
}

/** Whether some lane has a kernel without a rule that is a yes or a no. */
function lacksRule(scenario: Scenario, key: keyof RuleOverrides): boolean {
  const rule = RULES.find((one) => one.key === key);
  return rule !== undefined && scenario.lanes.some((_, lane) => !ruleIn(scenario, lane, rule));
}

/** What the policies and idle groups of a scenario do not do in some of its lanes. */
function policyNotes(scenario: Scenario): GroupKey[] {
  const { groups = [], tasks = [] } = scenario;
  const notes: GroupKey[] = [];
  if (tasks.some(({ policy }) => policy !== undefined) && hasLaneOf('o1', scenario)) notes.push('policiesO1');
  if (groups.some(({ idle }) => idle) && lacksRule(scenario, 'cpu_idle')) notes.push('noCpuIdle');
  if (groups.some(({ burst_us }) => burst_us) && lacksRule(scenario, 'cpu_burst')) notes.push('noBurst');
  return notes;
}

interface GroupProps {
  readonly of: ControlGroup;
  readonly at: number;
  readonly scenario: Scenario;
}

function Group({ of, at, scenario }: GroupProps) {
  const t = useT();
  const word = useGroupWords();
  const nameOf = useNameOf();
  const before = (scenario.groups ?? []).slice(0, at);
  const { ids: all } = factsOf(scenario.machine);
  const change = (next: Partial<ControlGroup>) => edit((document) => withGroupAt(document, at, next));
  const field = (key: string) => `groups[${at}].${key}`;
  const quota = rangeOf(field('quota_us'));
  const refusals = {
    burst_us: useRefusal(field('burst_us')),
    parent: useRefusal(field('parent')),
    cpus: useRefusal(field('cpus')),
  };
  const whole = (key: 'weight' | 'period_us') => ({
    ...fieldTexts(field(key), rangeOf(field(key))),
    ...rangeOf(field(key)),
  });
  return (
    <div className="settings-fields">
      <DraftField
        label={word('name')}
        value={of.name}
        accepts={(text) => [...text.trim()].length <= MAX_NAME}
        complaint={() => word('nameLong', { most: MAX_NAME })}
        stays={(kept) => t('error.stays', { kept: kept || word('unnamed', { number: at + 1 }) })}
        error={useRefusal(field('name'))}
        onChange={(name) => change({ name: visible(name) })}
      />
      <NumberField
        {...whole('weight')}
        value={of.weight}
        error={useRefusal(field('weight'))}
        onChange={(weight) => change({ weight })}
      />
      <NumberField
        {...fieldTexts(field('quota_us'), { ...quota, min: LEAST_QUOTA_US })}
        min={LEAST_QUOTA_US}
        max={quota.max}
        placeholder={word('max')}
        value={of.quota_us === 0 ? undefined : of.quota_us}
        complaint={(value) => word('quotaLeast', { value, least: LEAST_QUOTA_US })}
        error={useRefusal(field('quota_us'))}
        onChange={(quota_us) => change({ quota_us, burst_us: Math.min(of.burst_us ?? 0, quota_us) })}
        onClear={() => change({ quota_us: 0, burst_us: 0 })}
      />
      <NumberField
        {...whole('period_us')}
        value={of.period_us}
        error={useRefusal(field('period_us'))}
        onChange={(period_us) => change({ period_us })}
      />
      {of.quota_us > 0 && (
        <NumberField
          {...fieldTexts(field('burst_us'), { min: 0, max: of.quota_us })}
          min={0}
          max={of.quota_us}
          value={of.burst_us ?? 0}
          error={refusals.burst_us}
          onChange={(burst_us) => change({ burst_us })}
        />
      )}
      <Choice
        label={t('field.groups.idle')}
        value={String(of.idle ?? false)}
        options={['false', 'true'].map((value) => ({ value, label: word(`idle.${value as 'false' | 'true'}`) }))}
        error={useRefusal(field('idle'))}
        onChange={(value) => change({ idle: value === 'true' })}
      />
      {before.length > 0 && (
        <Choice
          label={t('field.groups.parent')}
          value={String(of.parent ?? 0)}
          options={[
            { value: '0', label: word('root') },
            ...before.map((one, i) => ({ value: String(i + 1), label: nameOf(one, i) })),
          ]}
          error={refusals.parent}
          onChange={(value) => change({ parent: Number(value) })}
        />
      )}
      <DraftField
        label={t('field.groups.cpus')}
        value={of.cpus ?? ''}
        placeholder={word('allCpus')}
        accepts={(text) => text.trim() === '' || readCpuList(text, all).good}
        complaint={(value) => t('error.cpus', { field: t('field.groups.cpus'), value, last: all - 1 })}
        stays={(kept) => t('error.stays', { kept: kept || word('allCpus') })}
        error={refusals.cpus}
        onChange={(list) => change({ cpus: list.replace(/\s/g, '') })}
      />
    </div>
  );
}

function Asked({ kind, scenario }: { readonly kind: TaskKind; readonly scenario: Scenario }) {
  const t = useT();
  const word = useGroupWords();
  const nameOf = useNameOf();
  const { groups = [], workload } = scenario;
  const asked = taskSettingOf(scenario, kind);
  const change = (next: Partial<typeof asked>) => edit((document) => withTaskSetting(document, kind, next));
  const at = (scenario.tasks ?? []).findIndex((task) => task.kind === kind);
  const field = (key: string) => `tasks[${Math.max(at, 0)}].${key}`;
  const refusals = { nice: useRefusal(field('nice')), slice_us: useRefusal(field('slice_us')) };
  const group = useRefusal(field('group'));
  const policy = useRefusal(field('policy'));
  const asks = (['nice', 'slice_us'] as const).filter((key) => !ownOf(workload).includes(key));
  const number = (key: 'nice' | 'slice_us') => {
    const range = rangeOf(field(key));
    return (
      <NumberField
        key={key}
        {...fieldTexts(field(key), range)}
        {...range}
        value={asked[key]}
        error={at < 0 ? undefined : refusals[key]}
        onChange={(value) => change({ [key]: value })}
      />
    );
  };
  return (
    <fieldset>
      <legend>{word(kindWord(workload, kind))}</legend>
      <div className="settings-fields">
        {asks.map(number)}
        <Choice
          label={t('field.tasks.policy')}
          value={asked.policy ?? 'normal'}
          options={POLICIES.map((value) => ({ value, label: `SCHED_${value.toUpperCase()}` }))}
          error={at < 0 ? undefined : policy}
          onChange={(value) => change({ policy: value })}
        />
        {groups.length > 0 && (
          <Choice
            label={word('group')}
            value={String(asked.group)}
            options={[
              { value: '0', label: word('root') },
              ...groups.map((one, i) => ({ value: String(i + 1), label: nameOf(one, i) })),
            ]}
            error={at < 0 ? undefined : group}
            onChange={(value) => change({ group: Number(value) })}
          />
        )}
      </div>
    </fieldset>
  );
}
