/** The rules of the kernel: its values, and those of the lanes. */
import type { ReactNode } from 'react';
import { KernelSelect } from '../../page/KernelSelect';
import { useRefusal } from '../../page/useRefusal';
import { isOf, kernelOf } from '../../scenario/catalog';
import { rangeIn } from '../../scenario/check';
import type { Rule } from '../../scenario/generated/rules';
import { RULE_SOURCES } from '../../scenario/generated/sources';
import type { Scenario } from '../../scenario/generated/types';
import { overridden, type RuleValue, rulesOf, withKernel, withoutRules, withRule } from '../../scenario/rules';
import { edit, useScenario } from '../../state/scenario';
import { LANE_KEYS, look } from '../../state/view';
import { Dialog } from '../../ui/Dialog';
import { FieldMessages } from '../../ui/FieldMessages';
import { NumberField } from '../../ui/NumberField';
import { fieldName, fieldTexts } from '../../words/fields';
import { useT } from '../../words/rules';
import { sourceText } from '../../words/sources';
import { choiceInWords, inWords, isRange, NONE, Value } from './RuleValue';
import { useSearch } from './search';
import './rules.css';
import './table-dialog.css';
import '../../ui/field.css';

export function Rules() {
  const t = useT();
  const scenario = useScenario((state) => state.document);
  const changed = overridden(scenario);
  const { field, found, none } = useSearch(rulesOf(scenario));
  return (
    <Dialog title={t('rules.title')} closeLabel={t('action.close')} onClose={() => look({ dialog: null })}>
      <div className="table-dialog">
        <div className="table-bar">
          <p className="unit">{t('rules.note')}</p>
        </div>
        <div className="table-bar">
          {field}
          <button type="button" className="button" onClick={() => look({ dialog: 'changes' })}>
            {t('changes.title')}
          </button>
          <button
            type="button"
            className="button"
            disabled={changed.length === 0}
            onClick={() => edit((document) => withoutRules(document))}
          >
            {t('rules.reset')}
          </button>
        </div>
        <FieldMessages>
          {/* A scrolling region has to be reachable by key. */}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
          <section className="table-scroll" tabIndex={0} aria-label={t('rules.title')}>
            <RulesTable
              rules={found}
              scenario={scenario}
              changed={new Set(changed.map(({ key }) => key))}
              kernels={(lane) => <KernelChoice scenario={scenario} lane={lane} />}
            />
            {none}
          </section>
        </FieldMessages>
      </div>
    </Dialog>
  );
}

export interface RulesTableProps {
  readonly rules: readonly Rule[];
  readonly scenario: Scenario;
  /** Those that are marked. */
  readonly changed: ReadonlySet<Rule['key']>;
  readonly caption?: ReactNode;
  /** What chooses the kernel of a lane. */
  readonly kernels?: (lane: number) => ReactNode;
}

/** The rules that differ between kernels: the values of this kernel, and those of each lane. */
export function RulesTable({ rules, scenario, changed, caption, kernels }: RulesTableProps) {
  const t = useT();
  const { kernel } = scenario;
  const lanes = LANE_KEYS.slice(0, scenario.lanes.length);
  return (
    <table className="wide-table rules-table">
      {caption}
      <thead>
        <tr>
          <th scope="col">{t('rules.rule')}</th>
          <th scope="col">{t('rules.kernel', { kernel })}</th>
          {lanes.map((lane, i) => (
            <th scope="col" key={lane}>
              <b className={`lane-${lane}`}>{lane.toUpperCase()}</b> {kernels?.(i)}
            </th>
          ))}
          <th scope="col" className="table-source">
            {t('settings.source')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rules.map((rule) => (
          <tr key={rule.key} data-changed={changed.has(rule.key)}>
            <th scope="row">
              {t(`rule.${rule.key}`)} <code>{rule.key}</code>
            </th>
            <td className="table-value" data-label={t('rules.kernel', { kernel })}>
              {isOf(rule.family, kernel) ? <Value rule={rule} kernel={kernel} /> : NONE}
            </td>
            {lanes.map((lane, i) => (
              <td key={lane} className="rules-lane" data-label={lane.toUpperCase()}>
                <Control rule={rule} lane={i} scenario={scenario} />
              </td>
            ))}
            <td className="table-source">{sourceText(RULE_SOURCES[rule.key])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The kernel of a lane: that of the experiment, or another one. */
function KernelChoice({ scenario, lane }: { scenario: Scenario; lane: number }) {
  const t = useT();
  const inLane = kernelOf(scenario, scenario.lanes[lane]);
  return (
    <KernelSelect
      bare
      own={inLane !== scenario.kernel}
      label={t('rules.kernel.of', { lane: LANE_KEYS[lane]?.toUpperCase() ?? '' })}
      value={inLane}
      onChange={(kernel) => edit((document) => withKernel(document, lane, kernel))}
    />
  );
}

/** The value of a lane: that of the kernel, or another one. */
function Control({ rule, lane, scenario }: { rule: Rule; lane: number; scenario: Scenario }) {
  const t = useT();
  const inLane = scenario.lanes[lane]?.rules?.[rule.key];
  const kernel = kernelOf(scenario, scenario.lanes[lane]);
  const { key, family, values, on } = rule;
  const field = `lanes[${lane}].rules.${key}`;
  const error = useRefusal(field);
  // A link may give such a kernel a value, which can be reset.
  if (inLane === undefined && !isOf(family, kernel)) return NONE;
  const set = (value: RuleValue | undefined) => edit((document) => withRule(document, lane, rule, value ?? on[kernel]));
  if (isRange(values)) {
    const range = rangeIn(scenario, field);
    return (
      <NumberField
        {...fieldTexts(field, range)}
        {...range}
        stays={(kept) => t('error.stays', { kept: kept || String(on[kernel]) })}
        bare
        value={inLane as number | undefined}
        placeholder={String(on[kernel])}
        error={error}
        onChange={set}
        onClear={() => set(undefined)}
      />
    );
  }
  const choices: readonly RuleValue[] = values === 'bool' ? [true, false] : values;
  const isOther = kernel !== scenario.kernel && on[kernel] !== undefined;
  const asked = t('rules.asKernel', { kernel });
  const asKernel = isOther ? t('said.of', { of: asked, said: inWords(on[kernel], t) }) : asked;
  return (
    <select
      className="control"
      data-own={inLane !== undefined}
      aria-label={fieldName(field)}
      value={inLane === undefined ? '' : String(inLane)}
      onChange={({ target }) => set(choices.find((choice) => String(choice) === target.value))}
    >
      <option value="">{asKernel}</option>
      {choices
        .filter((choice) => choice !== on[kernel] || choice === inLane)
        .map((choice) => (
          <option key={String(choice)} value={String(choice)}>
            {choiceInWords(rule, choice, t)}
          </option>
        ))}
    </select>
  );
}
