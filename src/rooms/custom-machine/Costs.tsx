/** The costs of a custom machine: those of other machines, or measured ones. */
import { useEffect, useRef } from 'react';

import program from '../../../docs/model/measure-costs.c?url&inline';
import { shellCommands } from '../../engine/own';
import { COSTS } from '../../scenario/generated/costs';
import { FAMILIES } from '../../scenario/generated/topology';
import type { Family, OwnMachine } from '../../scenario/generated/types';
import { useView } from '../../state/view';
import { Choice } from '../../ui/Choice';
import { t } from '../../words';
import { costName } from '../../words/costs';
import { count } from '../../words/format';
import { unitWord } from '../../words/units';
import { Command, Source, type useSource } from './Source';
import { saidInWords } from './said';
import { useReading } from './useReading';
import { ownWords as w } from './words';

interface CostsProps {
  readonly machine: OwnMachine;
  readonly source: ReturnType<typeof useSource>;
  readonly onChange: (
    next: Pick<OwnMachine, 'costs'> | Pick<OwnMachine, 'like'> | Pick<OwnMachine, 'topology'>,
  ) => void;
}

export function Costs({ machine, source, onChange }: CostsProps) {
  const { costs = {}, ...unmeasured } = machine;
  // Earlier measurements do not influence the result for a text, except the price of a write and a read.
  const { answer, fault, reading } = useReading(
    source.given,
    { as: 'costs', like: machine.like, machine: unmeasured },
    (next) => {
      if (next.kind === 'costs' && 'read' in next && next.read) onChange({ costs: { ...costs, ...next.read.costs } });
    },
  );
  const notTaken = answer?.kind === 'costs' && 'read' in answer ? (answer.read?.not_taken ?? []) : [];
  // A machine that fits a matrix which contradicts this one.
  const suggests = answer !== null && 'fault' in answer ? answer.fault.what.suggests : null;
  const measured = COSTS.filter(({ key }) => costs[key] !== undefined);
  const measuring = useView((view) => view.measuring);
  const section = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (!measuring) return;
    // The dialog is shown after the effects of its content.
    const shown = requestAnimationFrame(() => section.current?.scrollIntoView({ block: 'start' }));
    return () => cancelAnimationFrame(shown);
  }, [measuring]);
  return (
    <details
      ref={section}
      className="own-section"
      open={measuring || source.given !== null || measured.length > 0 || undefined}
    >
      <summary>
        {w(measured.length === 0 ? 'costs.as' : 'costs.own', {
          count: measured.length,
          like: w(`like.${machine.like}`),
        })}
      </summary>
      <div className="own-section-body">
        <div>
          <p>{w('costs.how')}</p>
          <p>
            <a className="button" href={program} download="measure-costs.c">
              measure-costs.c
            </a>
          </p>
          <Command text="cc -O2 -pthread -o measure-costs measure-costs.c && ./measure-costs" />
          <Command text="core-to-core-latency --csv" />
          <Command text={shellCommands().pipe} />
          <Source label={w('costs.text')} source={source} fault={fault} />
          {typeof suggests === 'string' && (
            <p>
              <button type="button" className="button" onClick={() => onChange({ topology: suggests })}>
                {w('costs.suggests')}
              </button>
            </p>
          )}
        </div>
        <div aria-live="polite" aria-busy={reading}>
          <Choice<Family>
            label={w('like')}
            value={machine.like}
            options={FAMILIES.map((value) => ({ value, label: w(`like.${value}`) }))}
            onChange={(like) => onChange({ like })}
          />
          <p className="own-like">{w(measured.length === 0 ? 'like.note' : 'like.others')}</p>
          {measured.length > 0 && (
            <>
              <div className="own-scroll">
                <table className="own-levels own-costs">
                  <thead>
                    <tr>
                      <th scope="col">{w('costs.cost')}</th>
                      <th scope="col">{t('grade.yours')}</th>
                      <th scope="col">{w(`like.${machine.like}`)}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {measured.map((cost) => (
                      <tr key={cost.key}>
                        <th scope="row">
                          {costName(cost)} <code>{cost.key}</code>
                        </th>
                        <td>
                          {count(costs[cost.key] ?? 0)} {unitWord(cost.unit)}
                        </td>
                        <td>{count(cost.on[machine.like].value)}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
              <button
                type="button"
                className="button"
                onClick={() => {
                  source.type('');
                  onChange({ costs: {} });
                }}
              >
                {w('costs.none')}
              </button>
            </>
          )}
          <ul className="own-not-said">
            {notTaken.map((one) => (
              <li key={one.sentence}>{saidInWords(one)}</li>
            ))}
          </ul>
        </div>
      </div>
    </details>
  );
}
