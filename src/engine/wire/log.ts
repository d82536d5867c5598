/**
 * The event log as it crosses the worker boundary: records of `LOG.WORDS` words, time first (low, high). The meaning
 * of the fields: `sim-wasm/core/src/observe/vocab.rs`.
 */
import { LOG } from '../../scenario/generated/wire';
import { cpuAt, fieldAt } from './field';

/** One record, decoded into a reused object: do not keep it. */
export interface LogRecord {
  ns: number;
  kind: number;
  cause: number;
  how: number;
  distance: number;
  task: number;
  cpu: number;
  src: number;
}

export function eachRecord(log: Uint32Array, visit: (record: LogRecord) => void): void {
  const record: LogRecord = { ns: 0, kind: 0, cause: 0, how: 0, distance: 0, task: 0, cpu: 0, src: 0 };
  for (let at = 0; at + LOG.WORDS <= log.length; at += LOG.WORDS) {
    record.ns = (log[at] ?? 0) + (log[at + 1] ?? 0) * 4294967296;
    record.kind = fieldAt(log, at, LOG.KIND);
    record.cause = fieldAt(log, at, LOG.CAUSE);
    record.how = fieldAt(log, at, LOG.HOW);
    record.distance = fieldAt(log, at, LOG.DISTANCE);
    record.task = fieldAt(log, at, LOG.TASK);
    record.cpu = cpuAt(log, at, LOG.CPU);
    record.src = cpuAt(log, at, LOG.SRC);
    visit(record);
  }
}
