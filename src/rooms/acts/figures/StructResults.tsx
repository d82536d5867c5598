/** Beside the text of the struct's steps: the three events of a write, and who pays for them. */
import { LINE_BYTES } from '../../../scenario/generated/layouts';
import { duration } from '../../../words/format';
import { Bars } from './Bars';
import { useOne } from './one';
import { StructLine } from './StructLine';
import type { ResultProps } from './types';
import './struct.css';

export function StructResults({ step, ...props }: ResultProps) {
  if (step === 'bounce') return <Events />;
  return step === 'waits' ? <Times step={step} {...props} /> : null;
}

/** What happens at the reader (above) and at the writer (below), in order. */
const EVENTS = [
  { key: 'struct.event.1', reader: true, fetches: false },
  { key: 'struct.event.2', reader: false, fetches: false },
  { key: 'struct.event.3', reader: true, fetches: true },
] as const;
const BOTH = { x: 0, y: 4 };

function Events() {
  const w = useOne();
  return (
    <section className="figure-result">
      <header>
        <h3>{w('struct.each')}</h3>
        <small>{w('struct.each.unit')}</small>
      </header>
      <ol className="struct-events">
        {EVENTS.map(({ key, reader, fetches }) => (
          <li key={key}>
            <svg viewBox="-1 -1 132 72" aria-hidden="true">
              {reader ? (
                <StructLine bytes={LINE_BYTES.plain} x={0} y={0} width={130} height={20} holds={BOTH} />
              ) : (
                <g className="struct-lost">
                  <rect width={130} height={20} rx={3} />
                  <path d="M60 5l10 10m0 -10l-10 10" />
                </g>
              )}
              <StructLine bytes={LINE_BYTES.plain} x={0} y={50} width={130} height={20} holds={BOTH} />
              {fetches && <path className="struct-fetch" d="M65 46V26m-5 6l5 -6l5 6" />}
            </svg>
            {w(key)}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Times({ seen, ...lighting }: ResultProps) {
  const w = useOne();
  const [a, b] = seen?.beside[0]?.[0] ?? [];
  const times = [
    { key: 'a', ns: a?.jobs[0]?.user_ns },
    { key: 'b', ns: b?.jobs[0]?.user_ns },
    { key: 'wa', ns: a?.jobs[1]?.user_ns },
    { key: 'wb', ns: b?.jobs[1]?.user_ns },
  ] as const;
  if (!a || !b) return <p className="acts-hint">{w('struct.running')}</p>;
  return (
    <Bars
      title={w('struct.time')}
      bars={times.map(({ key, ns = 0 }) => ({
        lane: key.endsWith('a') ? 'a' : 'b',
        name: w(`struct.time.${key}`),
        value: ns,
        text: duration(ns),
      }))}
      of={lighting}
    />
  );
}
