/** What a verdict rests on: one line, and the details in a popover. */
import { useId, useRef } from 'react';
import type { Basis } from '../engine/batch/judge';
import type { MachineChoice } from '../scenario/generated/types';
import { factsOf } from '../scenario/machines';
import type { Range } from '../state/rests';
import { look, useView } from '../state/view';
import { within } from '../ui/beside';
import { useT } from '../words';
import { ends, recordSentence, restsLine, restsWord, useRestsWords } from '../words/rests';
import { byText } from '../words/verdict';
import { presentHash } from './address';
import '../signs/popover-note.css';
import '../signs/rests-on.css';

export interface RestsOnProps {
  readonly machine: MachineChoice;
  readonly basis: Basis;
  readonly range: Range | null;
  readonly seeds: number;
}

/** The space between the popover and the edge of the window (px). */
const MARGIN = 4;

export function RestsOn({ machine, basis, range, seeds }: RestsOnProps) {
  const t = useT();
  useRestsWords();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const note = useRef<HTMLDivElement>(null);
  const isAssumed = factsOf(machine).assumed === true;
  const { costs } = basis;
  const like = restsWord(`like.${costs.like}`);
  // Once it is open, since it has no size before.
  const place = () => {
    const at = button.current?.getBoundingClientRect();
    if (!at || !note.current) return;
    const { offsetWidth, offsetHeight, style } = note.current;
    const below = at.bottom + MARGIN;
    const above = at.top - MARGIN - offsetHeight;
    style.left = `${within(at.left, offsetWidth, MARGIN, innerWidth - MARGIN)}px`;
    style.top = `${below + offsetHeight <= innerHeight || above < 0 ? below : above}px`;
  };
  const list = Object.entries(costs.deciding)
    .map(([cost, grade]) => restsWord('about.cost', { cost, grade: t(`grade.${grade}`) }))
    .join(t('lane.list'));
  const isOpen = isAssumed && costs.grade === 'assumed';
  return (
    <div className="rests-on" data-grade={costs.grade}>
      <button ref={button} type="button" className="rests-on-line" popoverTarget={id} title={restsWord('label')}>
        {restsLine(basis, isAssumed, seeds)}
      </button>
      {isOpen && <MeasureIt />}
      <div ref={note} id={id} popover="auto" className="popover-note rests-on-note" onToggle={place}>
        <h4>{restsWord('label')}</h4>
        <p>
          {isOpen ? restsWord('about.assumed', { like, list }) : restsWord('about.own', { list })}{' '}
          <button type="button" className="link" onClick={() => look({ dialog: 'model' })}>
            {restsWord('model')}
          </button>
        </p>
        {range && (
          <ul>
            {range.sets.map(({ like, finding: { difference, digits } }) => (
              <li key={like}>
                {restsWord('about.range', {
                  like: restsWord(`like.${like}`),
                  by: byText(difference, digits, false, difference.mean < 0 ? '−' : '+').replaceAll(' ', '\u00a0'),
                })}
              </li>
            ))}
          </ul>
        )}
        {range?.decided && <p>{restsWord('range.same', ends(range))}</p>}
        {basis.record && (
          <p>
            {recordSentence(basis.record)}{' '}
            <button type="button" className="link" onClick={() => look({ show: 'replication' })}>
              {restsWord('record')}
            </button>
          </p>
        )}
        <p>{restsWord('about.seeds')}</p>
      </div>
    </div>
  );
}

/** Opens the dialog of a custom machine at its costs; from an embedded page, the whole page. */
export function MeasureIt() {
  useRestsWords();
  const embed = useView((view) => view.embed);
  const text = { title: restsWord('measure.note'), children: restsWord('measure') };
  if (!embed) {
    return <button type="button" className="link" onClick={() => look({ dialog: 'own', measuring: true })} {...text} />;
  }
  const parts = presentHash().slice(1).split('&');
  const whole = `#${parts.filter((part) => !/^embed(=|$)/.test(part)).join('&')}`;
  return <a className="link" href={whole} target="_blank" rel="noopener" {...text} />;
}
