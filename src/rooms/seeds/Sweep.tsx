/** The scenario over the values of one parameter. */
import { useMemo, useState } from 'react';
import { type FigureKey, figuresOf } from '../../engine/batch/figures';
import { RestsOn } from '../../page/RestsOn';
import { type Problem, rangeOf } from '../../scenario/check';
import type { Scenario } from '../../scenario/generated/types';
import { defaultLength, trimmed } from '../../scenario/length';
import { useBasis } from '../../state/rests';
import { useScenario } from '../../state/scenario';
import { DraftField } from '../../ui/DraftField';
import { Takeaway, TakeawayContext } from '../../ui/Takeaway';
import { fieldIn, fieldName } from '../../words/fields';
import { t } from '../../words/rules';
import { aboutLines, lanesOf, useRunSource } from './about';
import { Comparison, Lanes } from './Comparison';
import { Curves } from './Curves';
import { valueText } from './drawing';
import { mergedIn } from './merged';
import { parameterName } from './parameterName';
import {
  DEFAULT_SWEEP_SEEDS,
  MOST_VALUES,
  type Parameter,
  type ParameterGroup,
  parameters,
  planSweep,
  readValues,
  suggestedValues,
} from './plan';
import { Conditions, FigureChoice, LengthField, Remarks, RunBar, SeedsField } from './RunBar';
import { mailTable, runsTable, type Side, type SweepPoint, stretches, sweepPoints } from './results';
import { open, type Run, start, useSeeds } from './store';
import { useFigure } from './useFigure';
import { useWords } from './words';
import '../../ui/field.css';

export function Sweep() {
  const words = useWords();
  const document = useScenario((state) => state.document);
  const preset = useScenario((state) => state.preset);
  const run = useSeeds((state) => state.runs.sweep);
  const { figure } = useFigure();
  const groups = useMemo(() => parameters(document), [document]);
  const all = Object.values(groups).flat();
  const [wanted, setWanted] = useState<string | null>(null);
  const parameter = all.find(({ field }) => field === wanted) ?? (all[0] as Parameter);
  const [typed, setTyped] = useState<{ readonly field: string; readonly text: string } | null>(null);
  const [seeds, setSeeds] = useState(DEFAULT_SWEEP_SEEDS);
  const [ownLength, setLength] = useState<number | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const length = ownLength ?? defaultLength(document, true);
  const text = typed?.field === parameter.field ? typed.text : suggestedValues(document, parameter).join(',');
  const read = readValues(text, parameter.range);
  const values = 'values' in read ? read.values : [];
  const scenario = useMemo(() => trimmed(document, length), [document, length]);

  const go = () => {
    const plan = planSweep(scenario, parameter.field, values, seeds);
    setProblem('problem' in plan ? plan.problem : null);
    if ('jobs' in plan) void start('sweep', { document, preset, scenario, ...plan });
  };
  const complaint = (value: string): string => {
    const wrong = readValues(value, parameter.range);
    if (!('wrong' in wrong)) return '';
    const { min, max } = parameter.range;
    if (wrong.wrong === 'range') {
      return words('values.range', { value: wrong.value, min: valueText(min), max: valueText(max) });
    }
    return words(`values.${wrong.wrong}`, { value, most: MOST_VALUES });
  };
  return (
    <>
      <p className="seeds-intro">{words('intro.sweep')}</p>
      <div className="seeds-fields">
        <ParameterChoice
          groups={groups}
          value={parameter.field}
          onChange={(field) => {
            setWanted(field);
            setProblem(null);
          }}
        />
        <DraftField
          label={words('field.values')}
          value={text}
          placeholder={words('values.hint')}
          accepts={(value) => 'values' in readValues(value, parameter.range)}
          complaint={complaint}
          stays={(kept) => t('error.stays', { kept })}
          error={problem ? problemText(problem, document, words) : undefined}
          onChange={(value) => {
            setTyped({ field: parameter.field, text: value });
            setProblem(null);
          }}
        />
        <SeedsField value={seeds} onChange={setSeeds} />
        <LengthField value={length} onChange={setLength} />
        <FigureChoice />
      </div>
      <Conditions scenario={document} length={length} />
      <RunBar
        run={run}
        scenario={scenario}
        runs={values.length * seeds * document.lanes.length}
        onStart={go}
        disabled={values.length < 2}
      />
      <MergedFile />
      {run && <Result run={run} figure={figure} />}
    </>
  );
}

/** A sweep that was run elsewhere, in the place of one that is run here. */
function MergedFile() {
  const words = useWords();
  const [said, say] = useState('');
  const take = async (file: File) => {
    const reading = await mergedIn(file);
    if ('wrong' in reading) {
      say(words(`file.${reading.wrong}`, { file: file.name, value: 'value' in reading ? (reading.value ?? '') : '' }));
      return;
    }
    say('');
    open(reading.asked, reading.outcomes, file.name);
  };
  return (
    <div className="seeds-file">
      <label>
        <input
          type="file"
          accept=".json,application/json"
          className="visually-hidden"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) void take(file).catch(() => {});
            target.value = '';
          }}
        />
        <span className="button">{words('file.open')}</span>
      </label>
      <span className="unit">{words('file.about')}</span>
      <p className="seeds-alarm" role="alert">
        {said}
      </p>
    </div>
  );
}

function problemText({ field, value, range }: Problem, document: Scenario, words: ReturnType<typeof useWords>): string {
  const { min, max } = range ?? rangeOf(field);
  return words('values.problem', {
    field: fieldName(fieldIn(document, field)),
    value,
    min: valueText(min),
    max: valueText(max),
  });
}

/** The values at which B exceeds A, is below A, does not differ, or is undecided. */
function sweepSentence(points: readonly SweepPoint[], figure: FigureKey, words: ReturnType<typeof useWords>): string {
  const all = stretches(figure, points);
  const at = (side: Side): string =>
    all
      .filter((one) => one.side === side)
      .map(({ first, last }) =>
        first === last
          ? valueText(first)
          : words('verdict.sweep.range', { first: valueText(first), last: valueText(last) }),
      )
      .join(t('lane.list'));
  const parts = (['more', 'less', 'none', 'undecided'] as const)
    .filter((side) => at(side) !== '')
    .map((side) => words(`verdict.sweep.${side}`, { values: at(side) }));
  const said = words('verdict.sweep', {
    figure: words(`figure.${figure}`),
    parts: parts.join(words('verdict.sweep.join')),
  });
  return said.charAt(0).toUpperCase() + said.slice(1);
}

interface ParameterChoiceProps {
  readonly groups: Readonly<Record<ParameterGroup, readonly Parameter[]>>;
  readonly value: string;
  readonly onChange: (field: string) => void;
}

function ParameterChoice({ groups, value, onChange }: ParameterChoiceProps) {
  const words = useWords();
  const document = useScenario((state) => state.document);
  const label = words('field.parameter');
  return (
    <div className="field">
      <label className="label" htmlFor="seeds-parameter">
        {label}
      </label>
      <select id="seeds-parameter" className="control" value={value} onChange={({ target }) => onChange(target.value)}>
        {(Object.keys(groups) as ParameterGroup[])
          .filter((group) => groups[group].length > 0)
          .map((group) => (
            <optgroup key={group} label={words(`group.${group}`)}>
              {groups[group].map(({ field }) => (
                <option key={field} value={field}>
                  {parameterName(field, document, words)}
                </option>
              ))}
            </optgroup>
          ))}
      </select>
    </div>
  );
}

function Result({ run, figure }: { run: Run; figure: FigureKey }) {
  const words = useWords();
  const source = useRunSource(run);
  const lanes = lanesOf(run);
  const basis = useBasis(run.scenario);
  const points = useMemo(() => sweepPoints(run, figure), [run, figure]);
  const field = run.field ?? '';
  const parameter = parameterName(field, run.document, words);
  const title = words('chart.sweep', { figure: words(`figure.${figure}`), parameter });
  if (points.length === 0) return <Remarks run={run} figure={figure} />;
  const paired = points.some(({ difference }) => difference);
  const sentence = paired ? sweepSentence(points, figure, words) : '';
  const mail = () =>
    mailTable(
      field.replace(/^.*\./, ''),
      points.map((point) => ({ head: String(point.value), figure, compared: point })),
      { about: aboutLines(run, source), base: lanes[0] ?? '', next: lanes[1] ?? '-' },
    );
  return (
    <section className="panel seeds-result" aria-label={title}>
      <header>
        <h3>{title}</h3>
        <TakeawayContext value={source}>
          <Takeaway title={title} name="sweep" table={() => runsTable(run, figuresOf(run.scenario))} text={mail} />
        </TakeawayContext>
      </header>
      {paired && (
        <p className="verdict" role="status" data-better="">
          {sentence}
        </p>
      )}
      {basis && paired && (
        <RestsOn
          machine={run.scenario.machine}
          basis={basis}
          range={null}
          seeds={Math.min(...points.map(({ seeds }) => seeds.length))}
        />
      )}
      <Lanes lanes={lanes} />
      <Curves points={points} figure={figure} label={`${title}. ${sentence}`} parameter={parameter} />
      <Remarks run={run} figure={figure} />
      <details className="seeds-figures" data-left-out>
        <summary>{words('table.caption')}</summary>
        <Comparison
          first={parameter}
          rows={points.map((point) => ({ head: valueText(point.value), figure, compared: point }))}
        />
      </details>
    </section>
  );
}
