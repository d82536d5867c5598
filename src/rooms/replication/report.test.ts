import { expect, test } from 'vitest';
import { check } from '../../scenario/check';
import { decode, encode } from '../../scenario/link';
import {
  entries,
  FAMILIES,
  familyOf,
  figure,
  fittedOn,
  gainScale,
  presetOf,
  quantitiesOf,
  REPORT,
  type RowReport,
  ratioScale,
  scoreOf,
  tableOf,
  verdictsOf,
} from './report';
import { sensitivityText, turnText } from './sentences';
import { word } from './words';
import { replicationEn } from './words.en';
import { replicationZh } from './words.zh';

const row = (parts: Partial<RowReport>): RowReport => ({ ...(REPORT.rows[0] as RowReport), ...parts });

test('every table and word of the report has its text in both languages', () => {
  const keys = new Set<string>(['title']);
  for (const { table, standing, remarks } of REPORT.tables) {
    keys.add(`table.${table}`);
    keys.add(`standing.${standing}`);
    for (const remark of remarks) keys.add(`remark.${remark}`);
    expect(FAMILIES).toContain(familyOf(table));
  }
  for (const one of REPORT.rows) {
    keys.add(`quantity.${one.quantity}`);
    if (one.reason !== null) keys.add(`why.${one.reason}`);
    for (const { key } of verdictsOf(one)) keys.add(key);
  }
  for (const key of keys) {
    expect(replicationEn, key).toHaveProperty([key]);
    expect(replicationZh, key).toHaveProperty([key]);
  }
  const parameters = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
  for (const key of Object.keys(replicationEn) as (keyof typeof replicationEn)[]) {
    expect(parameters(replicationZh[key]), key).toEqual(parameters(replicationEn[key]));
  }
});

test('a cost that reverses a sign is shown with its value and the gain there', () => {
  const turned = [
    { cost: 'lock_pct', value: 62, gain: -0.8, ci95: 11.2 },
    { cost: 'write', value: 1200, gain: -3, ci95: 1 },
  ];
  const found = { row: '-g 3 w/', quantity: 'time', gain: 4.5, tried: 34, turned } as const;
  const text = sensitivityText(word, { ...found, turned });
  expect(text).toContain('-g 3 w/ (+4.5 %)');
  expect(text).toMatch(/34 of these settings change the run, and the sign holds in all but these:$/);
  const said = turned.map((turn) => turnText(word, turn));
  expect(said[0]).toMatch(/\(lock_pct\) at 62\s%: either sign is possible, −0\.8\s±\s11\.2\s%$/);
  expect(said[1]).toMatch(/\(write\) at 1,200\sns: the opposite sign, −3\.0\s±\s1\.0\s%$/);
  expect(said.join('')).not.toMatch(/\d [±%]/);
  expect(sensitivityText(word, { ...found, turned: [] })).toMatch(/the sign holds in all of them\.$/);
});

test('a row has a run or a reason why not', () => {
  expect(REPORT.rows.length).toBeGreaterThan(300);
  for (const one of REPORT.rows) {
    expect(one.spoken, one.row).toBe(one.reason === null);
    expect(one.simulated === null, one.row).toBe(!one.spoken);
  }
  const parts = [...entries(REPORT, true), ...entries(REPORT, false)].map(({ rows }) => rows.length);
  expect(parts.reduce((sum, n) => sum + n, 0)).toBe(REPORT.rows.length);
});

test('the link of a row holds exactly its run', async () => {
  // The code for links with custom machines.
  await import('../../engine/own');
  const run = REPORT.rows.filter((one) => one.scenario !== null);
  expect(run.length).toBeGreaterThan(100);
  for (const { table, scenario: place } of run) {
    const scenario = REPORT.scenarios[place ?? -1]!;
    expect(check(scenario)).toEqual([]);
    expect(decode(encode(scenario, presetOf(table)))).toMatchObject({ problem: null, scenario });
  }
});

test('the withdrawn tables are not judged', () => {
  const withdrawn = REPORT.tables.filter(({ standing }) => standing === 'retracted').map(({ table }) => table);
  expect(withdrawn).toContain('s000-hackbench-2nodes');
  const judged = REPORT.rows.filter((one) => withdrawn.includes(one.table)).flatMap(verdictsOf);
  expect(judged).toEqual([]);
});

test('scores count verdicts, and a row without one counts for nothing', () => {
  const rows = [row({ sign: 'right' }), row({ sign: 'wrong' }), row({ sign: 'open' }), row({ sign: null })];
  expect(scoreOf(rows, 'sign')).toEqual({ right: 1, open: 1, all: 3 });
  expect(fittedOn([row({ fitted: ['write', 'read'] }), row({ fitted: ['write'] }), row({ fitted: [] })])).toEqual({
    costs: ['read', 'write'],
    rows: 2,
  });
});

test('numbers are readable, and scales contain all drawn values', () => {
  expect([7.6, 133.51, 105_476].map(figure)).toEqual(['7.60', '133.5', '105,476']);
  expect(ratioScale([2, 8])).toEqual({ ends: [2 / 1.08, 8 * 1.08], log: true });
  expect(ratioScale([0, 8])).toMatchObject({ log: false });
  const { ends } = gainScale([2, 8]);
  expect(ends[0]).toBeLessThan(0);
  expect(ends[1]).toBeGreaterThan(8);
});

test('a table belongs to its thread, and a preset of the thread names its scenarios', () => {
  const texts = [
    's000-hackbench-1node',
    's001-hackbench-1s44',
    's002-netperf',
    's003-focht-0113-numa_test',
    's003-hohnbaum-0114-schedbench',
    's003-hohnbaum-0110-perjob32',
    's003-focht-0110-hackbench',
    's004-false-sharing-2threads',
    'later-2021-01-1node',
    'measured-debt',
    'hogs-debt',
  ].map((table) => [familyOf(table), presetOf(table)]);
  expect(texts).toEqual([
    ['cluster', 'hackbench-kunpeng'],
    ['steal', 'steal'],
    ['layout', 'task-group'],
    ['numa', 'numa-test'],
    ['numa', 'numa-test'],
    ['numa', 'numa-test'],
    ['numa', 'numa2003'],
    ['cluster', 'false-sharing'],
    ['cluster', 'hackbench-kunpeng'],
    ['measured', 'debt'],
    ['measured', 'debt'],
  ]);
});

test('a verdict is shown if there is one, and for a sign whether it is about zero', () => {
  const none = { sign: null, order: null, size: null, gain_about_zero: false } as const;
  const keys = (parts: Partial<RowReport>) => verdictsOf(row({ ...none, ...parts })).map(({ key }) => key);
  expect(keys({})).toEqual([]);
  expect(keys({ sign: 'right', size: 'wrong' })).toEqual(['verdict.sign.right', 'verdict.size.wrong']);
  expect(keys({ sign: 'right', gain_about_zero: true })).toEqual(['verdict.sign.zero']);
  expect(keys({ sign: 'wrong', gain_about_zero: true })).toEqual(['verdict.sign.wrong']);
  expect(keys({ order: 'right', gain_about_zero: true })).toEqual(['verdict.order.right']);
});

test('tables have the rows that belong to them, and a table without rows is left out', () => {
  const tables = REPORT.tables.slice(0, 2);
  const [a, b] = tables.map(({ table }) => table);
  const rows = [row({ table: a!, spoken: true }), row({ table: b!, spoken: false }), row({ table: a!, spoken: true })];
  const report = { ...REPORT, tables, rows };
  expect(entries(report, true).map((entry) => [entry.about.table, entry.rows])).toEqual([[a, [rows[0], rows[2]]]]);
  expect(entries(report, false).map((entry) => [entry.about.table, entry.rows])).toEqual([[b, [rows[1]]]]);
  const busy = row({ quantity: 'busy' });
  expect(quantitiesOf([row({ quantity: 'time' }), busy, busy])).toEqual(['time', 'busy']);
});

test('a file of a table has a column for every figure', () => {
  const first = { value: 1, ci95: 2, gain_simulated: 3, gain_ci95: 4 } as unknown as RowReport['at_first_sight'];
  const one = row({
    row: '-g 1',
    unit: 's',
    published: 8,
    simulated: 7.5,
    ci95: 0.1,
    gain_published: 20,
    gain_simulated: 18,
    gain_ci95: 2,
    at_first_sight: first,
    sign: 'right',
    order: 'open',
    size: 'wrong',
    fitted: ['write', 'read'],
  });
  const { columns, rows } = tableOf([one, { ...one, at_first_sight: null }]);
  expect(rows[0]).toEqual(['-g 1', 8, 7.5, 0.1, 20, 18, 2, 3, 'right', 'open', 'wrong', 'write read']);
  expect(rows[1]?.[7]).toBeNull();
  expect(columns.map(({ name }) => name)).toEqual([
    'row',
    'published',
    'simulated',
    '95 % interval, half',
    'gain published',
    'gain simulated',
    'gain, 95 % interval, half',
    'gain at first sight',
    'sign',
    'order',
    'size',
    'fitted',
  ]);
  expect(columns.map(({ unit }) => unit ?? '').join()).toBe(',s,s,s,%,%,%,%,,,,');
  expect(tableOf([]).rows).toEqual([]);
});

test('figures and scales at their borders', () => {
  expect([999.9, 1000, 99.994, 100, -1500].map(figure)).toEqual(['999.9', '1,000', '99.99', '100.0', '-1,500']);
  expect(ratioScale([0, 8])).toEqual({ ends: [0, 8.4], log: false });
  expect(ratioScale([0])).toEqual({ ends: [0, 1], log: false });
  expect(gainScale([-4, 16])).toEqual({ ends: [-5, 17], log: false });
  expect(gainScale([])).toEqual({ ends: [-0.05, 0.05], log: false });
});
