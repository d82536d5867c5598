/** The scenario over seeds: dots, the paired difference, and a sentence about it. */
import { useMemo, useState } from 'react';
import { compare, findingOf } from '../../engine/batch/compared';
import { type FigureKey, figuresOf } from '../../engine/batch/figures';
import { DEFAULT_SEEDS, pairsOf, seedJobs } from '../../engine/batch/paired';
import { RestsOn } from '../../page/RestsOn';
import { WORKLOAD_FACTS } from '../../scenario/catalog';
import { defaultLength, trimmed } from '../../scenario/length';
import { rangeOf, useBasis, withOtherCosts } from '../../state/rests';
import { useScenario } from '../../state/scenario';
import { Takeaway, TakeawayContext } from '../../ui/Takeaway';
import { ends, restsWord, useRestsWords } from '../../words/rests';
import { sentence as sentenceOf, useVerdictWords } from '../../words/verdict';
import { aboutLines, lanesOf, useRunSource } from './about';
import { Comparison, Lanes } from './Comparison';
import { Dots } from './Dots';
import { Conditions, FigureChoice, LengthField, Remarks, RunBar, SeedsField } from './RunBar';
import { mailName, mailTable, pairsOfRun, runsTable } from './results';
import { type Run, start, useSeeds } from './store';
import { useFigure } from './useFigure';
import { useWords } from './words';

export function Seeds() {
  const words = useWords();
  const document = useScenario((state) => state.document);
  const preset = useScenario((state) => state.preset);
  const run = useSeeds((state) => state.runs.seeds);
  const { figure } = useFigure();
  const [count, setCount] = useState(DEFAULT_SEEDS);
  const [ownLength, setLength] = useState<number | null>(null);
  const length = ownLength ?? defaultLength(document, false);
  const scenario = useMemo(() => trimmed(document, length), [document, length]);
  const basis = useBasis(scenario);
  const others = scenario.lanes.length > 1 ? withOtherCosts(scenario, basis) : [];
  const runs = count * document.lanes.length * (1 + others.length);
  const go = () => {
    const each = count * scenario.lanes.length;
    const jobs = [scenario, ...others].flatMap((one) => seedJobs(one, count));
    void start('seeds', { document, preset, scenario, jobs, field: null, values: [], each });
  };
  return (
    <>
      <p className="seeds-intro">{words('intro.seeds')}</p>
      <div className="seeds-fields">
        <SeedsField value={count} onChange={setCount} />
        <LengthField value={length} onChange={setLength} />
        <FigureChoice />
      </div>
      <Conditions scenario={document} length={length} />
      {others.length > 0 && <p className="unit">{words('run.costs', { sets: 1 + others.length })}</p>}
      <RunBar run={run} scenario={scenario} runs={runs} onStart={go} />
      {run && <Result run={run} figure={figure} />}
    </>
  );
}

/** The runs with the costs of the scenario, then those with each of the other costs that its machine may have. */
const byCosts = ({ jobs, outcomes, each }: Run) =>
  Array.from({ length: jobs.length / each }, (_, i) => ({
    jobs: jobs.slice(i * each, (i + 1) * each),
    outcomes: outcomes.slice(i * each, (i + 1) * each),
  }));

function Result({ run: all, figure }: { run: Run; figure: FigureKey }) {
  const words = useWords();
  useVerdictWords();
  useRestsWords();
  const parts = useMemo(() => byCosts(all), [all]);
  const run = useMemo(() => ({ ...all, ...parts[0] }), [all, parts]);
  const basis = useBasis(run.scenario);
  const source = useRunSource(run);
  const lanes = lanesOf(run);
  const pairs = useMemo(() => pairsOfRun(run), [run]);
  const compared = compare(pairs, figure);
  const workUnit = WORKLOAD_FACTS[run.scenario.workload.kind].workUnit;
  if (!compared) return <Remarks run={all} figure={figure} />;
  const finding = findingOf(figure, compared);
  const findings = parts.map(({ jobs, outcomes }) => {
    const of = compare(pairsOf(jobs, outcomes), figure);
    return of && findingOf(figure, of);
  });
  const range = basis && all.state === 'done' ? rangeOf(basis, findings) : null;
  const isOpen = parts.length > 1 && range?.decided === false;
  const sentence = isOpen ? restsWord('range.sentence', ends(range)) : finding ? sentenceOf(finding, workUnit) : '';
  const name = words(`figure.${figure}`);
  const title = words('chart.dots', { figure: name });
  const known = figuresOf(run.scenario);
  const mail = () =>
    mailTable(
      'figure',
      known.flatMap((key) => {
        const comparison = compare(pairs, key);
        return comparison ? [{ head: mailName(key), figure: key, compared: comparison }] : [];
      }),
      { about: aboutLines(run, source), base: lanes[0] ?? '', next: lanes[1] ?? '-' },
    );
  return (
    <section className="panel seeds-result" aria-label={title}>
      <header>
        <h3>{title}</h3>
        <TakeawayContext value={source}>
          <Takeaway title={title} name="paired-seeds" table={() => runsTable(run, known)} text={mail} />
        </TakeawayContext>
      </header>
      {compared.b.length > 0 && (
        <p className="verdict" data-better={isOpen ? '' : (finding?.better ?? '')}>
          {sentence}
        </p>
      )}
      {basis && compared.b.length > 0 && (
        <RestsOn machine={run.scenario.machine} basis={basis} range={range} seeds={compared.seeds.length} />
      )}
      {/* Announced once, when it is complete. */}
      <span className="visually-hidden" role="status">
        {run.state !== 'running' && sentence}
      </span>
      <Lanes lanes={lanes} />
      <Dots compared={compared} figure={figure} label={`${title}. ${sentence}`} />
      <Remarks run={all} figure={figure} />
      <details className="seeds-figures" data-left-out>
        <summary>{words('table.caption')}</summary>
        <Comparison
          first={words('table.figure')}
          rows={known.flatMap((key) => {
            const comparison = compare(pairs, key);
            return comparison ? [{ head: words(`figure.${key}`), figure: key, compared: comparison }] : [];
          })}
        />
      </details>
    </section>
  );
}
