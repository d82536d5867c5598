import { expect, test } from 'vitest';
import { Simulation } from '../../../tests/simulator';
import { createServer } from '../../engine/lanes/server';
import { rowsOf } from '../../engine/wire/looks';
import { type Head, headsOf, isAbout, movesOf, type Step, stepsOf } from '../../engine/wire/records';
import { cpusOf } from '../../scenario/cpuList';
import { ANSWERS_OF } from '../../scenario/generated/steps';
import type { Scenario } from '../../scenario/generated/types';
import { ANSWERS, DECIDEDS, FUNCS } from '../../scenario/generated/vocab';
import { PRESETS } from '../../scenario/presets';
import { glyphOf } from '../../signs/answers';
import { lineNs } from '../../state/costs';
import { setLanguage } from '../../words';
import { functionName } from '../../words/functionName';
import { looksWord, reasonOf } from '../../words/looks';
import { looksEn } from '../../words/looks.en';
import { looksZh } from '../../words/looks.zh';
import { because, textOf } from '../../words/sentences';
import { t } from '../../words/steps';
import { notesEn } from './generated/notes.en';
import { groupAt, levelsOf, looksOf, marksOf } from './marks';
import { tell } from './names';
import { notesZh } from './notes.zh';
import { stairsOf } from './stairs';
import { titleOf } from './titles';
import { decisionWord } from './words';
import { decisionEn } from './words.en';
import { decisionZh } from './words.zh';

const step = (func: Step['func'], cpu: number, answer: Step['answer'], value = 0): Step => ({
  func,
  cpu,
  answer,
  value,
  costNs: 10,
});
const head = (kind: Head['kind'], rest: Partial<Head> = {}): Head => ({
  serial: 0,
  kind,
  ns: 0,
  task: null,
  cpu: 1,
  about: 1,
  chosen: 1,
  why: 0,
  costNs: 0,
  steps: new Uint32Array(),
  words: new Uint32Array(),
  ...rest,
});

const TEXTS = { t, word: decisionWord, looks: looksWord };

test('every function has a note in both languages', () => {
  for (const func of FUNCS) {
    for (const notes of [notesEn, notesZh]) {
      for (const part of ['linux', 'model', 'left'] as const) expect(notes[func][part]).toMatch(/[.。?？]$/);
    }
    // The answers of a function are complete.
    if (ANSWERS_OF[func].throttled) {
      for (const { left } of [notesEn[func], notesZh[func]]) expect(left, func).not.toMatch(/hrottled groups|限流的组/);
    }
  }
  expect(Object.keys(decisionZh)).toEqual(Object.keys(decisionEn));
  expect(Object.keys(looksZh)).toEqual(Object.keys(looksEn));
});

test('every kind, function and answer has a sentence, with all its parameters', async () => {
  for (const lang of ['en', 'zh'] as const) {
    await setLanguage(lang);
    for (const func of FUNCS) {
      for (const answer of ANSWERS) {
        const [row] = rowsOf(head('wake'), [step(func, 3, answer, 70_000)]);
        const texts = tell(row!, undefined, null, '5.9', TEXTS);
        const spoken = decisionWord('spoken', { ...texts, n: 1, all: 2 });
        expect(texts.funcs).toContain(func);
        expect(spoken).toContain(texts.role);
        expect(spoken).not.toMatch(/[{}]|undefined/);
        expect(texts.answer).not.toBe('');
        expect(glyphOf(answer)).toHaveLength(1);
      }
    }
    for (const kind of DECIDEDS) {
      expect(decisionWord(`what.${kind}`, { cpu: 1, about: 2, task: 3 })).not.toMatch(/[{}]/);
      for (const answer of ANSWERS) {
        const reason = because(head(kind), [step('newidle_balance', 1, answer, 9)], 500_000);
        expect(textOf(reason)).not.toMatch(/[{}]|undefined/);
      }
    }
  }
  await setLanguage('en');
});

test('a function is called as in the source of the lane’s kernel', () => {
  const texts = (['4.20', '6.8', '6.18'] as const).map((kernel) => [
    functionName('newidle_balance', kernel),
    tell(rowsOf(head('periodic'), [step('find_busiest_queue', 3, 'chosen')])[0]!, undefined, null, kernel, TEXTS).funcs,
  ]);
  expect(texts).toEqual([
    ['idle_balance', 'find_busiest_queue'],
    ['newidle_balance', 'find_busiest_queue'],
    ['sched_balance_newidle', 'sched_balance_find_src_rq'],
  ]);
});

test('the rings have the numbers and the choice of the rows, and the latest look that has come', () => {
  const steps = [
    step('wake_wide', 9, 'no', 1),
    step('select_idle_sibling', 3, 'busy'),
    step('select_idle_cpu', 3, 'busy'),
    step('select_idle_cpu', 4, 'idle'),
    step('select_idle_cpu', 5, 'out_of_budget'),
  ];
  const wake = head('wake', { cpu: 9, about: 3, chosen: 4, task: 5 });
  const rows = rowsOf(wake, steps);
  const whens = (present: number) => looksOf(rows, present, 4).map(({ when }) => when);
  expect(looksOf(rows, 0, 4)).toEqual([
    { cpu: 3, numbers: [1, 2], when: 'present', chosen: false },
    { cpu: 4, numbers: [3], when: 'future', chosen: true },
  ]);
  expect(whens(1)).toEqual(['present', 'future']);
  expect(whens(2)).toEqual(['past', 'present']);
  expect(whens(rows.length)).toEqual(['past', 'past']);
  expect(marksOf(wake, steps, 3)).toMatchObject({ decider: 9, chosen: 4 });
  // A task that falls back to a busy CPU: no look found it.
  expect(looksOf(rows, 0, 3).map(({ chosen }) => chosen)).toEqual([false, false]);
});

test('a balance pass has its groups, a steal its bitmap, a cross-node check its nodes', () => {
  const groups = [
    step('find_busiest_group', 0, 'has_spare', (2 << 16) | 2),
    step('find_busiest_group', 0, 'load', 300),
    step('find_busiest_group', 4, 'overloaded', 7 << 16),
    step('find_busiest_group', 4, 'load', 900),
    step('calculate_imbalance', 4, 'migrate_task', 2),
    step('find_busiest_queue', 6, 'load', 3),
    step('find_busiest_queue', 6, 'chosen', 2),
  ];
  const pass = marksOf(head('periodic', { about: 6 }), groups, 0);
  expect(pass.groups).toEqual([
    { cpus: [0], answer: 'has_spare', running: 2, idle: 2, load: 300, busiest: false },
    { cpus: [4], answer: 'overloaded', running: 7, idle: 0, load: 900, busiest: true },
  ]);
  const looks = (kind: Head['kind'], steps: readonly Step[]) => {
    const one = head(kind, { about: 6 });
    return looksOf(rowsOf(one, steps), 0, one.chosen).map(({ cpu, numbers }) => [cpu, ...numbers]);
  };
  expect(looks('periodic', groups)).toEqual([[6, 1, 2]]);
  expect(pass.chosen).toBeNull();
  const domains = [
    ['0-1', '2-3'],
    ['0-3', '4-5,7'],
  ].map((spans) => spans.map(cpusOf));
  const levels = levelsOf(groups, domains);
  expect(marksOf(head('periodic'), groups, 0, levels).groups[1]?.cpus).toEqual([4, 5, 7]);
  expect(groups.map((_, i) => groupAt(groups, levels, i)?.join() ?? '')).toEqual([
    ...['0,1,2,3', '0,1,2,3', '4,5,7', '4,5,7', '4,5,7'],
    ...['', ''],
  ]);

  const steal = [step('try_steal', 2, 'overloaded', 2), step('steal_from', 2, 'yes', 2)];
  expect(marksOf(head('steal'), steal, 0).bitmap).toEqual([2]);
  expect(looks('steal', steal)).toEqual([[2, 1]]);

  const nodes = [step('find_busiest_node', 0, 'load', 3), step('find_busiest_node', 4, 'chosen', 9)];
  expect(marksOf(head('o1_balance'), nodes, 0).nodes).toEqual([
    { first: 0, load: 3, chosen: false },
    { first: 4, load: 9, chosen: true },
  ]);
});

test('a search descends level by level, and the groups of the present level are shown', () => {
  const count = (cpu: number) => [
    step('find_idlest_group', cpu, 'has_spare', 4),
    step('find_idlest_group', cpu, 'load', 9),
  ];
  const steps = [
    // Two groups that overlap begin with the same CPU.
    ...[0, 0, 8, 0, 12, 8].flatMap(count),
    step('find_idlest_group_cpu', 9, 'idle', 3),
    ...[9, 8].flatMap(count),
  ];
  const deciders = [
    ['12-13', '14-15'],
    ['12-15', '8-11'],
    ['8-15', '0-7'],
    ['0-15', '0-7,16-31'],
  ];
  const reached = [
    ['9', '8'],
    ['8-11', '12-15'],
  ];
  const levels = levelsOf(
    steps,
    [...deciders, ...reached].map((spans) => spans.map(cpusOf)),
  );
  expect(levels.map(({ spans }) => spans)).toEqual(
    [deciders[3], deciders[2], deciders[1], reached[0]].map((spans) => spans?.map(cpusOf)),
  );
  const fork = head('fork', { cpu: 13, chosen: 9, task: 4 });
  const shown = (present: number) => marksOf(fork, steps, present, levels).groups.map(({ cpus }) => cpus);
  expect(shown(2)).toEqual(levels[0]?.spans);
  expect(shown(5)).toEqual(levels[1]?.spans);
  expect(shown(12)).toEqual(levels[2]?.spans);
  expect(shown(steps.length)).toEqual([[9], [8]]);
  expect(groupAt(steps, levels, 3)).toEqual(cpusOf('0-7,16-31'));
});

test('a decision of a real run is found again by its record and by its task, and the run pauses before it', () => {
  const scenario: Scenario = PRESETS.cluster;
  const server = createServer(Simulation, { now: () => 0 });
  server.load(scenario, 1);
  server.advance({ untilNs: 1e6, budgetMs: 9, level: 0, windowNs: 0, withSeries: false });
  const heads = headsOf(server.decisions(true).words).filter((one) => movesOf(one).length > 0);
  expect(heads.length).toBeGreaterThan(20);
  for (const one of heads.slice(-8)) {
    const again = server.decision(one.words.slice());
    if (!again) throw new Error('it is not found');
    expect([...again.record]).toEqual([...one.words]);
    const { task } = movesOf(one)[0]!;
    const about = server.decision({ task, ns: one.ns });
    if (!about) throw new Error('it is not found');
    expect(isAbout(headsOf(about.record)[0]!, task)).toBe(true);
    const { ns, events } = again;
    const there = server.seek({ ns, events, budgetMs: 9, level: 0, windowNs: 1000, orLess: false });
    // The chosen CPU does not run it yet.
    expect(there.frame[8]).toBe(events);
  }
});

test('the free choice of the target belongs to the first look; a scan counts on; what is not looked at has no number', () => {
  const steps = [
    step('wake_wide', 19, 'no', 1),
    step('wake_affine', 19, 'yes'),
    step('select_idle_sibling', 19, 'busy'),
    step('select_idle_sibling', 18, 'busy'),
    step('select_idle_cpu', 19, 'busy', 3),
    step('select_idle_cpu', 20, 'busy', 2),
    step('select_idle_cpu', 0, 'busy', 1),
    step('select_idle_cpu', 1, 'out_of_budget'),
  ];
  const rows = rowsOf(head('wake', { cpu: 19, about: 18, chosen: 19, task: 5 }), steps);
  expect(rows.map(({ role, number, at }) => [role, number, at])).toEqual([
    ['waker', 1, 2],
    ['last', 2, 3],
    ['again', 3, 4],
    ['next', 4, 5],
    ['next', 5, 6],
    ['unseen', null, 7],
  ]);
  expect(rows[0]?.funcs).toEqual(['wake_wide', 'wake_affine', 'select_idle_sibling']);
  const told = rows.map((row, i) => tell(row, rows[i - 1], null, '5.9', TEXTS).role);
  expect(told).toEqual([
    'the waker’s CPU',
    'where it ran last',
    'search starts here',
    'next number up',
    'then the lowest number',
    'not looked at',
  ]);
  const groups = [step('find_idlest_group', 6, 'has_spare', 1), step('find_idlest_group', 6, 'load', 445)];
  expect(rowsOf(head('fork'), groups)).toHaveLength(1);
});

test('in every decision of a run the bars form stairs, whose end is the cost of the decision', () => {
  for (const preset of ['cluster', 'steal', 'big'] as const) {
    for (const lane of [0, 1]) {
      const server = createServer(Simulation, { now: () => 0 });
      const { machine } = server.load(PRESETS[preset], lane);
      server.advance({ untilNs: 3e6, budgetMs: 9, level: 0, windowNs: 0, withSeries: false });
      const heads = headsOf(server.decisions(true).words);
      expect(heads.length).toBeGreaterThan(10);
      for (const one of heads) {
        const steps = stepsOf(one);
        const rows = rowsOf(one, steps);
        for (const [i, row] of rows.entries()) {
          expect(row.fromNs).toBe(rows[i - 1]?.toNs ?? 0);
          expect(row.toNs).toBeGreaterThanOrEqual(row.fromNs);
        }
        const stairs = stairsOf({ head: one }, machine, lineNs);
        expect(stairs.lookedNs).toBe(one.costNs);
        if (one.kind === 'wake') expect(rows.at(-1)?.toNs ?? 0).toBe(one.costNs);
        expect(stairs.endNs).toBeGreaterThanOrEqual(stairs.lookedNs);
        expect(titleOf(one, steps, decisionWord)).toMatch(/^[^{}]+\?$/);
        expect(reasonOf(one, steps, null, looksWord)).toMatch(/^[^{}]+\.$/);
      }
    }
  }
});

test('other switches decide in the same state; the next decision on which they differ is found; the run stays', () => {
  const scenario = PRESETS.cluster;
  const server = createServer(Simulation, { now: () => 0 });
  server.load(scenario, 0);
  server.advance({ untilNs: 1e6, budgetMs: 9, level: 0, windowNs: 0, withSeries: false });
  const wakes = headsOf(server.decisions(true).words).filter(({ kind }) => kind === 'wake');
  const [own, other] = scenario.lanes.map(({ features }) => features);
  const at = wakes.length - 60;
  const choices = wakes.slice(at).map((one) => {
    // With the same switches the decision is the same.
    expect(server.otherwise(one.words.slice(), own!)).toEqual(one.words.slice());
    const [theirs] = headsOf(server.otherwise(one.words.slice(), other!)!);
    expect(theirs).toMatchObject({ kind: 'wake', ns: one.ns, task: one.task, cpu: one.cpu, about: one.about });
    return theirs!.chosen;
  });
  const differs = choices.findIndex((cpu, i) => i > 0 && cpu !== wakes[at + i]!.chosen);
  expect(differs).toBeGreaterThan(0);
  const record = wakes[at]!.words.slice();
  expect(server.neighbour(record, 1, other!)).toEqual(wakes[at + differs]!.words.slice());
  expect(server.neighbour(record, 1, null)).toEqual(wakes[at + 1]!.words.slice());
  expect(server.neighbour(record, -1, null)).toEqual(wakes[at - 1]!.words.slice());
  expect(server.inspectCpu(0).ns).toBe(1e6);
});
