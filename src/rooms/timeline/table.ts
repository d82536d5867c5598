/** The tasks of each CPU in the visible interval, as a table. */
import { NO_TASK, ROLES } from '../../scenario/generated/vocab';
import type { Cell, Table } from '../../ui/table';
import { type Segments, THROTTLED, UNKNOWN, WASTED } from './segments';

export interface RecordedLane {
  readonly lane: string;
  readonly segments: Segments;
  /** Two numbers per task: role and group. */
  readonly tasks: Uint16Array;
}

export function timelineTable(lanes: readonly RecordedLane[], fromNs: number, toNs: number): Table {
  const rows = lanes.flatMap(({ lane, segments, tasks }) =>
    Array.from({ length: segments.cpus }, (_, cpu) => cpu).flatMap((cpu) => {
      const found: Cell[][] = [];
      for (let i = segments.find(cpu, fromNs); i < segments.count(cpu); i += 1) {
        const start = Math.max(segments.start(cpu, i), fromNs);
        const end = Math.min(segments.end(cpu, i), toNs);
        if (start >= toNs) break;
        const task = segments.task(cpu, i);
        if (task === UNKNOWN || end <= start) continue;
        const idle = task === NO_TASK || task === WASTED || task === THROTTLED;
        const who = idle
          ? [null, task === WASTED ? 'wasted' : task === THROTTLED ? 'throttled' : 'idle', null]
          : [task, ROLES[tasks[task * 2] ?? 0] ?? '', tasks[task * 2 + 1] ?? 0];
        found.push([lane.toUpperCase(), cpu, Math.round(start), Math.round(end), ...who]);
      }
      return found;
    }),
  );
  return {
    columns: [
      { name: 'lane' },
      { name: 'CPU' },
      { name: 'from', unit: 'ns' },
      { name: 'to', unit: 'ns' },
      { name: 'task' },
      { name: 'role' },
      { name: 'group' },
    ],
    rows,
  };
}
