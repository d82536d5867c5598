import { expect, test } from 'vitest';
import { DECISION, LOG } from '../../scenario/generated/wire';
import { type CpuField, cpuAt } from './field';
import { eachRecord } from './log';
import { headsOf, stepsOf } from './records';

/** Writes a CPU into the record that begins at the word `at`, as the core does. */
function put(words: Uint32Array, at: number, { low, high }: CpuField, cpu: number): void {
  for (const [{ word, shift, mask }, value] of [
    [low, cpu & 0xff],
    [high, cpu >>> 8],
  ] as const) {
    words[at + word] = ((words[at + word] ?? 0) & ~(mask << shift)) | (value << shift);
  }
}

test.each([0, 5, 255, 256, 700, 1023])('CPU %i is decoded from a log record and from a decision', (cpu) => {
  const log = new Uint32Array(LOG.WORDS);
  put(log, 0, LOG.CPU, cpu);
  put(log, 0, LOG.SRC, 1023 - cpu);
  eachRecord(log, (record) => {
    expect([record.cpu, record.src]).toEqual([cpu, 1023 - cpu]);
    expect([record.kind, record.cause, record.how, record.distance, record.task]).toEqual([0, 0, 0, 0, 0]);
  });

  const length = DECISION.HEADER + DECISION.STEP;
  const words = new Uint32Array(length);
  words[0] = length;
  put(words, 0, DECISION.CPU, cpu);
  put(words, 0, DECISION.ABOUT, 1023 - cpu);
  put(words, 0, DECISION.CHOSEN, cpu);
  put(words, DECISION.HEADER, DECISION.STEP_CPU, cpu);
  const [head] = headsOf(words);
  expect(head).toMatchObject({ kind: 'wake', task: 0, cpu, about: 1023 - cpu, chosen: cpu, why: 0 });
  expect(head && stepsOf(head)).toMatchObject([{ cpu, func: 'wake_wide', answer: 'idle' }]);
});

test('a CPU below 256 fits into the low byte', () => {
  const words = Uint32Array.of(0, 0, 0, 5 << 16);
  expect(cpuAt(words, 0, LOG.CPU)).toBe(5);
});
