import { expect, test } from 'vitest';
import { looksRecorded } from './read';
import { hashOf } from './replay';

const looks = (text: string | Uint8Array<ArrayBuffer>, name = 'file') => looksRecorded(new Blob([text]), name);

test('recordings are told from other texts', async () => {
  expect(await looks('# tracer: nop\n')).toBe(true);
  expect(await looks('perf  12 [001] 1.5: sched:sched_switch: prev_comm=a')).toBe(true);
  expect(await looks(new Uint8Array([0x1f, 0x8b, 8, 0]))).toBe(true);
  expect(await looks('', 'trace.pftrace')).toBe(true);
  expect(await looks(new Uint8Array([0x93, ...new TextEncoder().encode('SCHED replay\n')]))).toBe(true);
  expect(await looks('<!DOCTYPE HTML>\n<title>Android System Trace</title>\n')).toBe(true);
  expect(await looks('<!DOCTYPE html>\n<script class="trace-data" type="application/text">\n')).toBe(true);
  // A web page about a machine.
  expect(await looks('<!DOCTYPE html>\n<p>The stack trace of lscpu:</p><pre>Architecture: x86_64</pre>')).toBe(false);
  expect(await looks('{"cpus": [{"cpu": 0}]}')).toBe(false);
  expect(await looks('CPU NODE SOCKET CORE\n0 0 0 0\n')).toBe(false);
  expect(await looks('{"tasks": {"thread0": {"run": 10}}}')).toBe(false);
});

test('the hash of a replay file is that of the simulator', () => {
  const of = (text: string) => hashOf(new TextEncoder().encode(text));
  // Values of the definition of FNV-1a.
  expect([of(''), of('a'), of('foobar')]).toEqual(['cbf29ce484222325', 'af63dc4c8601ec8c', '85944171f73967e8']);
});
