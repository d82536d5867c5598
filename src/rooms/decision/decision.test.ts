import { expect, test } from 'vitest';
import { Simulation } from '../../../tests/simulator';
import { createServer } from '../../engine/lanes/server';
import { type Head, headsOf, isAbout, movesOf, type Step } from '../../engine/wire/records';
import { cpusOf } from '../../scenario/cpuList';
import { ANSWERS_OF } from '../../scenario/generated/steps';
import type { Scenario } from '../../scenario/generated/types';
import { ANSWERS, DECIDEDS, FUNCS } from '../../scenario/generated/vocab';
import { PRESETS } from '../../scenario/presets';
import { setLanguage } from '../../words';
import { functionName } from '../../words/functionName';
import { because } from '../../words/sentences';
import { t } from '../../words/steps';
import { notesEn } from './generated/notes.en';
import { glyphOf, groupAt, levelsOf, marksOf } from './marks';
import { tell } from './names';
import { notesZh } from './notes.zh';
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
});

test('every kind, function and answer has a sentence, with all its parameters', async () => {
  for (const lang of ['en', 'zh'] as const) {
    await setLanguage(lang);
    for (const func of FUNCS) {
      for (const answer of ANSWERS) {
        const texts = tell(step(func, 3, answer, 70_000), null, '5.9', t, decisionWord);
        const spoken = decisionWord('spoken', { ...texts, n: 1, all: 2 });
        expect(spoken).toContain(func);
        expect(spoken).not.toMatch(/[{}]|undefined/);
        expect(texts.answer).not.toBe('');
        expect(glyphOf(answer)).toHaveLength(1);
      }
    }
    for (const kind of DECIDEDS) {
      expect(decisionWord(`what.${kind}`, { cpu: 1, about: 2, task: 3 })).not.toMatch(/[{}]/);
      for (const answer of ANSWERS) {
        const { key, params } = because(head(kind), [step('newidle_balance', 1, answer, 9)], 500_000);
        expect(t(key, params)).not.toMatch(/[{}]|undefined/);
      }
    }
  }
  await setLanguage('en');
});

test('a function is called as in the source of the lane’s kernel', () => {
  const texts = (['4.20', '6.8', '6.18'] as const).map((kernel) => [
    functionName('newidle_balance', kernel),
    tell(step('find_busiest_queue', 3, 'chosen'), null, kernel, t, decisionWord).func,
  ]);
  expect(texts).toEqual([
    ['idle_balance', 'find_busiest_queue'],
    ['newidle_balance', 'find_busiest_queue'],
    ['sched_balance_newidle', 'sched_balance_find_src_rq'],
  ]);
});

test('the CPUs that were tried keep the number of their step; one tried twice the latest that has come', () => {
  const steps = [
    step('select_idle_sibling', 3, 'busy'),
    step('select_idle_cpu', 3, 'busy'),
    step('select_idle_cpu', 4, 'idle'),
  ];
  const wake = head('wake', { cpu: 9, about: 3, chosen: 4, task: 5 });
  expect(marksOf(wake, steps, 0).tried).toEqual([
    { cpu: 3, place: 1, answer: 'busy', when: 'present' },
    { cpu: 4, place: 3, answer: 'idle', when: 'future' },
  ]);
  expect(marksOf(wake, steps, 1).tried[0]).toEqual({ cpu: 3, place: 2, answer: 'busy', when: 'present' });
  expect(marksOf(wake, steps, 3).tried.map(({ when }) => when)).toEqual(['past', 'past']);
  expect(marksOf(wake, steps, 3)).toMatchObject({ decider: 9, about: 3, target: 3, chosen: 4 });
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
  expect(pass.tried.map(({ cpu }) => cpu)).toEqual([6]);
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
  expect(marksOf(head('steal'), steal, 0)).toMatchObject({ bitmap: [2], tried: [{ cpu: 2, place: 2 }] });

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
