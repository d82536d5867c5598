import { expect, test } from 'vitest';
import { ANSWERS, DECIDEDS, FUNCS, HOWS, NO_TASK } from '../../scenario/generated/vocab';
import { appended, recordOffsets } from './decisions';
import {
  countedOf,
  decisionsOf,
  headAt,
  headsOf,
  howOf,
  isAbout,
  isOf,
  movesOf,
  NO_RECORDS,
  stepsOf,
  withAnswer,
} from './records';
import { samplesOf } from './trace';
import { concatenated } from './words';

interface Made {
  readonly kind: (typeof DECIDEDS)[number];
  readonly ns?: number;
  readonly task?: number;
  readonly cpu?: number;
  readonly about?: number;
  readonly chosen?: number;
  readonly why?: number;
  readonly steps?: readonly (readonly [answer: (typeof ANSWERS)[number], cpu: number, value: number])[];
}

function made({ kind, ns = 7, task = NO_TASK, cpu = 1, about = 2, chosen = 3, why = 0, steps = [] }: Made): number[] {
  return [
    ((DECIDEDS.indexOf(kind) << 24) | (6 + steps.length * 3)) >>> 0,
    ns % 2 ** 32,
    Math.floor(ns / 2 ** 32),
    (task | (cpu << 16) | (about << 24)) >>> 0,
    chosen | (why << 8),
    321,
    ...steps.flatMap(([answer, of, value]) => [
      FUNCS.indexOf('can_migrate_task') | (of << 8) | (ANSWERS.indexOf(answer) << 16),
      value,
      55,
    ]),
  ];
}
const words = (...records: Made[]) => Uint32Array.from(records.flatMap(made));
const head = (record: Made) => headsOf(words(record))[0]!;

const PULL: Made = {
  kind: 'newidle',
  cpu: 3,
  about: 5,
  steps: [
    ['hot', 5, 40],
    ['moved', 5, 41],
    ['moved', 6, 42],
  ],
};

test('a record is decoded with its steps, and its time is wider than a word', () => {
  const [first, second] = headsOf(words({ kind: 'fork', ns: 2 ** 33 + 5, task: 9, why: 4 }, PULL));
  expect(first).toMatchObject({
    serial: 0,
    kind: 'fork',
    ns: 2 ** 33 + 5,
    task: 9,
    cpu: 1,
    about: 2,
    chosen: 3,
    why: 4,
  });
  expect(first?.costNs).toBe(321);
  expect(second).toMatchObject({ serial: 1, kind: 'newidle', task: null });
  expect(stepsOf(second!).map(({ func, cpu, answer, value, costNs }) => [func, cpu, answer, value, costNs])).toEqual([
    ['can_migrate_task', 5, 'hot', 40, 55],
    ['can_migrate_task', 5, 'moved', 41, 55],
    ['can_migrate_task', 6, 'moved', 42, 55],
  ]);
  expect([...second!.words]).toEqual(made(PULL));
});

test('records of another version are skipped, and decoding stops at a partial one', () => {
  const strange = made({ kind: 'wake' });
  strange[0] = ((15 << 24) | 6) >>> 0;
  expect(headsOf(Uint32Array.from([...strange, ...made(PULL)])).map(({ kind }) => kind)).toEqual(['newidle']);
  expect(headAt(Uint32Array.from(strange), 0, 6, 0)).toBeNull();
  expect(recordOffsets(words(PULL).subarray(0, 5))).toEqual([]);
  // A record of length zero does not cause an endless loop.
  expect(recordOffsets(new Uint32Array(12))).toEqual([0, 6]);
  expect(stepsOf(headsOf(words(PULL).subarray(0, 11))[0]!)).toHaveLength(1);
});

test('a placed task moves from its previous CPU, a forked one from the forking CPU, a pulled one from its queue', () => {
  const moves = (record: Made) => movesOf(head(record)).map(({ task, from, to }) => [task, from, to]);
  expect(moves({ kind: 'wake', task: 9 })).toEqual([[9, 2, 3]]);
  expect(moves({ kind: 'fork', task: 9 })).toEqual([[9, 1, 3]]);
  expect(moves({ kind: 'exec', task: 9, cpu: 3 }), 'it stays').toEqual([]);
  expect(moves({ kind: 'wake', task: 9, about: 3 }), 'it stays').toEqual([]);
  expect(moves({ kind: 'wake' })).toEqual([]);
  expect(moves({ kind: 'steal', task: 9 })).toEqual([[9, 2, 3]]);
  expect(moves(PULL)).toEqual([
    [41, 5, 3],
    [42, 6, 3],
  ]);
});

test('a decision is about its task, and about the tasks that it moved', () => {
  expect([40, 41, 42, NO_TASK].map((task) => isAbout(head(PULL), task))).toEqual([false, true, true, false]);
  expect([9, 8].map((task) => isAbout(head({ kind: 'wake', task: 9 }), task))).toEqual([true, false]);
});

test('a decision belongs to the CPU that was chosen, or that looked for work; a waker only decides for others', () => {
  const of = (record: Made) => [1, 2, 3].map((cpu) => isOf(head(record), cpu));
  expect(of({ kind: 'wake' })).toEqual([false, false, true]);
  expect(of({ kind: 'newidle' })).toEqual([true, false, true]);
});

test('a wake-up names the step that chose, other decisions do not', () => {
  const why = HOWS.indexOf('cluster');
  expect(howOf(head({ kind: 'wake', why }))).toBe('cluster');
  expect(howOf(head({ kind: 'fork', why }))).toBeNull();
  expect(howOf(head({ kind: 'wake', why: 99 }))).toBeNull();
  expect(countedOf((3 << 16) | 5)).toEqual({ running: 3, idle: 5 });
});

test('new records are appended, and all keep their serials', () => {
  const first = withAnswer(NO_RECORDS, words({ kind: 'wake' }, { kind: 'fork' }), true);
  const both = withAnswer(first, words(PULL), false);
  expect([both.end, headsOf(both.words).length]).toEqual([3, 3]);
  const anew = withAnswer(both, words({ kind: 'exec' }), true);
  // Earlier records belong to another interval: their numbers are not used again.
  expect([anew.end, headsOf(anew.words).map(({ kind }) => kind)]).toEqual([4, ['exec']]);
  expect(decisionsOf(both, 3, 9).map(({ serial, kind }) => [serial, kind])).toEqual([
    [2, 'newidle'],
    [1, 'fork'],
    [0, 'wake'],
  ]);
  expect(decisionsOf(anew, 3, 9).map(({ serial }) => serial)).toEqual([3]);
});

test('finds the latest decisions of a CPU, those that it made and those that chose it', () => {
  const { words: all, end } = withAnswer(
    NO_RECORDS,
    words(
      { kind: 'wake', cpu: 8, chosen: 9 },
      { kind: 'wake', cpu: 9 },
      { kind: 'newidle', cpu: 4 },
      { kind: 'pick', cpu: 9 },
    ),
    true,
  );
  const of = (...args: [most: number, kinds?: ReadonlySet<(typeof DECIDEDS)[number]>]) =>
    decisionsOf({ words: all, end }, 9, ...args).map(({ serial }) => serial);
  expect([of(9), of(2), of(0)]).toEqual([[3, 1, 0], [3, 1], []]);
  expect([of(9, new Set(['wake'] as const)), of(9, new Set())]).toEqual([[1, 0], []]);
});

test('a decision among others has its steps, and those of another version are skipped', () => {
  const all = words({ kind: 'fork' }, PULL, { kind: 'wake', cpu: 8, chosen: 9 });
  const [pull, fork] = decisionsOf({ words: all, end: 3 }, 3, 9);
  expect([...pull!.words, ...fork!.words]).toEqual([...made(PULL), ...made({ kind: 'fork' })]);
  const strange = Uint32Array.from(made(PULL));
  strange[6] = (strange[6]! & ~0xff) | 0xfe;
  strange[9] = strange[9]! | 0xff0000;
  expect(stepsOf(headsOf(strange)[0]!).map(({ value }) => value)).toEqual([42]);
});

test('the last records are kept', () => {
  const [one, two, three] = (['wake', 'fork', 'exec'] as const).map((kind) => words({ kind }));
  const kinds = (all: Uint32Array) => headsOf(all).map(({ kind }) => kind);
  const both = appended(one!, two!, 5);
  expect(kinds(both)).toEqual(['wake', 'fork']);
  expect(kinds(appended(both, three!, 3))).toEqual(['wake', 'fork', 'exec']);
  expect(kinds(appended(both, three!, 2))).toEqual(['fork', 'exec']);
  expect(kinds(appended(three!, both, 2))).toEqual(['wake', 'fork']);
  expect(kinds(appended(three!, both, 1))).toEqual(['fork']);
  expect(appended(both, new Uint32Array(), 1)).toBe(both);
  expect(kinds(appended(new Uint32Array(), both, 3))).toEqual(['wake', 'fork']);
});

test('arrays are joined in order', () => {
  const parts = [[1, 2], [], [3]].map((part) => Uint8Array.from(part));
  expect(concatenated(Uint8Array, parts)).toEqual(Uint8Array.of(1, 2, 3));
  expect(concatenated(Uint32Array, [])).toEqual(new Uint32Array());
});

test('a queue trace is decoded sample by sample, each with its tasks', () => {
  const samples = samplesOf(
    Float64Array.of(10, 9, 8, 1, 5, 0, 1, 2, 1024, 3, 20, 19, 18, 0, 30, 29, 28, 1, 6, 99, 4, 5, 88, 6),
  );
  expect(samples).toEqual([
    { ns: 10, chargedNs: 9, clock: 8, tasks: [{ task: 5, state: 'running', v: 1, d: 2, weight: 1024, slice: 3 }] },
    { ns: 20, chargedNs: 19, clock: 18, tasks: [] },
    { ns: 30, chargedNs: 29, clock: 28, tasks: [{ task: 6, state: 'waiting', v: 4, d: 5, weight: 88, slice: 6 }] },
  ]);
  expect(samplesOf(new Float64Array())).toEqual([]);
});
