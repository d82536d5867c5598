import { expect, test } from 'vitest';
import { Clock } from './clock';
import { drawnAs, SPEEDS, timelineWindowNs } from './pace';
import { LogLevel } from './questions';

const at = (perSecond: number) => SPEEDS.indexOf(perSecond);

function watched(perSecond: number): Clock {
  const clock = new Clock();
  clock.speed = at(perSecond);
  clock.pass(1000);
  return clock;
}

function raced(): Clock {
  const clock = new Clock();
  clock.pace = 'race';
  clock.pass(0);
  return clock;
}

test('simulated time advances at the chosen speed, and a stall is not made up for', () => {
  const clock = watched(1e6);
  expect(clock.next(1020)).toEqual({ untilNs: 20_000, withSeries: true, flatOut: false });
  clock.reach(50_000);
  expect(clock.next(9000).untilNs, 'a tenth of a second at most').toBe(150_000);
  expect(clock.next(8000).untilNs, 'a clock that was put back').toBe(50_000);
});

test('series are requested ten times a second, and at once after a load', () => {
  const clock = watched(1e6);
  expect([1016, 1032, 1115.9, 1116, 1132].map((ms) => clock.next(ms).withSeries)).toEqual([
    true,
    false,
    false,
    true,
    false,
  ]);
  clock.begin();
  expect(clock.next(1148).withSeries).toBe(true);
});

test('the clock shows the moment that every lane has reached, unless it has ended', () => {
  const clock = watched(1e6);
  const stretch = { untilNs: 1000.5, withSeries: false, flatOut: false };
  clock.went(stretch, 1000);
  expect(clock.ns, 'lanes stand at whole nanoseconds').toBe(1000.5);
  clock.went({ ...stretch, untilNs: 3000 }, 2000);
  expect(clock.ns).toBe(2000);
  clock.went({ ...stretch, untilNs: 4000 }, 1500);
  expect(clock.ns, 'it never goes back').toBe(2000);
  clock.went({ ...stretch, untilNs: 5000 }, null);
  expect(clock.ns, 'nobody goes on').toBe(2000);
});

test('the step of a race grows while lanes keep up, shrinks otherwise, and waits for the slower lane', () => {
  const clock = raced();
  const first = clock.next(16);
  expect(first).toMatchObject({ untilNs: 100_000, flatOut: true });
  clock.went(first, 100_000);
  const second = clock.next(32);
  expect(second.untilNs).toBeCloseTo(100_000 + 115_000);
  clock.went(second, 150_000);
  expect(clock.ns).toBe(150_000);
  // The slower lane catches up first.
  const third = clock.next(48);
  expect(third.untilNs).toBe(second.untilNs);
  clock.went(third, third.untilNs);
  // After a step of 115,000 that was too long, and one that was not.
  expect(clock.next(64).untilNs).toBeCloseTo(third.untilNs + 115_000 * 0.6 * 1.15);
});

test('a race whose lanes have all ended was not too fast', () => {
  const clock = raced();
  clock.went(clock.next(16), null);
  clock.jump(0, 16);
  expect(clock.next(32).untilNs).toBeCloseTo(115_000);
});

test('the step of a race is at least a microsecond', () => {
  const clock = raced();
  for (let i = 0; i < 30; i++) clock.went({ untilNs: 1e6, withSeries: false, flatOut: true }, 1);
  clock.jump(5000, 0);
  expect(clock.next(16).untilNs).toBe(6000);
});

test('playback at full speed uses the step of a race; slower playback does not change it', () => {
  const clock = watched(Number.POSITIVE_INFINITY);
  expect(clock.next(1016)).toMatchObject({ untilNs: 100_000, flatOut: true });
  clock.speed = at(1e6);
  clock.went(clock.next(1032), 0);
  clock.speed = at(Number.POSITIVE_INFINITY);
  expect(clock.next(1048).untilNs).toBe(100_000);
});

test('furthestNs keeps a moment that a seek leaves, until another run begins', () => {
  const clock = watched(1e6);
  clock.reach(800);
  expect(clock.furthestNs).toBe(800);
  clock.remember();
  clock.jump(300, 1000);
  expect([clock.ns, clock.furthestNs]).toEqual([300, 800]);
  clock.reach(900);
  expect(clock.furthestNs).toBe(900);
  clock.begin();
  expect([clock.ns, clock.furthestNs]).toEqual([0, 0]);
});

test('after a seek, real time counts from its end, and a race from its moment', () => {
  const clock = raced();
  clock.went(clock.next(16), 50_000);
  clock.jump(10_000, 500);
  const far = clock.next(510);
  expect(far.untilNs).toBeCloseTo(10_000 + 60_000);
  // Another run does not continue to the horizon of the previous one.
  clock.went(far, 20_000);
  clock.begin();
  expect(clock.next(520).untilNs).toBe(100_000);
  clock.pace = 'watch';
  clock.speed = at(1e6);
  clock.jump(0, 600);
  expect(clock.next(610).untilNs).toBe(10_000);
});

test('slow playback logs every record, fast playback only switches, both for the window of the timeline', () => {
  const clock = watched(10e3);
  expect(clock.logged(1234.9)).toEqual({ untilNs: 1234, level: LogLevel.all, windowNs: 120_000 });
  clock.speed = at(10e6);
  expect(clock.logged(1).level).toBe(LogLevel.switches);
  clock.pace = 'race';
  clock.speed = at(10e3);
  expect(clock.logged(1)).toMatchObject({ level: LogLevel.switches, windowNs: 2e6 });
});

test('playback too fast to follow is drawn as a race', () => {
  expect([5e6, 10e6].map((speed) => drawnAs('watch', at(speed)))).toEqual(['watch', 'race']);
  expect([drawnAs('race', at(1e3)), drawnAs('watch', 99)]).toEqual(['race', 'watch']);
  // 12 s of playback, at least 40 µs and at most 2 ms.
  expect([1e3, 5e3, 100e3, 500e3, 1e6].map((speed) => timelineWindowNs('watch', at(speed)))).toEqual([
    40e3, 60e3, 1.2e6, 2e6, 2e6,
  ]);
  expect([timelineWindowNs('race', at(1e3)), timelineWindowNs('watch', 99)]).toEqual([2e6, 40e3]);
});
