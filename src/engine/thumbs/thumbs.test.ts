import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MachineDescription } from '../../scenario/generated/types';
import { PRESETS } from '../../scenario/presets';
import { EngineFault } from '../port/port';
import type { ThumbEngine, ThumbQuestions } from './questions';
import { Thumbs } from './thumbs';

/** The page's animation frames, one by one. */
let callbacks: ((nowMs: number) => void)[] = [];
let nowMs = 0;

beforeEach(() => {
  callbacks = [];
  nowMs = 0;
  vi.stubGlobal('requestAnimationFrame', (callback: (ms: number) => void) => callbacks.push(callback));
  vi.stubGlobal('cancelAnimationFrame', () => {
    callbacks = [];
  });
  vi.stubGlobal('navigator', { hardwareConcurrency: 8 });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Lets `ms` of the page's time go by, and every answer come in. */
async function pass(ms: number): Promise<void> {
  for (const end = nowMs + ms; nowMs < end; nowMs += 16) {
    for (const callback of callbacks.splice(0)) callback(nowMs);
    for (let i = 0; i < 4; i++) await Promise.resolve();
  }
}

interface Asked {
  readonly worker: number;
  readonly name: keyof ThumbQuestions;
  readonly id: number;
  /** How far a picture is to go (ns). */
  readonly ns: number | null;
}

/** Workers that answer when they are told to: after `onTheWay` steps each picture is there. */
function workers(onTheWay = 0) {
  const asked: Asked[] = [];
  const steps = new Map<number, number>();
  const waiting: (() => void)[] = [];
  const made: { breaks(): void }[] = [];
  const start = async (): Promise<ThumbEngine> => {
    const number = made.length;
    let isBroken = false;
    made.push({
      breaks() {
        isBroken = true;
      },
    });
    return {
      onNote: null,
      get isBroken() {
        return isBroken;
      },
      dispose: () => {},
      ask: ((name: keyof ThumbQuestions, id: number, ...rest: unknown[]) => {
        if (isBroken) return Promise.reject(new EngineFault('it broke'));
        asked.push({ worker: number, name, id, ns: name === 'step' ? (rest[0] as number) : null });
        if (name === 'close') return Promise.resolve();
        const step = (steps.get(id) ?? -1) + 1;
        steps.set(id, step);
        const frames = step > onTheWay ? [new Uint32Array(200)] : [];
        const answer = name === 'open' ? { machine: {} as MachineDescription, tasks: new Uint16Array() } : frames;
        return new Promise<unknown>((resolve) => waiting.push(() => resolve(answer)));
      }) as unknown as ThumbEngine['ask'],
    };
  };
  const answer = () => {
    for (const give of waiting.splice(0)) give();
  };
  return { start, asked, made, answer };
}

const subject = { scenario: PRESETS.cluster, startNs: 1000, speed: 10_000 };

test('a worker has one request at a time, and there are two workers at most', async () => {
  const { start, asked, made, answer } = workers();
  const thumbs = new Thumbs(() => false, start);
  for (let i = 0; i < 6; i++) thumbs.add(subject, () => {}).see(true);
  await pass(500);
  expect(made).toHaveLength(2);
  expect(asked.map(({ worker }) => worker).sort()).toEqual([0, 1]);
  answer();
  await pass(32);
  expect(asked).toHaveLength(4);
  thumbs.dispose();
});

test('only what is seen is asked for, at its own speed, four times a second', async () => {
  const { start, asked, answer } = workers();
  const drawn: string[] = [];
  const thumbs = new Thumbs(() => false, start);
  const seen = thumbs.add(subject, () => drawn.push('seen'));
  thumbs.add(subject, () => drawn.push('unseen')).see(false);
  seen.see(true);
  for (let i = 0; i < 125; i++) {
    await pass(16);
    answer();
  }
  expect(new Set(drawn)).toEqual(new Set(['seen']));
  expect(drawn.length).toBeGreaterThanOrEqual(6);
  expect(drawn.length).toBeLessThanOrEqual(8);
  expect(asked.flatMap(({ ns }) => ns ?? [])[0]).toBe(2500);
  seen.see(false);
  const before = asked.length;
  await pass(1000);
  expect(asked.length).toBe(before);
  thumbs.dispose();
});

test('who is on a long way to its beginning leaves the others their turn', async () => {
  const { start, asked, answer } = workers(1000);
  const thumbs = new Thumbs(() => false, start);
  for (let i = 0; i < 4; i++) thumbs.add(subject, () => {}).see(true);
  for (let i = 0; i < 100; i++) {
    await pass(16);
    answer();
  }
  const turns = [1, 2, 3, 4].map((id) => asked.filter((one) => one.id === id).length);
  expect(Math.min(...turns)).toBeGreaterThan(Math.max(...turns) / 3);
  thumbs.dispose();
});

test('where motion is not wanted each picture is drawn once', async () => {
  const { start, answer } = workers();
  let drawn = 0;
  const thumbs = new Thumbs(() => true, start);
  thumbs.add(subject, () => drawn++).see(true);
  for (let i = 0; i < 125; i++) {
    await pass(16);
    answer();
  }
  expect(drawn).toBe(1);
  thumbs.dispose();
});

test('what was not seen for longest is given up, and had again when it is seen', async () => {
  const { start, asked, answer } = workers();
  const thumbs = new Thumbs(() => false, start);
  const all = Array.from({ length: 20 }, () => thumbs.add(subject, () => {}));
  for (const one of all) {
    one.see(true);
    for (let i = 0; i < 8; i++) {
      await pass(16);
      answer();
    }
    one.see(false);
  }
  const count = (type: keyof ThumbQuestions) => asked.filter(({ name }) => name === type).length;
  expect(count('open')).toBe(20);
  expect(count('open') - count('close')).toBeLessThanOrEqual(12);
  all[0]?.see(true);
  for (let i = 0; i < 8; i++) {
    await pass(16);
    answer();
  }
  expect(count('open')).toBe(21);
  thumbs.dispose();
});

test('a worker that breaks takes nothing with it but its own pictures', async () => {
  const { start, asked, made, answer } = workers();
  const thumbs = new Thumbs(() => false, start);
  for (let i = 0; i < 2; i++) thumbs.add(subject, () => {}).see(true);
  for (let i = 0; i < 20; i++) {
    await pass(16);
    answer();
  }
  const [first] = made;
  first?.breaks();
  const before = asked.length;
  for (let i = 0; i < 60; i++) {
    await pass(16);
    answer();
  }
  const later = asked.slice(before);
  expect(later.length).toBeGreaterThan(1);
  expect(new Set(later.map(({ id }) => id)).size).toBe(1);
  thumbs.dispose();
});
