import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as tools from '../../../sim-wasm/pkg/tools/sched_tools.js';
import { RecordingReader, TapeReader } from '../../../sim-wasm/pkg/tools/sched_tools.js';
import { startModule } from '../../../tests/simulator';
import type { Scenario } from '../../scenario/generated/types';
import { PRESETS } from '../../scenario/presets';
import { refusalSentence } from '../../words/fields';
import { fieldErrors } from '../port/binding';
import { FrameView } from '../wire/frame';
import type { FoundRecording } from './read';
import { createRecordedServer } from './server';

startModule(tools, 'tools/sched_tools_bg.wasm');

const bytes = new Uint8Array(readFileSync('tests/fixtures/recordings/own-messaging.perf.txt.gz'));
/** The bytes stand for the file. */
const file = {} as Blob;

function found(): FoundRecording {
  const reader = new RecordingReader();
  for (let at = 0; at < bytes.length; at += 1000) reader.push(bytes.subarray(at, at + 1000));
  return JSON.parse(reader.finish('trace.txt'));
}

function loaded(change: Partial<Scenario> = {}, given: Blob | null = file) {
  const { hash, machine, counters } = found();
  const [first, last] = [counters.first ?? 0, counters.last ?? 0];
  const recording = { name: 'trace.txt', hash, from_ns: first, until_ns: last + 1 };
  const scenario: Scenario = { ...PRESETS.steal, machine, recording, ...change };
  const server = createRecordedServer(TapeReader, () => [bytes.subarray(0, 777), bytes.subarray(777)]);
  return { server, lane: server.load(scenario, 0, given) };
}
const seek = { events: null, budgetMs: 60_000, level: 2, windowNs: 0, orLess: false } as const;
const all = { untilNs: Number.MAX_SAFE_INTEGER, budgetMs: 60_000, level: 0, windowNs: 0, withSeries: true } as const;

test('the hash of a file does not depend on its pieces', () => {
  const whole = new RecordingReader();
  whole.push(bytes);
  expect(JSON.parse(whole.finish('')).hash).toBe(found().hash);
});

test('a recording is a lane: it advances, and every moment of it is found again', () => {
  const { server, lane } = loaded();
  expect(lane.recorded?.release).toBe('6.18.44-fc-v669');
  expect(lane.recorded?.processes[0]?.name).toBe('sched-messaging');
  const end = new FrameView(server.advance(all).frame);
  expect(end.done).toBe(true);
  expect(end.wakeups).toBe(found().wakeups);
  const halfNs = Math.floor(end.ns / 2);
  const once = new FrameView(server.seek({ ...seek, ns: halfNs }).frame);
  server.seek({ ...seek, ns: Math.floor(halfNs / 3) });
  const again = new FrameView(server.seek({ ...seek, ns: halfNs }).frame);
  expect([again.hash, again.events, again.busyNs]).toEqual([once.hash, once.events, once.busyNs]);
  expect(server.report().wake).toBe(again.wakeups);
});

test('the next decision of a recording is its next wake-up', () => {
  const { server } = loaded();
  const place = server.find('next-decision', 0, null);
  server.seek({ ...seek, ns: place?.ns ?? 0, events: place?.events ?? 0 });
  expect(new FrameView(server.flows()).wakeups).toBe(1);
});

test('without its file a lane knows nothing but its machine', () => {
  const { server, lane } = loaded({}, null);
  expect(lane.recorded).toBeNull();
  expect(lane.machine.cpus).toBe(2);
  expect(server.recordedCpu(0).inspection?.state).toBe('unknown');
});

test('a machine without the CPUs of the recording is refused', () => {
  const machine = { name: 'one', like: 'epyc', topology: 'pu:1' } as const;
  let thrown: unknown;
  try {
    loaded({ machine });
  } catch (fault) {
    thrown = fault;
  }
  const [refused] = fieldErrors(thrown) ?? [];
  expect(refused && refusalSentence(refused)).toBe('The recording has CPUs 1, which the machine lacks.');
});
