import { expect, test, vi } from 'vitest';
import { record } from '../../tests/decision';
import { headAt } from '../engine/wire/records';
import type { MachineDescription } from '../scenario/generated/types';
import { HOWS, type How } from '../scenario/generated/vocab';
import { ask } from './run';
import { TellingSearch } from './telling';

vi.mock('./run');

/** Clusters of four under one LLC. */
const CPUS = Array.from({ length: 8 }, (_, cpu) => cpu);
const MACHINE = { shared: [CPUS, CPUS.map((cpu) => cpu >> 2), CPUS.map(() => 0)] } as unknown as MachineDescription;

const wake = (ns: number, task: number, chosen: number, how: How): number[] =>
  record({ kind: 'wake', ns, task, cpu: 1, about: 1, chosen, why: HOWS.indexOf(how) });
const words = (...records: number[][]) => Uint32Array.from(records.flat());

/** Both scan the LLC, and for `apart` B finds an idle CPU in the cluster. */
async function taskShown(apart: number): Promise<number | undefined> {
  const search = new TellingSearch(MACHINE, 0);
  search.accept(0, words(...Array.from({ length: 40 }, (_, i) => wake(10 + i, i, 6, 'llc'))));
  search.accept(1, words(...Array.from({ length: 40 }, (_, i) => wake(10 + i, i, 2, 'llc'))));
  vi.mocked(ask).mockImplementation(async (...asked: unknown[]) => {
    const { task, ns } = asked[2] as { task: number; ns: number };
    const own = words(wake(ns, task, 2, task === apart ? 'cluster' : 'llc'));
    return { record: own } as never;
  });
  const found = await search.find(100);
  for (const [lane, one] of (found?.records ?? []).entries()) {
    const head = headAt(one, 0, one.length, 0);
    expect(found?.kinds[lane]).toEqual({ kind: 'wake', distance: head?.chosen === 6 ? 'llc' : 'cluster' });
  }
  return found?.task;
}

test('the first decision that the other lane made for another reason is shown', async () => {
  expect(await taskShown(3)).toBe(3);
  expect(await taskShown(100)).toBe(0);
});
