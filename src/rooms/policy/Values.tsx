/** What a policy holds at the present moment: its globals and maps, and what it printed last. */
import { duration, moment } from '../../words/format';
import type { Inspected } from './useInspected';
import { policyWord as word } from './words';
import './values.css';

/** The most lines of `bpf_printk` that are shown. */
const MOST_LINES = 6;
/** Longer values, such as those of large maps, end in an ellipsis. */
const MOST_LETTERS = 60;

const short = (text: string): string =>
  text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS - 1)}…` : text.replace(/^-?\d{4,}$/, grouped);
const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',');

interface Props {
  readonly inspected: Inspected;
  /** Names that are shown elsewhere. */
  readonly without: readonly string[];
}

export function Values({ inspected: { of, ns }, without }: Props) {
  // `uei` is the exit information of the schedulers of the kernel tree: the page has it as sentences.
  const values = of.values.filter(([name]) => !without.includes(name) && !name.startsWith('_') && name !== 'uei');
  const printed = of.printed.slice(-MOST_LINES);
  if (values.length === 0 && printed.length === 0) return null;
  return (
    <section className="policy-values" aria-label={word('values', { time: moment(ns) })}>
      <h3>{word('values', { time: moment(ns) })}</h3>
      {values.length > 0 && (
        <dl>
          {values.map(([name, value]) => (
            <div key={name}>
              <dt>
                <code>{name}</code>
              </dt>
              <dd title={value}>{short(value)}</dd>
            </div>
          ))}
        </dl>
      )}
      {printed.length > 0 && (
        <ol className="policy-printed" aria-label={word('printed')}>
          {printed.map(({ at_ns, cpu, line, text }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line may be printed twice at one moment.
            <li key={`${at_ns}.${i}`}>
              <span>{word('printed.at', { time: duration(at_ns), cpu, line })}</span> <code>{text}</code>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
