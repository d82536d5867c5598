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

/** Turns of frames that take as long beside work as without, so many of them. */
function turns(share: WorkShare, frames: number, besideMs: number, withoutMs: number): number {
  let now = 0;
  for (let i = 0; i < frames; i++) {
    now += share.rest(now) === 0 ? besideMs : withoutMs;
    share.frame(now);
  }
  return share.share;
}

test('nothing is said before there are frames enough of both kinds', () => {
  // A turn of 240 ms has 6 frames of 16 ms beside work and 9 without: three turns for 15 of each.
  expect(turns(new WorkShare(), 30, 16, 16)).toBe(0.4);
  expect(turns(new WorkShare(), 75, 16, 16)).toBeGreaterThan(0.4);
});

/** One turn in which so many frames come beside work and without; returns the share of the next one that is work. */
function turn(beside: readonly number[], without: readonly number[]): number {
  const share = new WorkShare();
  let now = 0;
  share.frame(now);
  for (const tookMs of beside) {
    share.rest(0);
    now += tookMs;
    share.frame(now);
  }
  for (const tookMs of without) {
    now += tookMs;
    share.frame(now);
  }
  share.rest(now + 240);
  return share.share;
}
const frames = (count: number, ms: number) => Array.from({ length: count }, () => ms);

test('fifteen frames of each kind are enough, and those that take no time are none', () => {
  expect(turn(frames(15, 16), frames(15, 16))).toBeCloseTo(0.42);
  expect(turn(frames(14, 16), frames(15, 16))).toBe(0.4);
  expect(turn(frames(15, 16), frames(14, 16))).toBe(0.4);
  // An animation frame has one time, however often it is asked for.
  expect(turn([...frames(14, 16), 0], frames(15, 16))).toBe(0.4);
});

test('frames that are longer no more than by chance change nothing', () => {
  const noisy = (ms: number) => frames(16, ms).map((one, i) => (i % 2 === 0 ? one - 8 : one + 8));
  expect(turn(noisy(19), noisy(16))).toBe(0.4);
  expect(turn(noisy(26), noisy(16))).toBeCloseTo(0.24);
});

test('of frames that come evenly a few say that they are late', () => {
  expect(turn(frames(15, 18), frames(15, 16))).toBeCloseTo(0.24);
});

test('however little it costs, some time stays free, and however much, some is work', () => {
  expect(turns(new WorkShare(), 4000, 16, 16)).toBe(0.8);
  expect(turns(new WorkShare(), 4000, 40, 16)).toBe(0.1);
});

test('frames that are longer by less than a twenty-fifth cost nothing, and more than that is noticed', () => {
  expect(turns(new WorkShare(), 2000, 16.6, 16)).toBe(0.8);
  expect(turns(new WorkShare(), 2000, 16.7, 16)).toBe(0.1);
  expect(turns(new WorkShare(), 2000, 26, 25), 'by just as much').toBe(0.8);
});

test('a frame that nobody drew for half a second says nothing', () => {
  const share = new WorkShare();
  const drawn = (stallMs: number) => {
    let now = 0;
    for (let i = 0; i < 2000; i++) {
      const isWork = share.rest(now) === 0;
      now += isWork && i % 7 === 0 ? stallMs : 16;
      share.frame(now);
    }
    return share.share;
  };
  expect(drawn(500)).toBe(0.8);
});

test('work that became dear is noticed within seconds, whatever was before', () => {
  const share = new WorkShare();
  turns(share, 4000, 16, 16);
  let now = 1e6;
  for (let i = 0; i < 400; i++) {
    now += share.rest(now) === 0 ? 33 : 16;
    share.frame(now);
  }
  expect(share.share).toBeLessThan(0.3);
});
