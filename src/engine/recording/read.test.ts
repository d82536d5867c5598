import { expect, test } from 'vitest';
import { looksRecorded } from './read';

const looks = (text: string | Uint8Array<ArrayBuffer>, name = 'file') => looksRecorded(new Blob([text]), name);

test('recordings are told from other texts', async () => {
  expect(await looks('# tracer: nop\n')).toBe(true);
  expect(await looks('perf  12 [001] 1.5: sched:sched_switch: prev_comm=a')).toBe(true);
  expect(await looks(new Uint8Array([0x1f, 0x8b, 8, 0]))).toBe(true);
  expect(await looks('', 'trace.pftrace')).toBe(true);
  expect(await looks('{"cpus": [{"cpu": 0}]}')).toBe(false);
  expect(await looks('CPU NODE SOCKET CORE\n0 0 0 0\n')).toBe(false);
  expect(await looks('{"tasks": {"thread0": {"run": 10}}}')).toBe(false);
});
