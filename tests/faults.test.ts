import { expect, test } from 'vitest';
import { play, type Told } from './faults/drive';
import { CASES } from './faults/plan';

/** `FAULT_SCHEDULES=FROM-UNTIL`: those seeds, for instance 17-18 for one alone. */
const [from = 0, until = 1000] = (process.env.FAULT_SCHEDULES ?? '0-1000').split('-').map(Number);

test(`fault schedules ${from} to ${until}: nothing is lost, no clock is wrong, nobody waits for ever`, async () => {
  const wrong: Told[] = [];
  const struck = new Set<string>();
  for (let seed = from; seed < until; seed++) {
    const told = await play(seed);
    for (const one of told.struck) struck.add(one);
    if (told.wrong !== null) wrong.push(told);
  }
  expect(wrong.map(({ seed, wrong }) => `FAULT_SCHEDULES=${seed}-${seed + 1}: ${wrong}`).join('\n')).toBe('');
  const missing = CASES.filter(({ question, fault }) => !struck.has(`${question} ${fault}`));
  if (until - from >= 1000) expect(missing).toEqual([]);
}, 3_600_000);
