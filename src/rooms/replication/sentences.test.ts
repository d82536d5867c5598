import { expect, test } from 'vitest';
import { signed } from '../../words/format';
import { REPORT, type RowReport, type TableReport } from './report';
import {
  factsOf,
  fittedText,
  howText,
  interval,
  largestMiss,
  methodText,
  offText,
  tableKey,
  turnText,
  type Words,
} from './sentences';

/** Returns the key of the sentence and its parameters. */
const w: Words = (key, params) => [key, ...Object.entries(params ?? {}).flat()].join(' ');
const plain = REPORT.rows[0] as RowReport;
const row = (parts: Partial<RowReport>): RowReport => ({ ...plain, ...parts });
const table = (parts: Partial<TableReport>): TableReport => ({ ...(REPORT.tables[0] as TableReport), ...parts });

test('the largest miss is the row with the largest published gain, if the simulated one is below it', () => {
  const [small, large] = [4, 20].map((gain_published) => row({ gain_published, gain_simulated: 10, gain_ci95: 2 }));
  expect(largestMiss([small!, large!])).toBe(large);
  expect(largestMiss([large!, small!])).toBe(large);
  expect(largestMiss([small!]), 'more than was published').toBeNull();
  const reached = { gain_published: 12, gain_simulated: 10 };
  expect(largestMiss([row({ ...reached, gain_ci95: 2 })]), 'within the interval').toBeNull();
  expect(largestMiss([row({ ...reached, gain_ci95: 1.9 })])).not.toBeNull();
  expect(largestMiss([row({ ...reached, gain_ci95: null })])).not.toBeNull();
  expect(largestMiss([row({ gain_published: 12, gain_simulated: null })]), 'not simulated').toBeNull();
  expect(largestMiss([row({ gain_published: -5, gain_simulated: -9, gain_ci95: 0 })]), 'a loss').toBeNull();
  expect(largestMiss([])).toBeNull();
  expect(largestMiss([large!, { ...large! }]), 'the first of two').toBe(large);
});

test('the description of a table names seeds, loops and duration, each if it has one', () => {
  const window = { from_ms: 800, until_ms: 950 };
  const cut = table({
    simulated: 'window',
    fewest_seeds: 2,
    seeds: 6,
    loops: 100_000,
    published_loops: 100_000,
    window,
  });
  expect(methodText(w, cut)).toBe('method.window seeds 2–6 loops 100,000 published 100,000 from 800 until 950');
  expect(howText(w, cut)).toBe('how.window seeds 2–6 from 800 until 950');
  const none = { fewest_seeds: null, seeds: null, loops: null, published_loops: null, window: null };
  expect(methodText(w, table({ simulated: 'none', ...none }))).toBe(
    'method.none seeds  loops  published  from  until ',
  );
  expect(howText(w, table(none))).toBe('how.none');
  const scaled = table({
    simulated: 'scaled',
    fewest_seeds: 6,
    seeds: 6,
    loops: 500,
    published_loops: 50_000,
    window: null,
  });
  expect(howText(w, scaled)).toBe('how.scaled seeds 6 loops 500 published 50,000');
  expect(howText(w, { ...scaled, loops: 50_000 })).toBe('how.seeds seeds 6');
  expect(howText(w, { ...scaled, loops: null })).toBe('how.seeds seeds 6');
  expect(howText(w, { ...scaled, published_loops: null })).toBe('how.seeds seeds 6');
});

test('fitted rows are named: none, some or all', () => {
  const [fitted, predicted] = [row({ fitted: ['write', 'read'] }), row({ fitted: [] })];
  expect(fittedText(w, [predicted])).toBe('fitted.none');
  expect(fittedText(w, [fitted, predicted])).toBe('fitted.some costs read, write rows 1 all 2');
  expect(fittedText(w, [fitted, fitted])).toBe('fitted.all costs read, write');
});

test('a table shows its known facts', () => {
  const facts = { author: 'Barry Song', date: '2020-12-01', machine: null, kernel: '5.10' };
  expect(factsOf(w, table(facts))).toEqual(['Barry Song', '2020-12-01', '5.10']);
  const ours = { ...facts, author: 'measured here', machine: '2 virtual CPUs of AMD EPYC' };
  expect(factsOf(w, table(ours)), 'measured here').toEqual([
    'author.here',
    '2020-12-01',
    'machine.here count 2 cpu AMD EPYC',
    '5.10',
  ]);
  expect(tableKey(table({ table: 's001-hackbench-1s20' }))).toBe('table.s001-hackbench-1s20');
});

test('a mean is followed by half of its interval, without a sign', () => {
  expect(interval(12.34, 1.26, signed)).toBe('+12.3 ± 1.3');
  expect([interval(-3, null, signed), interval(-3, 0, signed), interval(null, 1, signed)]).toEqual([
    '−3.0',
    '−3.0',
    '–',
  ]);
});

test('the error of a row is shown with its tolerance, in the row’s unit', () => {
  const off = (parts: Partial<RowReport>) =>
    offText(
      w,
      row({ error: null, gain_error: null, within_pct: null, within_points: null, gain_within: null, ...parts }),
    );
  expect(off({})).toEqual([]);
  expect(off({ error: -3.3, within_pct: 5 })).toEqual(['off.percent off −3.3 within 5']);
  expect(off({ error: 9.6, within_points: 10 })).toEqual(['off.points off +9.6 within 10']);
  expect(off({ error: 9.6 })).toEqual(['off.percent.free off +9.6']);
  expect(off({ gain_error: 1, gain_within: 3 })).toEqual(['off.gain off +1.0 within 3']);
  expect(off({ error: 1, gain_error: -2 })).toEqual(['off.percent.free off +1.0', 'off.gain.free off −2.0']);
});

test('a sign reverses at the end of a range only beyond the interval', () => {
  const turn = (gain: number, ci95: number | null, cost = 'write') => turnText(w, { cost, value: 1200, gain, ci95 });
  expect(turn(-3, 2)).toMatch(
    /^sensitivity\.opposite cost sensitivity\.cost .* cost write value 1,200\u00a0ns gain −3\.0\u00a0±\u00a02\.0\u00a0%$/,
  );
  expect([turn(-3, 3), turn(-3, null)].map((text) => text.split(' ')[0])).toEqual(Array(2).fill('sensitivity.open'));
  // A cost that this page does not know comes without its name and its unit.
  expect(turn(-3, 2, 'toll')).toBe('sensitivity.opposite cost toll value 1,200 gain −3.0\u00a0±\u00a02.0\u00a0%');
});
