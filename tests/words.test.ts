import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SPEEDS, timelineWindowNs } from '../src/engine/lanes/pace';
import { FrameView } from '../src/engine/wire/frame';
import { busy, throughput } from '../src/engine/wire/series';
import { inPercent } from '../src/rooms/charts/Wakes';
import { MEASURED_BY_YOU, NOT_MEASURED } from '../src/scenario/constants';
import { COSTS } from '../src/scenario/generated/costs';
import { LIMITS } from '../src/scenario/generated/limits';
import { MECHANISMS } from '../src/scenario/generated/mechanisms';
import { RULE_SOURCES, TUNABLE_SOURCES } from '../src/scenario/generated/sources';
import { FRAME } from '../src/scenario/generated/wire';
import { PRESET_IDS } from '../src/scenario/presets';
import { t } from '../src/words';
import { difference } from '../src/words/compare';
import { costsZh } from '../src/words/costs.zh';
import { en } from '../src/words/first.en';
import { zh } from '../src/words/first.zh';
import { compact, count, duration, exactly, moment, percent, speed } from '../src/words/format';
import { presetNotesEn } from '../src/words/presetNotes.en';
import { presetNotesZh } from '../src/words/presetNotes.zh';
import { sourcesZh } from '../src/words/sources.zh';
import { unitsZh } from '../src/words/units.zh';

function frame(ns: number, messages: number, done = false): FrameView {
  const words = new Uint32Array(FRAME.HEADER);
  words[FRAME.FLAGS] = Number(done) | 4;
  words[FRAME.NOW] = ns;
  words[FRAME.MESSAGES] = messages;
  return new FrameView(words);
}

const said = (a: FrameView | null, b: FrameView | null, workUnit: 'messages' | 'jobs' = 'messages') => {
  const { key, params } = difference(a, b, workUnit);
  return t(key, params, 'en');
};

test('the difference names the faster lane, if there is one', () => {
  expect(said(frame(1e6, 10_000), frame(1e6, 12_300))).toBe('B moves 23 % more messages');
  expect(said(frame(1e6, 12_300), frame(1e6, 10_000))).toBe('A moves 23 % more messages');
  expect(said(frame(1e6, 10_000), frame(1e6, 10_420))).toBe('B moves 4.2 % more messages');
  expect(said(frame(1e6, 10_000), frame(1e6, 10_099))).toBe('less than 1 % apart');
  expect(said(frame(1e6, 199), frame(1e6, 900))).toBe('too early to tell from this run');
  expect(said(null, frame(1e6, 900))).toBe('too early to tell from this run');
  expect(said(frame(1e6, 10), frame(1e6, 20), 'jobs')).toBe('B finishes 100 % more jobs');
  // Both have completed the same work: the times are compared.
  expect(said(frame(2e6, 10_000, true), frame(1.6e6, 10_000, true))).toBe('B is done 20 % sooner');
  expect(said(frame(2e6, 20, true), frame(1e6, 20, true))).toBe('B is done 50 % sooner');
  expect(said(frame(2e6, 20, true), frame(2e6, 20, true))).toBe('less than 1 % apart');
  // Both at the time limit: the number of messages is compared, however small.
  expect(said(frame(2e6, 20, true), frame(2e6, 30, true))).toBe('B moves 50 % more messages');
  // One continues: the rates are compared.
  expect(said(frame(2e6, 10_000), frame(1e6, 10_000))).toBe('B moves 100 % more messages');
});

test('only the complete amount is 100 percent', () => {
  expect([0.4, 0.996, 0.9999, 1].map(inPercent)).toEqual(['40', '>99', '>99', '100']);
});

test('throughput is the rate of a cumulative series', () => {
  const series = Uint32Array.from([1000, 3, 5, 0, 4, 0, 0, 0, 0, 10, 0, 0, 0, 0, 12, 0, 0, 0, 0]);
  expect(throughput(series)).toEqual([
    { ns: 1000, value: 4000 },
    { ns: 2000, value: 6000 },
    { ns: 3000, value: 2000 },
  ]);
  expect(throughput(null)).toEqual([]);
  // A long run is averaged: 120 samples, two to a point.
  const long = Uint32Array.from([
    1000,
    120,
    5,
    0,
    ...Array.from({ length: 120 }, (_, i) => [i + 1, 0, 0, 0, 0]).flat(),
  ]);
  expect(throughput(long).length).toBe(60);
  expect(new Set(throughput(long).map((point) => point.value))).toEqual(new Set([1000]));
});

test('busy is the share of the CPUs that the workload may use', () => {
  const series = Uint32Array.from([1000, 2, 5, 0, 0, 2, 0, 0, 0, 0, 6, 0, 0, 0]);
  expect(busy(series, 4)).toEqual([
    { ns: 1000, value: 50 },
    { ns: 2000, value: 100 },
  ]);
});

test('numbers keep three digits and their unit', () => {
  expect([0, 7, 950, 1234, 99_960, 999_499, 999_500, 2_050_000].map(compact)).toEqual([
    '0',
    '7',
    '950',
    '1.23k',
    '100k',
    '999k',
    '1.00M',
    '2.05M',
  ]);
  expect([0, 850, 1200, 18_400, 30_812_000, 2.5e9].map(duration)).toEqual([
    '0\u00a0ns',
    '850\u00a0ns',
    '1.20\u00a0µs',
    '18.4\u00a0µs',
    '30.8\u00a0ms',
    '2.50\u00a0s',
  ]);
  expect([0, 28_498, 30_812_345, 2.5e9].map(moment)).toEqual([
    '0.000000\u00a0ms',
    '0.028498\u00a0ms',
    '30.812\u00a0ms',
    '2.5000\u00a0s',
  ]);
  expect(SPEEDS.filter(Number.isFinite).map(speed)).toContain('10\u00a0µs/s');
  expect([0, 1500, 1_500_000, 15_000_000, 2e9].map(exactly)).toEqual([
    '0\u00a0ns',
    '1,500\u00a0ns',
    '1,500\u00a0µs',
    '15\u00a0ms',
    '2\u00a0s',
  ]);
  expect(percent(0.6184)).toBe('61.8\u00a0%');
  expect(count(91_204)).toBe('91,204');
});

test('the timeline holds seconds of playback and never more than it can draw', () => {
  expect(timelineWindowNs('watch', SPEEDS.indexOf(10e3))).toBe(120_000);
  expect(timelineWindowNs('watch', SPEEDS.length - 1)).toBe(2e6);
  expect(timelineWindowNs('race', 0)).toBe(2e6);
});

test('every sentence has the same parameters in both languages, and every preset and switch has words', () => {
  const parameters = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
  for (const key of Object.keys(en) as (keyof typeof en)[]) {
    expect(parameters(zh[key]), key).toEqual(parameters(en[key]));
  }
  expect(Object.keys(costsZh).sort()).toEqual(COSTS.map(({ key }) => key).sort());
  for (const notes of [presetNotesEn, presetNotesZh]) expect(Object.keys(notes).sort()).toEqual([...PRESET_IDS].sort());
  for (const { key, choices } of MECHANISMS) {
    expect(en).toHaveProperty([`mechanism.${key}.note`]);
    for (const choice of choices ?? []) expect(en).toHaveProperty([`choice.${choice}`]);
  }
});

test('every source of a constant or a rule is translated, unless it is a name', () => {
  const sources = [
    ...COSTS.flatMap(({ on }) => Object.values(on).map(({ source }) => source)),
    ...Object.values(TUNABLE_SOURCES),
    ...Object.values(RULE_SOURCES),
    ...Object.values(NOT_MEASURED),
    MEASURED_BY_YOU,
  ];
  expect(Object.keys(sourcesZh).sort()).toEqual([...new Set(sources)].filter((source) => !/^\w+$/.test(source)).sort());
});

test('every unit that is a word is translated', () => {
  const units = new Set(Object.values(LIMITS).map(({ unit }) => unit as string));
  const alike = ['', '%', '×', 'Hz', 'MB', 'ms', 'µs', 'ns', 'ps'];
  expect(Object.keys(unitsZh).sort()).toEqual([...units].filter((unit) => !alike.includes(unit)).sort());
  for (const { unit } of COSTS) expect(units).toContain(unit);
});

test('every word of the page is used', () => {
  const texts = import.meta.glob<string>('../src/**/*.{ts,tsx}', { eager: true, query: '?raw', import: 'default' });
  const code = Object.entries(texts)
    .filter(([path]) => !/\.(en|zh|test|spec)\.tsx?$/.test(path))
    .map(([, text]) => text)
    .join('\n');
  const quoted = new Set([...code.matchAll(/'([\w.+-]+)'|"([\w.+-]+)"/g)].map(([, one, two]) => one ?? two));
  const templates = new Set(
    [...code.matchAll(/`([\w.+-]*\.)\$\{|\}(\.[\w.+-]+)`/g)].map(([, head, tail]) => head ?? tail),
  );
  const isUsed = (key: string) =>
    quoted.has(key) ||
    [...templates].some((part) => (part?.endsWith('.') ? key.startsWith(part) : key.endsWith(part!)));
  // The type checker verifies these keys: those of the kernel, of the experiments, and of the steps of an act. A test of
  // the editor of a scheduler verifies those of hooks and functions.
  const byName = /\/(presetNotes|glossary|functions|described)\.en\.ts$|\/acts\/words\//;
  const catalogues = import.meta.glob<Record<string, object>>('../src/**/*.en.ts', { eager: true });
  const keys = Object.entries(catalogues)
    .filter(([path]) => !byName.test(path))
    .flatMap(([, exported]) => Object.values(exported).flatMap((words) => Object.keys(words)));
  expect(keys.length).toBeGreaterThan(500);
  expect(keys.filter((key) => !isUsed(key))).toEqual([]);
});

test('code joins words with the colon of the language, which is in the catalogue', () => {
  const src = new URL('../src/', import.meta.url);
  const shown = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.tsx$/.test(name),
  );
  const joined = shown.filter((name) =>
    /\}: (?:\$\{|\{(?:t|w|words|say)\()/.test(readFileSync(new URL(name, src), 'utf8')),
  );
  expect(joined).toEqual([]);
});
