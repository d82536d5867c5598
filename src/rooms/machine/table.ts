/** The content of the diagram at this moment as a table, CPU by CPU. */

import type { LaneFeed } from '../../engine/lanes/lane';
import { CpuFlag } from '../../engine/wire/frame';
import { NO_GROUP } from '../../scenario/generated/topology';
import { NO_TASK, ROLES } from '../../scenario/generated/vocab';
import type { Cell, Table } from '../../ui/table';

export function machineTable({ frame, tasks, machine }: LaneFeed): Table {
  const role = (task: number): string => ROLES[tasks[task * 2] ?? 0] ?? '';
  let first = 0;
  const row = (cpu: number): Cell[] => {
    const running = frame?.running(cpu) ?? NO_TASK;
    const count = frame?.waitingOn(cpu) ?? 0;
    const waiting = Array.from({ length: count }, (_, i) => frame?.waitingAt(first + i) ?? 0);
    first += count;
    const flags = frame?.flags(cpu) ?? 0;
    const states = Object.entries(CpuFlag).flatMap(([name, bit]) => (flags & bit ? [name] : []));
    const idle = running === NO_TASK;
    return [
      cpu,
      machine.units[cpu] ?? null,
      idle ? null : running,
      idle ? null : role(running),
      idle ? null : (tasks[running * 2 + 1] ?? null),
      waiting.join(' '),
      states.join(' '),
    ];
  };
  return {
    columns: ['CPU', machine.unit_kind, 'running task', 'role', 'group', 'waiting tasks', 'state'].map((name) => ({
      name,
    })),
    rows: machine.units.flatMap((unit, cpu) => (unit === NO_GROUP ? [] : [row(cpu)])),
  };
}
