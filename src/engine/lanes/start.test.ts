import { expect, test, vi } from 'vitest';
import type { LaneEngine } from './questions';
import { loadLaneWorker, startLane } from './start';

const lane = vi.hoisted(() => ({ Worker: class {} }));
vi.mock('./lane.worker?worker&inline', () => ({ default: lane.Worker }));
vi.mock('../port/start', () => ({
  startPort: async (load: typeof loadLaneWorker, name: string) => ({ script: await load(), name }),
}));

test('the engine of a lane is a worker with its name and script', async () => {
  const started: unknown = (await startLane()) satisfies LaneEngine;
  expect(started).toEqual({ script: await loadLaneWorker(), name: 'lane' });
  expect((await loadLaneWorker()).default).toBe(lane.Worker);
});
