import { expect, test } from 'vitest';
import { type Played, play } from './faults/drive';
import { CASES } from './faults/plan';

/** `FAULT_SCHEDULES=FROM-UNTIL` selects the seeds, for instance 17-18 for one. */
const asked = process.env.FAULT_SCHEDULES;
const [from = 0, until = 1000] = (asked ?? '0-1000').split('-').map(Number);

const said = ({ seed, wrong }: Played): string => `FAULT_SCHEDULES=${seed}-${seed + 1}: ${wrong}`;

test(`fault schedules ${from} to ${until}: nothing is lost, no clock is wrong, every promise settles`, async () => {
  const wrong: Played[] = [];
  const struck = new Set<string>();
  for (let seed = from; seed < until; seed++) {
    const told = await play(seed);
    for (const one of told.struck) struck.add(one);
    if (told.wrong !== null) wrong.push(told);
  }
  expect(wrong.map(said).join('\n')).toBe('');
  const missing = CASES.filter(({ question, fault }) => !struck.has(`${question} ${fault}`));
  // Later seeds may miss a rare case by chance.
  if (from === 0 && until >= 1000) expect(missing).toEqual([]);
}, 3_600_000);

// Each failed once. A separate test holds each fault as well, since a seed means another schedule after a change.
test.skipIf(asked !== undefined).each([
  [49, 'two slow lanes on their way to a moment reset each other for ever'],
  [335, 'a pause after a fault never ended while the lanes were at different moments'],
  [0, 'a worker that started slowly was reported as dead'],
  [62, 'a page that had left the run got a fault'],
  [158, 'a request that waited while the engines were disposed started new ones'],
  [382, 'an engine that started while the others were disposed stayed'],
  [1715, 'a restart lost a flip that was being sent'],
  [10361, 'a change that was undone while it loaded continued'],
])('schedule %i: %s', async (seed) => {
  expect((await play(seed)).wrong).toBeNull();
});
