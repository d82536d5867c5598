/**
 * The event log as it crosses the worker boundary: four words a record,
 * `[time low, time high, kind | cause<<8 | how<<16 | distance<<24, task | cpu<<16 | src<<24]`.
 * What the fields mean for each kind: `sim-wasm/core/src/observe/vocab.rs`.
 */
export const LOG_WORDS = 4;

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
  for (let i = 0; i + LOG_WORDS <= log.length; i += LOG_WORDS) {
    const what = log[i + 2] ?? 0;
    const who = log[i + 3] ?? 0;
    record.ns = (log[i] ?? 0) + (log[i + 1] ?? 0) * 4294967296;
    record.kind = what & 0xff;
    record.cause = (what >>> 8) & 0xff;
    record.how = (what >>> 16) & 0xff;
    record.distance = what >>> 24;
    record.task = who & 0xffff;
    record.cpu = (who >>> 16) & 0xff;
    record.src = who >>> 24;
    visit(record);
  }
}
