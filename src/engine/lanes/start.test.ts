import { beforeEach, expect, test, vi } from 'vitest';
import { PRESETS } from '../../scenario/presets';
import { Refusal } from '../port/port';
import { loadLaneWorker, startLane } from './start';

const lane = vi.hoisted(() => ({ Worker: class {}, asked: [] as unknown[][], gone: [] as string[] }));
vi.mock('./lane.worker?worker&inline', () => ({ default: lane.Worker }));
const engine = (name: string) => ({
  ask: async (...question: unknown[]) => {
    lane.asked.push([name, ...question]);
    if (question[1] === 'recorded')
      throw new Refusal([{ field: 'lanes[0]', value: '', fault: { kind: 'recorded' }, message: '' }]);
    return name;
  },
  isBroken: false,
  dispose: () => void lane.gone.push(name),
});
vi.mock('../port/start', () => ({
  startPort: async (load: typeof loadLaneWorker, name: string) => {
    await load();
    return engine(name);
  },
}));
vi.mock('../recording/start', () => ({
  keptFile: async (hash: string) => `file ${hash}`,
  startRecorded: async () => engine('recorded'),
}));

beforeEach(() => {
  lane.asked = [];
  lane.gone = [];
});

const recording = { name: 'trace.txt', hash: '0123456789abcdef', from_ns: 0, until_ns: 9 };
const recorded = { ...PRESETS.cluster, recording };

test('the engine of a lane asks a worker with its script', async () => {
  const started = await startLane();
  await started.ask('load', PRESETS.cluster, 0);
  await started.ask('report');
  expect(lane.asked).toEqual([
    ['lane', 'load', PRESETS.cluster, 0],
    ['lane', 'report'],
  ]);
  expect((await loadLaneWorker()).default).toBe(lane.Worker);
});

test('lane A of a document with a recording plays its file, lane B is simulated', async () => {
  const [a, b] = [await startLane(), await startLane()];
  await a.ask('load', recorded, 0);
  await b.ask('load', recorded, 1);
  expect(lane.asked).toEqual([
    ['recorded', 'load', recorded, 0, `file ${recording.hash}`],
    ['lane', 'load', recorded, 1],
  ]);
  expect(await Promise.all([a.ask('report'), b.ask('report')])).toEqual(['recorded', 'lane']);
  await a.ask('load', PRESETS.cluster, 0);
  expect([await a.ask('report'), lane.gone]).toEqual(['lane', ['recorded']]);
});

test('a document with a recording is a good one', async () => {
  const started = await startLane();
  await expect(started.ask('check', 'recorded')).resolves.toBeUndefined();
});
