import { expect, test } from 'vitest';
import { play, type Told } from './faults/drive';
import { CASES } from './faults/plan';

/** `FAULT_SCHEDULES=FROM-UNTIL`: those seeds, for instance 17-18 for one alone. */
const asked = process.env.FAULT_SCHEDULES;
const [from = 0, until = 1000] = (asked ?? '0-1000').split('-').map(Number);

const said = ({ seed, wrong }: Told): string => `FAULT_SCHEDULES=${seed}-${seed + 1}: ${wrong}`;

test(`fault schedules ${from} to ${until}: nothing is lost, no clock is wrong, nobody waits for ever`, async () => {
  const wrong: Told[] = [];
  const struck = new Set<string>();
  for (let seed = from; seed < until; seed++) {
    const told = await play(seed);
    for (const one of told.struck) struck.add(one);
    if (told.wrong !== null) wrong.push(told);
  }
  expect(wrong.map(said).join('\n')).toBe('');
  const missing = CASES.filter(({ question, fault }) => !struck.has(`${question} ${fault}`));
  // A later piece of as many may miss a rare one by chance.
  if (from === 0 && until >= 1000) expect(missing).toEqual([]);
}, 3_600_000);

// Each failed once. What was wrong is also held by a test of its own, for the time when a seed stands for something else.
test.skipIf(asked !== undefined).each([
  [49, 'two slow lanes on their way to a moment threw each other back to its window, for ever'],
  [335, 'a pause after a fault, with the lanes apart, never came to its end'],
  [0, 'a worker that started slowly was taken for dead'],
  [62, 'a page that had left the run was told of a fault'],
  [158, 'what waited for the engines when they were thrown away started new ones'],
  [382, 'an engine that started while they were thrown away stayed'],
  [1715, 'a restart lost the flip that was on its way'],
  [10361, 'a change that was taken back while it was loaded went on'],
])('schedule %i: %s', async (seed) => {
  expect((await play(seed)).wrong).toBeNull();
});
