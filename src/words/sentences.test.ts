import { expect, test } from 'vitest';
import { record } from '../../tests/decision';
import { Simulation } from '../../tests/simulator';
import { createServer } from '../engine/lanes/server';
import { appended, recordOffsets } from '../engine/wire/decisions';
import { decisionsOf, NO_RECORDS, type Step, stepsOf, withAnswer } from '../engine/wire/records';
import { HOWS } from '../scenario/generated/vocab';
import { PRESETS } from '../scenario/presets';
import { because, numberOf, type Sentence, textOf } from './sentences';

const WAKE = record({
  kind: 'wake',
  ns: 5e9,
  task: 27,
  cpu: 200,
  about: 255,
  chosen: 5,
  why: HOWS.indexOf('llc'),
  steps: [
    { func: 'select_idle_sibling', cpu: 3, answer: 'busy', value: 0, costNs: 0 },
    { func: 'select_idle_cpu', cpu: 4, answer: 'busy', value: 9, costNs: 20 },
    { func: 'select_idle_cpu', cpu: 5, answer: 'idle', value: 8, costNs: 40 },
  ],
});
const GATED = record({
  kind: 'newidle',
  ns: 5e9 + 10,
  cpu: 7,
  about: 7,
  chosen: 7,
  why: 255,
  steps: [{ func: 'newidle_balance', cpu: 7, answer: 'gated', value: 1400, costNs: 0 }],
});
const words = Uint32Array.from([...WAKE, ...GATED]);
const english = (sentence: Sentence) => textOf(sentence, 'en');

test('every field of a record is decoded', () => {
  const records = withAnswer(NO_RECORDS, words, true);
  const [wake] = decisionsOf(records, 5, 9);
  expect(wake).toMatchObject({
    serial: 0,
    kind: 'wake',
    ns: 5e9,
    task: 27,
    cpu: 200,
    about: 255,
    chosen: 5,
    costNs: 321,
  });
  expect(stepsOf(wake!)).toEqual([
    { func: 'select_idle_sibling', cpu: 3, answer: 'busy', value: 0, costNs: 0 },
    { func: 'select_idle_cpu', cpu: 4, answer: 'busy', value: 9, costNs: 20 },
    { func: 'select_idle_cpu', cpu: 5, answer: 'idle', value: 8, costNs: 40 },
  ]);
  expect(decisionsOf(records, 7, 9)).toMatchObject([{ serial: 1, kind: 'newidle', task: null }]);
});

test('lists only the decisions of a CPU or for it, newest first, of the requested kinds', () => {
  const records = withAnswer(withAnswer(NO_RECORDS, words, true), words, false);
  expect(decisionsOf(records, 200, 9).map(({ serial }) => serial)).toEqual([2, 0]);
  expect(decisionsOf(records, 5, 1).map(({ serial }) => serial)).toEqual([2]);
  expect(decisionsOf(records, 255, 9)).toEqual([]);
  expect(decisionsOf(records, 5, 9, new Set(['steal']))).toEqual([]);
  // A run that starts again removes the records of the one before and numbers its records anew.
  expect(decisionsOf(withAnswer(records, words, true), 5, 9).map(({ serial }) => serial)).toEqual([4]);
});

test('only the last records are kept, and never a partial one', () => {
  const kept = appended(appended(new Uint32Array(), words, 3), words, 3);
  expect([...kept]).toEqual([...GATED, ...WAKE, ...GATED]);
  expect([...appended(kept, words, 1)]).toEqual(GATED);
  expect(recordOffsets(kept)).toEqual([0, 9, 24]);
  // Decoding stops at a truncated record.
  expect(recordOffsets(words.slice(0, 18))).toEqual([0]);
});

test('the sentence gives the reason, the number its quantity', () => {
  const records = withAnswer(NO_RECORDS, words, true);
  const [wake] = decisionsOf(records, 5, 1);
  const steps = stepsOf(wake!);
  expect(english(because(wake!, steps, null))).toBe(
    'CPU 5 was chosen because it was the first idle CPU that the scan of the LLC met.',
  );
  expect(steps.map((step) => numberOf(step)).map((say) => say && english(say))).toEqual([
    null,
    '9 left of the budget',
    '8 left of the budget',
  ]);
  const [, step] = steps;
  expect(english(numberOf({ ...step!, value: 46_869 })!)).toBe('46,869 left of the budget');
  const [gated] = decisionsOf(records, 7, 1);
  expect(english(because(gated!, stepsOf(gated!), 500_000))).toContain(
    'CPU 7 did not look for work because it is idle for only 1.40\u00a0µs',
  );
  expect(
    english(numberOf({ func: 'find_busiest_group', cpu: 0, answer: 'has_spare', value: (3 << 16) | 2, costNs: 0 })!),
  ).toBe('3 running, 2 idle');
});

test('a pull names its source, also if nothing moved', () => {
  const said = (steps: Step[]) => {
    const [head] = decisionsOf(
      withAnswer(
        NO_RECORDS,
        Uint32Array.from(record({ kind: 'periodic', ns: 9, cpu: 1, about: 1, chosen: 1, steps })),
        true,
      ),
      1,
      1,
    );
    return english(because(head!, stepsOf(head!), null));
  };
  const busiest: Step = { func: 'find_busiest_queue', cpu: 6, answer: 'chosen', value: 2, costNs: 0 };
  const task = (answer: Step['answer']): Step => ({ func: 'can_migrate_task', cpu: 6, answer, value: 30, costNs: 0 });
  expect(said([busiest, task('moved')])).toContain('it took task 30 from CPU 6');
  expect(said([busiest, task('hot')])).toBe('Nothing moved because no waiting task of CPU 6 may go now.');
  expect(said([{ func: 'newidle_balance', cpu: 1, answer: 'pending', value: 0, costNs: 0 }])).toBe(
    'CPU 1 did not look for work because a task is being woken on it.',
  );
  expect(said([{ func: 'should_we_balance', cpu: 3, answer: 'no', value: 8, costNs: 0 }])).toContain(
    'CPU 3 balances here',
  );
});

test('in a real run every wake-up has a sentence, and the steps end at the CPU of the task', () => {
  const server = createServer(Simulation, { now: () => 0 });
  server.load(PRESETS.cluster, 1);
  server.advance({ untilNs: 2e6, budgetMs: 9, level: 0, windowNs: 0, withSeries: false });
  // At the first query the server repeats the end of the run.
  const reply = server.decisions(true);
  expect(reply.fresh).toBe(true);
  const records = withAnswer(NO_RECORDS, reply.words, true);
  const all = Array.from({ length: 24 }, (_, cpu) => decisionsOf(records, cpu, 99)).flat();
  expect(all.length).toBeGreaterThan(100);
  expect(all.every(({ ns }) => ns <= 2e6)).toBe(true);
  expect(Math.max(...all.map(({ ns }) => ns))).toBeGreaterThan(1.99e6);
  const clusters = all.filter((head) => head.kind === 'wake' && HOWS[head.why] === 'cluster');
  expect(clusters.length).toBeGreaterThan(0);
  for (const head of clusters) {
    const steps = stepsOf(head);
    expect(steps.at(-1)).toMatchObject({ cpu: head.chosen, answer: 'idle' });
    expect(english(because(head, steps, null))).toContain(`CPU ${head.chosen} was chosen`);
  }
});

test('a recalled decision equals the recorded one, flips included', () => {
  const run = (keepFromStart: boolean) => {
    const server = createServer(Simulation, { now: () => 0 });
    const advance = (untilNs: number) =>
      server.advance({ untilNs, budgetMs: 9, level: 0, windowNs: 0, withSeries: false });
    const features = PRESETS.cluster.lanes[0]!.features;
    server.load(PRESETS.cluster, 1);
    advance(7e5);
    if (keepFromStart) server.decisions(true);
    server.flips([{ at_ns: 7e5, features }]);
    advance(1e6);
    const reply = server.decisions(true);
    return [...reply.words];
  };
  const recalled = run(false);
  const recorded = run(true);
  expect(recorded.length).toBeGreaterThan(100);
  expect(recalled.slice(-recorded.length)).toEqual(recorded);
});

test('the state of a CPU belongs to its moment; recording ends with a new run', () => {
  const server = createServer(Simulation, { now: () => 0 });
  server.load(PRESETS.cluster, 1);
  expect(server.inspectCpu(3)).toMatchObject({
    ns: 0,
    inspection: {
      cpu: 3,
      domains: [{ name: 'CL', span: '0-3', min_interval_ms: 4, max_interval_ms: 8 }, { name: 'MC' }],
    },
  });
  expect(server.inspectCpu(99)).toMatchObject({ inspection: null });
  expect(server.decisions(true)).toMatchObject({ fresh: true });
  expect(server.decisions(true)).toMatchObject({ fresh: false });
  server.load(PRESETS.cluster, 1);
  expect(server.decisions(true)).toMatchObject({ fresh: true });
});

test('the sentence of a task that stays in a busier group does not deny that group', () => {
  // A node keeps a child while it has an idle CPU.
  const idle = (cpu: number, value: number): Step => ({
    func: 'find_idlest_group',
    cpu,
    answer: 'has_spare',
    value,
    costNs: 0,
  });
  const steps = [idle(0, (1 << 16) | 19), idle(20, 20)];
  const stays = record({ kind: 'fork', ns: 1, task: 3, cpu: 0, about: 0, chosen: 0, why: 255, steps });
  const [fork] = decisionsOf(withAnswer(NO_RECORDS, Uint32Array.from(stays), true), 0, 9);
  expect(english(because(fork!, steps, null))).toBe(
    'CPU 0 was chosen because no other group was enough better than the local one.',
  );
});
