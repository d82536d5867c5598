/** A lane's decision as a question, its answer, and the rows that led there, with their costs as stairs. */
import type { CSSProperties } from 'react';
import { later, Part } from '../../page/Part';
import type { MachineDescription } from '../../scenario/generated/types';
import { releaseOf } from '../../scenario/kernelNames';
import { glyphOf, toneOf } from '../../signs/answers';
import { isChoice, Ring } from '../../signs/Ring';
import { goToStep } from '../../state/decision';
import { useNewidleGate } from '../../state/gate';
import { useKernel } from '../../state/kernel';
import { useRun } from '../../state/run';
import { LANE_KEYS } from '../../state/view';
import { count, duration } from '../../words/format';
import { farKey, reasonOf, useLooksWords } from '../../words/looks';
import { useT } from '../../words/steps';
import { groupAt } from './marks';
import { tell } from './names';
import { type Stairs, ticksTo } from './stairs';
import { titleOf } from './titles';
import { type Decision, useLevels } from './useDecision';
import { useLensWords } from './words';
import './column.css';

/** For picks only. */
const Picked = later(async () => (await import('./Picked')).Picked);

interface ColumnProps {
  readonly decision: Decision;
  readonly machine: MachineDescription;
  readonly stairs: Stairs;
  /** The end of the axis, the same in both lanes (ns). */
  readonly mostNs: number;
  /** The names of the kernel's functions are shown in all rows. */
  readonly named: boolean;
}

export function Column({ decision, machine, stairs, mostNs, named }: ColumnProps) {
  const { lens, lane, head, steps, rows } = decision;
  const levels = useLevels(decision);
  const t = useT();
  const word = useLensWords();
  const looks = useLooksWords();
  const gateNs = useNewidleGate(lane);
  const kernel = useKernel(lane);
  const isAsked = useRun((run) => Boolean(run.feeds[LANE_KEYS.indexOf(lens.lane)]?.recorded));
  const why = reasonOf(head, steps, gateNs, looks);
  const far = farKey(head, machine);
  const { lookedNs, endNs } = stairs;
  const ticks = ticksTo(mostNs);
  const at = (ns: number) => (mostNs > 0 ? ns / mostNs : 0);
  const bar = (fromNs: number, toNs: number, kind: string) => (
    <span className="lens-bar" aria-hidden="true">
      {toNs > fromNs && (
        <i
          data-kind={kind}
          data-to={toNs}
          style={{ '--from': at(fromNs), '--wide': at(toNs - fromNs) } as CSSProperties}
        >
          {duration(toNs - fromNs)}
        </i>
      )}
    </span>
  );
  return (
    <section
      className={`lens-column lane-${lane}`}
      data-lane={lane}
      data-free={mostNs === 0 || undefined}
      style={{ '--tick': at(ticks[1] ?? 0) } as CSSProperties}
    >
      <header>
        <b className="badge" aria-hidden="true">
          {lane.toUpperCase()}
        </b>
        <h3>
          {isAsked ? word('title.asked', { kernel: releaseOf(kernel), cpu: head.chosen }) : titleOf(head, steps, word)}
        </h3>
        {mostNs > 0 && <b className="lens-ns">{duration(endNs)}</b>}
      </header>
      <p className="lens-why">{far ? word('because', { why, far: looks(far) }) : why}</p>
      {head.kind === 'pick' && (
        <Part>
          <Picked lane={lane} steps={steps} why={why} />
        </Part>
      )}
      <ol className="lens-rows">
        {rows.map((row, i) => {
          const texts = tell(row, rows[i - 1], groupAt(steps, levels, row.at), kernel, { t, word, looks });
          const isPresent = lens.step === i;
          const isNew = row.funcs.join() !== rows[i - 1]?.funcs.join();
          return (
            <li
              key={row.at}
              aria-current={isPresent && lane === lens.lane ? 'step' : undefined}
              data-present={isPresent || undefined}
              data-tone={toneOf(row.step.answer)}
            >
              <button type="button" onClick={() => goToStep(i)} title={word('soFar', { cost: texts.cost })}>
                <Ring number={row.number} chosen={isChoice(row, head.chosen)} />
                <b className="lens-subject">{texts.subject}</b>
                <span className="lens-role">
                  {texts.role}
                  {(named || isPresent || row.number === null) && texts.value && (
                    <span className="lens-value"> {texts.value}</span>
                  )}
                </span>
                <span className="lens-answer">
                  <i className="lens-mark" aria-hidden="true">
                    {glyphOf(row.step.answer)}
                  </i>{' '}
                  {texts.answer}
                </span>
              </button>
              {bar(row.fromNs, row.toNs, 'look')}
              {(named ? isNew : isPresent) && <span className="decision-func">{texts.funcs}</span>}
            </li>
          );
        })}
        {endNs > lookedNs && (
          <li className="lens-line">
            <span className="lens-role">{word('line', { from: head.cpu, to: head.chosen })}</span>
            {bar(lookedNs, endNs, 'line')}
          </li>
        )}
      </ol>
      {mostNs > 0 && (
        <p className="lens-axis" aria-hidden="true">
          <span className="lens-bar">
            {ticks.map((ns) => (
              <i key={ns} style={{ '--from': at(ns) } as CSSProperties}>
                {ns > 0 && ns === ticks.at(-1) ? word('axis', { ns: count(ns) }) : count(ns)}
              </i>
            ))}
          </span>
        </p>
      )}
    </section>
  );
}
