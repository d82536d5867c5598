import { expect, test } from 'vitest';
import { SerialQueue } from './serialQueue';

const later = () => new Promise<void>((resolve) => setTimeout(resolve, 1));

test('tasks run one at a time, in the order of the calls', async () => {
  const queue = new SerialQueue(() => {});
  const done: string[] = [];
  const task = (name: string) => async () => {
    done.push(`${name} begins`);
    await later();
    done.push(`${name} ends`);
    return name;
  };
  expect(queue.isBusy).toBe(false);
  const first = queue.run(task('one'), '');
  const second = queue.run(task('two'), '');
  expect(queue.isBusy).toBe(true);
  expect([await first, await second, queue.isBusy]).toEqual(['one', 'two', false]);
  expect(done).toEqual(['one begins', 'one ends', 'two begins', 'two ends']);
});

test('an error of a task is reported, and the next task runs', async () => {
  const errors: unknown[] = [];
  const queue = new SerialQueue((thrown) => errors.push(thrown));
  const broken = queue.run(() => Promise.reject(new Error('gone')), 'fallback');
  const next = queue.run(async () => 'next', '');
  expect([await broken, await next]).toEqual(['fallback', 'next']);
  expect(errors).toEqual([new Error('gone')]);
  expect(queue.isBusy).toBe(false);
});

test('clear drops tasks that have not started; later ones run', async () => {
  const queue = new SerialQueue(() => {});
  const first = queue.run(async () => {
    await later();
    return 'first';
  }, 'none');
  await later();
  const second = queue.run(async () => 'second', 'none');
  queue.clear();
  const third = queue.run(async () => 'third', 'none');
  expect([await first, await second, await third]).toEqual(['first', 'none', 'third']);
});
