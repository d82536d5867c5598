/** A regular machine by its counts: `pack:2 numa:2 l3:1 l2:6 core:4 pu:1`. */
import { MOST_CPUS, MOST_NODES } from '../../scenario/generated/topology';
import type { Parts } from './parts';

export const LEVELS = ['pack', 'numa', 'l3', 'l2', 'core', 'pu'] as const;
export type LevelName = (typeof LEVELS)[number];
/** Without clusters `l2` is 0. */
export type Counts = Readonly<Record<LevelName, number>>;

/** Null: the parts differ, so lists describe them. */
export function countsOf(topology: string): Counts | null {
  if (topology.includes('=') && !topology.includes('(')) return null;
  const found = [...topology.matchAll(/\b(\w+):(\d+)/g)].map(([, name, count]) => [name, Number(count)] as const);
  const known = found.filter(([name]) => LEVELS.some((level) => level === name));
  return { pack: 1, numa: 1, l3: 1, l2: 0, core: 1, pu: 1, ...Object.fromEntries(known) };
}

/** About the same machine with parts that are all alike. */
export function evened({ sockets, nodes, caches, clusters, cores, cpus }: Parts): Counts {
  const each = (count: number, of: number) => Math.max(1, Math.round(count / of));
  const numa = each(nodes, sockets);
  const l3 = each(caches, sockets * numa);
  const l2 = clusters === 0 ? 0 : each(clusters, sockets * numa * l3);
  return {
    pack: sockets,
    numa,
    l3,
    l2,
    core: each(cores, sockets * numa * l3 * Math.max(1, l2)),
    pu: each(cpus, cores),
  };
}

const product = (counts: Counts, levels: readonly LevelName[]): number =>
  levels.reduce((all, level) => all * Math.max(1, counts[level]), 1);

export const cpusOf = (counts: Counts): number => product(counts, LEVELS);
export const nodesOf = (counts: Counts): number => product(counts, ['pack', 'numa']);

/** Which limit a machine would pass; null: none. */
export const limitOf = (counts: Counts): 'cpus' | 'nodes' | null =>
  cpusOf(counts) > MOST_CPUS ? 'cpus' : nodesOf(counts) > MOST_NODES ? 'nodes' : null;

/** Threads are numbered as firmware does it: the first ones of all cores before the second ones. */
export function topologyOf(counts: Counts): string {
  const known = LEVELS.filter((level) => counts[level] > 0);
  const { pu: threads } = counts;
  const cores = cpusOf(counts) / threads;
  const indexes = threads > 1 ? `(indexes=${threads}*${cores}:1*${threads})` : '';
  return known.map((level) => `${level}:${counts[level]}${level === 'pu' ? indexes : ''}`).join(' ');
}

/** SLIT distances of a regular machine: to nodes of the same socket and of others. */
export interface Distances {
  readonly near: number;
  readonly far: number;
}
export const LEAST_DISTANCE = 11;
export const MOST_DISTANCE = 254;
const LOCAL = 10;
/** The defaults. */
const NEAR = 12;
const FAR = 20;

const socketOf = (node: number, { numa }: Counts): number => Math.floor(node / numa);

/** Null: nodes at equal positions have different distances, so rows describe them. */
export function distancesOf(text: string | undefined, counts: Counts): Distances | null {
  if (text === undefined) return { near: FAR, far: FAR };
  if (/^\d+$/.test(text.trim())) return { near: Number(text), far: Number(text) };
  const rows = text.split(' ').map((row) => row.split(',').map(Number));
  const found: { near: Set<number>; far: Set<number> } = { near: new Set(), far: new Set() };
  for (const [a, row] of rows.entries()) {
    for (const [b, distance] of row.entries()) {
      if (a !== b) found[socketOf(a, counts) === socketOf(b, counts) ? 'near' : 'far'].add(distance);
    }
  }
  if (found.near.size > 1 || found.far.size > 1) return null;
  const [near = NEAR] = found.near;
  const [far = FAR] = found.far;
  return { near, far };
}

/** The text in a document; undefined: they equal the defaults. */
export function writeDistances({ near, far }: Distances, counts: Counts): string | undefined {
  const nodes = nodesOf(counts);
  if (nodes === 1) return undefined;
  if (counts.pack === 1 || counts.numa === 1 || near === far) {
    const one = counts.numa > 1 && counts.pack === 1 ? near : far;
    return one === FAR ? undefined : String(one);
  }
  const of = (a: number, b: number) => (a === b ? LOCAL : socketOf(a, counts) === socketOf(b, counts) ? near : far);
  const all = Array.from({ length: nodes }, (_, node) => node);
  return all.map((a) => all.map((b) => of(a, b)).join(',')).join(' ');
}

/** The distances of a machine with other counts: the previous ones, or those of two sockets with two nodes. */
export const carriedOver = (before: Distances | null, counts: Counts): Distances =>
  before && (before.near !== before.far || counts.numa === 1 || counts.pack === 1)
    ? before
    : { near: NEAR, far: before?.far ?? FAR };
