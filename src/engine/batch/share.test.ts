import { expect, test } from 'vitest';
import { WorkShare } from './share';

/** Plays a minute in which a frame takes so long, beside work and without; returns the share of it that was work. */
function minute(beside: (i: number) => number, without: (i: number) => number): { share: number; worked: number } {
  const share = new WorkShare();
  let worked = 0;
  let now = 0;
  for (let i = 0; now < 60_000; i += 1) {
    const isWork = share.rest(now) === 0;
    const took = isWork ? beside(i) : without(i);
    if (isWork) worked += took;
    now += took;
    share.frame(now);
  }
  return { share: share.share, worked: worked / now };
}

test('where frames come as they do without, most of the time is work', () => {
  const { share, worked } = minute(
    () => 16.7,
    () => 16.7,
  );
  expect(share).toBeCloseTo(0.8);
  expect(worked).toBeGreaterThan(0.7);
});

test('where they come late beside work, there is little of it', () => {
  const late = minute(
    (i) => (i % 5 === 0 ? 33.4 : 16.7),
    () => 16.7,
  );
  expect(late.share).toBeLessThan(0.3);
  expect(late.worked).toBeLessThan(0.3);
});

test('a picture that is late by itself does not stop the work', () => {
  const noisy = (i: number) => 16.7 * (1 + ((i * 7919) % 4));
  expect(minute(noisy, noisy).worked).toBeGreaterThan(0.35);
});

test('work and rest take turns, so that both are measured', () => {
  const share = new WorkShare();
  expect(share.rest(0)).toBe(0);
  expect(share.rest(200)).toBeCloseTo(40);
  expect(share.rest(240)).toBe(0);
});
