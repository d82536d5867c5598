import { expect, test } from 'vitest';
import { Turns } from './turns';

const later = () => new Promise<void>((resolve) => setTimeout(resolve, 1));

test('work is done one piece at a time, in the order in which it was asked for', async () => {
  const turns = new Turns(() => {});
  const done: string[] = [];
  const piece = (name: string) => async () => {
    done.push(`${name} begins`);
    await later();
    done.push(`${name} ends`);
    return name;
  };
  expect(turns.isBusy).toBe(false);
  const first = turns.take(piece('one'), '');
  const second = turns.take(piece('two'), '');
  expect(turns.isBusy).toBe(true);
  expect([await first, await second, turns.isBusy]).toEqual(['one', 'two', false]);
  expect(done).toEqual(['one begins', 'one ends', 'two begins', 'two ends']);
});

test('what a piece throws is heard, and the next one follows', async () => {
  const heard: unknown[] = [];
  const turns = new Turns((thrown) => heard.push(thrown));
  const broken = turns.take(() => Promise.reject(new Error('gone')), 'otherwise');
  const next = turns.take(async () => 'next', '');
  expect([await broken, await next]).toEqual(['otherwise', 'next']);
  expect(heard).toEqual([new Error('gone')]);
  expect(turns.isBusy).toBe(false);
});

test('what has not had its turn when it is dismissed has none; what is asked for later has', async () => {
  const turns = new Turns(() => {});
  const first = turns.take(async () => {
    await later();
    return 'first';
  }, 'none');
  await later();
  const second = turns.take(async () => 'second', 'none');
  turns.dismiss();
  const third = turns.take(async () => 'third', 'none');
  expect([await first, await second, await third]).toEqual(['first', 'none', 'third']);
});
