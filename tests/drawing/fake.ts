/** Test data for drawings: the machines of the simulator, and constructed frames and feeds. */

import { Lane } from '../../src/engine/lanes/lane';
import { CpuFlag } from '../../src/engine/wire/frame';
import type { MachineDescription, MachineId } from '../../src/scenario/generated/types';
import { CAUSES, EVENT_KINDS, LEFTS, NO_TASK, ROLES } from '../../src/scenario/generated/vocab';
import { FRAME } from '../../src/scenario/generated/wire';
import machines from './generated/machines.json';

/** The machines, as the simulator describes them. */
const MACHINES = machines as unknown as Readonly<Record<MachineId, MachineDescription>>;

export const MACHINE_IDS = Object.keys(MACHINES) as MachineId[];

export const machine = (id: MachineId): MachineDescription => MACHINES[id];

export interface Moment {
  readonly ns: number;
  /** Running task of each CPU; absent: idle. */
  readonly running: readonly (number | null)[];
  readonly waiting?: readonly (readonly number[])[];
  readonly flags?: readonly number[];
  /** Cumulative cache lines inside and outside of each unit. */
  readonly lines?: readonly number[];
  /** Cumulative moves, `(from * units + to) * causes + cause`. */
  readonly flows?: Uint32Array;
}

const lowHigh = (value: number): [number, number] => [value >>> 0, Math.floor(value / 4294967296)];

/** The words of a frame, as the simulator writes them (`src/engine/wire/frame.ts`). */
export function frameWords(m: MachineDescription, moment: Moment): Uint32Array {
  const units = Math.max(...m.units) + 1;
  const nodes = m.sockets.reduce((n, s) => n + s.nodes.length, 0);
  const waiting = Array.from({ length: m.cpus }, (_, cpu) => moment.waiting?.[cpu] ?? []);
  const queue = waiting.flat();
  const flows = moment.flows;
  const words = new Uint32Array(
    FRAME.HEADER + m.cpus + queue.length + units * 2 + nodes * nodes + (flows ? units * units * CAUSES.length : 0),
  );
  const [low, high] = lowHigh(moment.ns);
  words[FRAME.NOW] = low;
  words[FRAME.NOW + 1] = high;
  words[FRAME.FLAGS] = flows ? 2 : 0;
  words[FRAME.CPUS] = m.cpus;
  words[FRAME.WAITING] = queue.length;
  words[FRAME.UNITS] = units;
  words[FRAME.NODES] = nodes;
  for (let cpu = 0; cpu < m.cpus; cpu += 1) {
    const running = moment.running[cpu] ?? NO_TASK;
    const flags = (moment.flags?.[cpu] ?? 0) | (running === NO_TASK ? CpuFlag.idle : 0);
    words[FRAME.HEADER + cpu] = running | ((waiting[cpu]?.length ?? 0) << 16) | (flags << 24);
  }
  words.set(queue, FRAME.HEADER + m.cpus);
  words.set(moment.lines ?? [], FRAME.HEADER + m.cpus + queue.length);
  if (flows) words.set(flows, FRAME.HEADER + m.cpus + queue.length + units * 2 + nodes * nodes);
  return words;
}

export interface Entry {
  readonly kind: (typeof EVENT_KINDS)[number];
  readonly ns: number;
  readonly cpu: number;
  readonly task?: number;
  readonly src?: number;
  readonly cause?: (typeof CAUSES)[number];
  readonly distance?: number;
  /** For a switch: why the CPU stopped running its task. */
  readonly left?: (typeof LEFTS)[number];
  /** For a record of wasted: whether the CPU is wasted from now on. */
  readonly wasted?: boolean;
  /** For a record of throttle or unthrottle: the control group. */
  readonly group?: number;
}

/** Log records, as the simulator writes them (`src/engine/wire/log.ts`). */
export const logWords = (entries: readonly Entry[]): Uint32Array =>
  new Uint32Array(
    entries.flatMap((e) => [
      ...lowHigh(e.ns),
      EVENT_KINDS.indexOf(e.kind) |
        (CAUSES.indexOf(e.cause ?? 'wake') << 8) |
        ((e.group ?? (e.wasted === undefined ? LEFTS.indexOf(e.left ?? 'idle') : Number(e.wasted))) << 16) |
        ((e.distance ?? 0) << 24),
      (e.task ?? NO_TASK) | (e.cpu << 16) | ((e.src ?? 0) << 24),
    ]),
  );

/** Tasks in pairs: two of every group, a client and a server. */
export function pairTasks(count: number): Uint16Array {
  const client = ROLES.indexOf('client');
  const server = ROLES.indexOf('server');
  return new Uint16Array(Array.from({ length: count }, (_, i) => [i % 2 === 0 ? client : server, i >> 1]).flat());
}

export const fakeLane = (id: MachineId, tasks: number): Lane => new Lane(machine(id), pairTasks(tasks));
