import { useCallback } from 'react';
import type { ChartFeed } from '../../engine/lanes/lane';
import type { FrameView } from '../../engine/wire/frame';
import { busyShare, wastedShare } from '../../engine/wire/series';
import { actions } from '../../page/actions';
import type { WorkUnit } from '../../scenario/generated/vocab';
import { CAUSES, DISTANCES } from '../../scenario/generated/vocab';
import type { Table } from '../../ui/table';
import { type MessageKey, useT } from '../../words';
import { rate } from '../../words/compare';
import { compact, duration, percent } from '../../words/format';
import type { ChartProps, Experiment } from './chart';
import { child, fill } from './elements';
import { letter } from './tables';
import { useChart } from './useChart';
import '../../ui/figures-table.css';
import './counters.css';

interface Counter {
  readonly key: MessageKey;
  readonly value: (frame: FrameView) => number;
  /** The unit of `value`. */
  readonly unit: string;
  readonly text: (value: number) => string;
  /** Whether more of it is better; null: neither. */
  readonly more: boolean | null;
}

function moves(frame: FrameView): number {
  let all = 0;
  for (let c = 0; c < CAUSES.length; c++) for (let d = 0; d < DISTANCES.length; d++) all += frame.moves(c, d);
  return all;
}

const counters = (workUnit: WorkUnit, cpus: number): readonly Counter[] => [
  { key: `counter.rate.${workUnit}`, unit: '1/s', value: rate, text: compact, more: true },
  { key: `counter.${workUnit}`, unit: 'count', value: (frame) => frame.messages, text: compact, more: true },
  { key: 'counter.busy', unit: 'share', value: (frame) => busyShare(frame, cpus), text: percent, more: null },
  { key: 'counter.wasted', unit: 'share', value: (frame) => wastedShare(frame, cpus), text: percent, more: false },
  { key: 'counter.p50', unit: 'ns', value: (frame) => frame.wakeP50, text: duration, more: false },
  { key: 'counter.p99', unit: 'ns', value: (frame) => frame.wakeP99, text: duration, more: false },
  { key: 'counter.moves', unit: 'count', value: moves, text: compact, more: null },
  { key: 'counter.steals', unit: 'count', value: (frame) => frame.steals, text: compact, more: null },
];

/** Once a request was answered. */
const REQUESTS: readonly Counter[] = [
  { key: 'counter.request_p50', unit: 'ns', value: (frame) => frame.requestP50, text: duration, more: false },
  { key: 'counter.request_p99', unit: 'ns', value: (frame) => frame.requestP99, text: duration, more: false },
];

/** `cpu.stat`, once a control group has had a period. */
const CPU_STAT: readonly Counter[] = [
  { key: 'counter.periods', unit: 'count', value: (frame) => frame.nrPeriods, text: compact, more: null },
  { key: 'counter.throttled', unit: 'count', value: (frame) => frame.nrThrottled, text: compact, more: false },
  { key: 'counter.throttledTime', unit: 'ns', value: (frame) => frame.throttledNs, text: duration, more: false },
];

const countersOf = (feeds: readonly ChartFeed[], workUnit: WorkUnit, cpus: number): readonly Counter[] => [
  ...counters(workUnit, cpus),
  ...(feeds.some(({ frame }) => frame && frame.requestP99 > 0) ? REQUESTS : []),
  ...(feeds.some(({ frame }) => frame && frame.nrPeriods > 0) ? CPU_STAT : []),
];

/** The lane that is better by more than a rounding error, or -1. */
function better(counter: Counter, values: readonly (number | null)[]): number {
  const [a, b] = values;
  if (counter.more === null || a == null || b == null || Math.abs(a - b) <= 0.01 * Math.max(a, b)) return -1;
  return a > b === counter.more ? 0 : 1;
}

/** The figures of both lanes side by side. */
export function Counters({ feeds, experiment: { workUnit, cpus } }: ChartProps) {
  const t = useT();
  const ref = useChart(
    feeds,
    useCallback(
      (element: HTMLTableSectionElement) => {
        fill<HTMLTableRowElement, Counter>(element, 'tr', countersOf(feeds, workUnit, cpus), (row, counter) => {
          const values = feeds.map(({ frame }) => (frame ? counter.value(frame) : null));
          const best = better(counter, values);
          const head = child<HTMLTableCellElement>(row, 0, 'th');
          head.scope = 'row';
          head.textContent = t(counter.key);
          fill<HTMLTableCellElement, number | null>(
            row,
            'td',
            values,
            (cell, value, i) => {
              cell.className = i === best ? `n lane-${i === 0 ? 'a' : 'b'} better` : 'n';
              cell.textContent = value === null ? '–' : counter.text(value);
            },
            1,
          );
        });
      },
      [feeds, workUnit, cpus, t],
    ),
  );
  return (
    <>
      <table className="figures counters">
        <thead>
          <tr>
            {/* Holds the height of the line before there are lanes. */}
            <td>&nbsp;</td>
            {feeds.map((_, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a lane is its position
              <th scope="col" className={`n lane-${i === 0 ? 'a' : 'b'}`} key={i}>
                {letter(i)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={ref} />
      </table>
      <button
        type="button"
        className="button all-figures"
        onClick={actions.figures.perform}
        aria-keyshortcuts={actions.figures.key}
      >
        {t('action.figures')}
      </button>
    </>
  );
}

export const countersTable = (feeds: readonly ChartFeed[], { workUnit, cpus }: Experiment): Table => ({
  columns: [{ name: 'counter' }, { name: 'unit' }, ...feeds.map((_, i) => ({ name: letter(i) }))],
  rows: countersOf(feeds, workUnit, cpus).map(({ key, unit, value }) => [
    key.replace('counter.', ''),
    unit,
    ...feeds.map(({ frame }) => (frame ? value(frame) : null)),
  ]),
});
