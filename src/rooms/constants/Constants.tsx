/** "The model, open": every constant with its evidence; each can be changed, and the link carries the change. */
import { useState } from 'react';
import { useRefusal } from '../../page/useRefusal';
import {
  type Constant,
  constants,
  fieldOf,
  isChanged,
  SECTIONS,
  type ShownGrade,
  withConstant,
} from '../../scenario/constants';
import { COSTS } from '../../scenario/generated/costs';
import type { Grade } from '../../scenario/generated/types';
import { ruleChanges, rulesOf, withRule } from '../../scenario/rules';
import { type Tunable, withLaneTunable } from '../../scenario/tunables';
import { edit, scenarioStore, useScenario } from '../../state/scenario';
import { LANE_KEYS, look } from '../../state/view';
import { Dialog } from '../../ui/Dialog';
import { FieldMessages } from '../../ui/FieldMessages';
import { type Column, FigureTable } from '../../ui/FigureTable';
import { NumberField } from '../../ui/NumberField';
import { Segmented } from '../../ui/Segmented';
import { costName } from '../../words/costs';
import { fieldName, fieldTexts } from '../../words/fields';
import { count, letter } from '../../words/format';
import { useT } from '../../words/rules';
import { sourceText } from '../../words/sources';
import { unitWord } from '../../words/units';
import { RulesTable } from './Rules';
import { useWords } from './words';
import '../../ui/segmented-rows.css';
import './constants.css';
import './table-dialog.css';

/** A rule is read from the source of its kernel. */
const RULE_GRADE: Grade = 'published';
const GRADES: readonly ShownGrade[] = ['yours', 'published', 'measured', 'fitted', 'assumed'];
const FILTERS = ['all', 'changed', ...GRADES] as const;
type Filter = (typeof FILTERS)[number];

const meaning = ({ section, key }: Constant): string => {
  const cost = section === 'costs' ? COSTS.find((one) => one.key === key) : undefined;
  return cost ? costName(cost) : fieldName(`${section}.${key}`).replace(/ \(ns\)$/, '');
};

const set = (constant: Constant, value: number | null): void =>
  edit((document) => withConstant(document, constant, value));

/** Everything as the experiment has it. */
const resetAll = (): void =>
  edit((document) => {
    const { preset } = scenarioStore.getState();
    const plain = constants(document, preset)
      .filter(isChanged)
      .reduce((scenario, constant) => withConstant(scenario, constant, constant.own), document);
    return ruleChanges(document, preset).reduce(
      (scenario, { lane, rule, own }) => withRule(scenario, lane, rule, own),
      plain,
    );
  });

export function Model() {
  const t = useT();
  const words = useWords();
  const [filter, setFilter] = useState<Filter>('all');
  const scenario = useScenario((state) => state.document);
  const preset = useScenario((state) => state.preset);
  const all = constants(scenario, preset);
  const rules = rulesOf(scenario);
  const ruled = ruleChanges(scenario, preset);
  const overridden = new Set(ruled.map(({ rule }) => rule.key));
  const changed = all.filter(isChanged).length + ruled.length;
  const shownRules = rules.filter(
    ({ key }) => filter === 'all' || filter === RULE_GRADE || (filter === 'changed' && overridden.has(key)),
  );
  const kept = (constant: Constant): boolean =>
    filter === 'all' || (filter === 'changed' ? isChanged(constant) : constant.evidence.grade === filter);
  const number = (which: Filter): number =>
    which === 'all'
      ? all.length + rules.length
      : which === 'changed'
        ? changed
        : all.filter(({ evidence }) => evidence.grade === which).length + (which === RULE_GRADE ? rules.length : 0);
  const name = (which: Filter): string =>
    `${which === 'all' || which === 'changed' ? words(`filter.${which}`) : t(`grade.${which}`)} ${number(which)}`;
  const columns: readonly Column<Constant>[] = [
    {
      head: words('column.constant'),
      cell: (constant) => (
        <>
          {meaning(constant)} <code>{constant.key}</code>
        </>
      ),
    },
    {
      head: words('column.value'),
      cell: (constant) => <Value constant={constant} />,
      attributes: () => ({ className: 'table-value' }),
    },
    {
      head: words('column.default'),
      cell: ({ evidence }) => count(evidence.value),
      className: 'model-number',
      attributes: () => ({ 'data-label': words('column.default') }),
    },
    {
      head: words('column.range'),
      cell: ({ range }) => `${count(range.min)}–${count(range.max)}`,
      className: 'model-number',
      attributes: () => ({ 'data-label': words('column.range') }),
    },
    {
      head: t('settings.grade'),
      cell: ({ evidence: { grade } }) => <span className={`grade grade-${grade}`}>{t(`grade.${grade}`)}</span>,
    },
    {
      head: t('settings.source'),
      cell: (constant) => <Source constant={constant} />,
      attributes: () => ({ className: 'table-source' }),
    },
  ];
  const sections = SECTIONS.map((section) => ({
    key: section,
    title: (
      <tr>
        <th scope="rowgroup" colSpan={columns.length} className="model-section">
          {words(`section.${section}`)}
        </th>
      </tr>
    ),
    rows: all.filter((constant) => constant.section === section && kept(constant)),
  })).filter(({ rows }) => rows.length > 0);
  return (
    <Dialog title={t('action.model')} closeLabel={t('action.close')} onClose={() => look({ dialog: null })}>
      <div className="table-dialog">
        <p className="unit">{words('intro')}</p>
        <div className="table-bar">
          <Segmented
            label={words('filter')}
            value={filter}
            options={FILTERS.filter((value) => value !== 'yours' || number(value) > 0).map((value) => ({
              value,
              label: name(value),
            }))}
            onChange={setFilter}
          />
          <button type="button" className="button" disabled={changed === 0} onClick={resetAll}>
            {words('reset.all')}
          </button>
        </div>
        <FieldMessages>
          {/* A scrolling region has to be reachable by key. */}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
          <section className="table-scroll" tabIndex={0} aria-label={t('action.model')}>
            <FigureTable
              className="wide-table model-table"
              columns={columns}
              sections={sections}
              rowKey={fieldOf}
              rowAttributes={(constant) => ({ 'data-changed': isChanged(constant) })}
            />
            {shownRules.length > 0 && (
              <RulesTable
                rules={shownRules}
                scenario={scenario}
                changed={overridden}
                caption={
                  <caption>
                    <b>{t('rules.title')}</b> {t('rules.note')}
                  </caption>
                }
              />
            )}
            {!all.some(kept) && shownRules.length === 0 && <p className="unit">{words('none')}</p>}
          </section>
        </FieldMessages>
      </div>
    </Dialog>
  );
}

/** The value, which can be changed. */
function Value({ constant }: { constant: Constant }) {
  const t = useT();
  const words = useWords();
  const { key, unit, range, evidence, own, value } = constant;
  const field = fieldOf(constant);
  return (
    <>
      <NumberField
        {...fieldTexts(field, range)}
        {...range}
        // The message may be far from the row, so it names the meaning; the value in force is a number.
        complaint={(text) =>
          t('error.range', { field: meaning(constant), value: text, min: count(range.min), max: count(range.max) })
        }
        stays={(kept) => t('error.stays', { kept: count(Number(kept || evidence.value)) })}
        bare
        value={value === evidence.value ? undefined : value}
        placeholder={String(evidence.value)}
        error={useRefusal(field)}
        onChange={(next) => set(constant, next)}
        onClear={() => set(constant, null)}
      />
      <span className="unit">{unitWord(unit)}</span>
      {constant.section === 'tunables' && <LaneValues tunable={key as Tunable} constant={constant} />}
      {isChanged(constant) && (
        <button
          type="button"
          className="quiet model-reset"
          aria-label={words('reset.one', { key, value: count(own) })}
          title={words('reset.one', { key, value: count(own) })}
          onClick={() => set(constant, own)}
        >
          ↺
        </button>
      )}
    </>
  );
}

/** The values of a tunable in lanes A and B; without one a lane has that of both. */
function LaneValues({ tunable, constant }: { readonly tunable: Tunable; readonly constant: Constant }) {
  const scenario = useScenario((state) => state.document);
  return (
    <span className="model-lanes">
      {scenario.lanes.map((_, lane) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a lane is its position
        <LaneValue key={lane} lane={lane} tunable={tunable} constant={constant} />
      ))}
    </span>
  );
}

function LaneValue({
  lane,
  tunable,
  constant: { range, value },
}: {
  readonly lane: number;
  readonly tunable: Tunable;
  readonly constant: Constant;
}) {
  const t = useT();
  const scenario = useScenario((state) => state.document);
  const field = `lanes[${lane}].tunables.${tunable}`;
  const set = (next: number | undefined) => edit((document) => withLaneTunable(document, lane, tunable, next));
  return (
    <>
      <b className={`lane-${LANE_KEYS[lane]}`}>{letter(lane)}</b>
      <NumberField
        {...fieldTexts(field, range)}
        {...range}
        stays={(kept) => t('error.stays', { kept: kept || String(value) })}
        bare
        value={scenario.lanes[lane]?.tunables?.[tunable]}
        placeholder={String(value)}
        error={useRefusal(field)}
        onChange={set}
        onClear={() => set(undefined)}
      />
    </>
  );
}

/** The source of the value, and its default if it was changed. */
function Source({ constant }: { constant: Constant }) {
  const words = useWords();
  const { evidence, own, value } = constant;
  const different = isChanged(constant);
  return (
    <>
      {sourceText(evidence.source)}
      {different && <em>{words('changed', { value: count(value), own: count(own) })}</em>}
      {!different && own !== evidence.value && <em>{words('experiment', { value: count(own) })}</em>}
    </>
  );
}
