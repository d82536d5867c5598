import { beforeEach, expect, test, vi } from 'vitest';
import { directEngine } from '../../../tests/direct-engine';
import { EngineFault } from '../../engine/port/port';
import { createRace } from './race';

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', () => 1);
  vi.stubGlobal('cancelAnimationFrame', () => {});
});

test('the failure notice of the lanes disappears once they start', async () => {
  let works = false;
  const race = createRace(async () => {
    if (!works) throw new EngineFault('gone');
    return directEngine();
  });
  race.begin();
  await vi.waitFor(() => expect(race.store.getState().failed).toBe(true));
  works = true;
  race.load(3);
  await vi.waitFor(() => expect(race.store.getState().feeds).toHaveLength(2));
  expect(race.store.getState().failed).toBe(false);
  race.end();
});
