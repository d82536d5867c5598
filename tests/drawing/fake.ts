/** Machines, frames and a feed made by hand: what the drawing is tested and looked at with. */

import { Lane } from '../../src/engine/lanes/lane';
import { CpuFlag } from '../../src/engine/wire/frame';
import type { MachineDescription, MachineId } from '../../src/scenario/generated/types';
import { CAUSES, EVENT_KINDS, LEFTS, NO_TASK, ROLES } from '../../src/scenario/generated/vocab';
import { FRAME } from '../../src/scenario/generated/wire';

interface Shape {
  readonly sockets: number;
  readonly nodes: number;
  readonly clusters: number;
  readonly cores: number;
  readonly threads?: number;
  readonly sharedLlc?: boolean;
  readonly links?: readonly (readonly [number, number, 'die' | 'socket' | 'interconnect'])[];
}

const KUNPENG_LINKS = [
  [0, 1, 'die'],
  [0, 2, 'socket'],
  [2, 3, 'die'],
] as const;
const RING = [
  [0, 1, 'interconnect'],
  [1, 2, 'interconnect'],
  [2, 3, 'interconnect'],
  [3, 0, 'interconnect'],
] as const;
const MESH = [...RING, [0, 2, 'interconnect'], [1, 3, 'interconnect']] as const;

const pairsOf = (nodes: readonly number[]) =>
  nodes.flatMap((a) => nodes.filter((b) => b > a).map((b) => [a, b] as const));
const ZEN = [
  ...pairsOf([0, 1, 2, 3, 4, 5, 6, 7])
    .filter(([a, b]) => a >> 2 === b >> 2)
    .map(([a, b]) => [a, b, 'die'] as const),
  ...[0, 1, 2, 3].map((a) => [a, a + 4, 'socket'] as const),
];
const EIGHT = pairsOf([0, 1, 2, 3, 4, 5, 6, 7])
  .filter(([a, b]) => [1, 4, 7].includes(b - a))
  .map(([a, b]) => [a, b, 'socket'] as const);

const SHAPES = {
  'kunpeng920-24': { sockets: 1, nodes: 1, clusters: 6, cores: 4 },
  'kunpeng920-48': { sockets: 1, nodes: 2, clusters: 6, cores: 4, links: [[0, 1, 'die']] },
  'kunpeng920-96': { sockets: 2, nodes: 2, clusters: 6, cores: 4, links: KUNPENG_LINKS },
  'kunpeng920-128': { sockets: 2, nodes: 2, clusters: 8, cores: 4, links: KUNPENG_LINKS },
  'xeon-e5-2630v4-20': { sockets: 1, nodes: 1, clusters: 0, cores: 10, threads: 2 },
  'xeon-e5-2630v4-40': { sockets: 2, nodes: 1, clusters: 0, cores: 10, threads: 2, links: [[0, 1, 'socket']] },
  'xeon-e5-2699v4-44': { sockets: 1, nodes: 1, clusters: 0, cores: 22, threads: 2 },
  'xeon-e5-2699v4-88': { sockets: 2, nodes: 1, clusters: 0, cores: 22, threads: 2, links: [[0, 1, 'socket']] },
  'xeon-e5-2690v4-56': { sockets: 2, nodes: 1, clusters: 0, cores: 14, threads: 2, links: [[0, 1, 'socket']] },
  'xeon-e5-2699v3-72': { sockets: 2, nodes: 1, clusters: 0, cores: 18, threads: 2, links: [[0, 1, 'socket']] },
  'icelake-160': { sockets: 2, nodes: 1, clusters: 0, cores: 40, threads: 2, links: [[0, 1, 'socket']] },
  'azusa-8': { sockets: 4, nodes: 1, clusters: 0, cores: 2, sharedLlc: false, links: MESH },
  'numaq-16': { sockets: 4, nodes: 1, clusters: 0, cores: 4, sharedLlc: false, links: RING },
  'classroom-8': { sockets: 1, nodes: 1, clusters: 2, cores: 4 },
  'epyc-vm-2': { sockets: 1, nodes: 1, clusters: 0, cores: 2 },
  'epyc-7451-96': { sockets: 2, nodes: 4, clusters: 0, cores: 6, threads: 2, links: ZEN },
  'epyc-9654-384': { sockets: 2, nodes: 1, clusters: 0, cores: 96, threads: 2, links: [[0, 1, 'socket']] },
  'xeon-e7-8895v3-288': { sockets: 8, nodes: 1, clusters: 0, cores: 18, threads: 2, links: EIGHT },
  'kunpeng920-7280z-320': { sockets: 2, nodes: 2, clusters: 10, cores: 4, threads: 2, links: KUNPENG_LINKS },
  'altra-80': { sockets: 1, nodes: 1, clusters: 0, cores: 80 },
  'jacobsville-24': { sockets: 1, nodes: 1, clusters: 6, cores: 4 },
  'core-ultra5-225u-14': { sockets: 1, nodes: 1, clusters: 0, cores: 14 },
  'dgx-spark-20': { sockets: 1, nodes: 1, clusters: 0, cores: 20 },
  'raspberry-pi4-4': { sockets: 1, nodes: 1, clusters: 0, cores: 4 },
} satisfies Record<MachineId, Shape>;

export const MACHINE_IDS = Object.keys(SHAPES) as MachineId[];

/** A machine of the same shape as the simulator's preset of that name. */
export function machine(id: MachineId): MachineDescription {
  const s: Shape = SHAPES[id];
  const threads = s.threads ?? 1;
  const clusters = Math.max(s.clusters, 1);
  const units: number[] = [];
  let cpu = 0;
  let core = 0;
  let cluster = 0;
  let node = 0;
  const sockets = Array.from({ length: s.sockets }, (_, socket) => ({
    id: socket,
    nodes: Array.from({ length: s.nodes }, () => ({
      number: node,
      id: node++,
      shared_llc: s.sharedLlc ?? true,
      clusters: Array.from({ length: clusters }, () => ({
        id: cluster++,
        l3_tag: s.clusters > 0,
        cores: Array.from({ length: s.cores }, () => ({
          id: core++,
          cpus: Array.from({ length: threads }, () => {
            units.push(s.clusters > 0 ? cluster - 1 : threads > 1 ? core - 1 : node - 1);
            return cpu++;
          }),
        })),
      })),
    })),
  }));
  return {
    id,
    name: id,
    cpus: cpu,
    hz: 250,
    smt: threads > 1,
    cluster_level: s.clusters > 0,
    sockets,
    distances: Array.from({ length: node }, (_, a) => Array.from({ length: node }, (_, b) => (a === b ? 10 : 20))),
    links: (s.links ?? []).map(([a, b, kind]) => ({ a, b, kind })),
    unit_kind: s.clusters > 0 ? 'cluster' : threads > 1 ? 'core' : 'node',
    units,
    capacities: [],
    shared: [],
  };
}

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
  /** Of a switch: why the CPU stopped running what it ran. */
  readonly left?: (typeof LEFTS)[number];
  /** Of a record of wasted: whether the CPU is so from now on. */
  readonly wasted?: boolean;
  /** Of a record of throttle or unthrottle: the control group. */
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
