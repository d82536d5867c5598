/** Jobs and their memory: where each job is, where its memory lies, and what the distance costs. Pure. */
import type { FrameView } from '../../../../engine/wire/frame';
import type { JobRow, MachineDescription, Numa, RunReport } from '../../../../scenario/generated/types';
import { NO_TASK } from '../../../../scenario/generated/vocab';

const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);

/** Share of a job's time that it spent on the node that holds its memory; null: it has not begun. */
export function homeShare({ node_ns, memory_node }: Pick<JobRow, 'node_ns' | 'memory_node'>): number | null {
  const all = sum(node_ns);
  return all > 0 ? (node_ns[memory_node] ?? 0) / all : null;
}

/** Share of the jobs' time that they spent away from their memory; null: they have not begun. */
export function awayShare({ jobs }: Pick<RunReport, 'jobs'>): number | null {
  const all = sum(jobs.map(({ node_ns }) => sum(node_ns)));
  const home = sum(jobs.map(({ node_ns, memory_node }) => node_ns[memory_node] ?? 0));
  return all > 0 ? 1 - home / all : null;
}

export interface NodeCpus {
  readonly node: number;
  readonly cpus: readonly number[];
}

export const nodesOf = ({ sockets }: Pick<MachineDescription, 'sockets'>): readonly NodeCpus[] =>
  sockets
    .flatMap(({ nodes }) => nodes)
    .map(({ id, clusters }) => ({
      node: id,
      cpus: clusters.flatMap(({ cores }) => cores.flatMap(({ cpus }) => cpus)),
    }));

/** A job in a lane at a moment. */
export interface Placed {
  /** Its place among the jobs, from 0. */
  readonly job: number;
  readonly task: number;
  /** Null: it has taken no memory yet, or has ended. */
  readonly home: number | null;
  /** The CPU in whose queue it is; null: none. */
  readonly cpu: number | null;
  readonly runs: boolean;
}

export function placedIn(frame: FrameView, jobs: readonly JobRow[]): readonly Placed[] {
  const at = new Map<number, { readonly cpu: number; readonly runs: boolean }>();
  let before = 0;
  for (let cpu = 0; cpu < frame.cpus; cpu += 1) {
    const running = frame.running(cpu);
    if (running !== NO_TASK) at.set(running, { cpu, runs: true });
    const waits = frame.waitingOn(cpu);
    for (let i = 0; i < waits; i += 1) at.set(frame.waitingAt(before + i), { cpu, runs: false });
    before += waits;
  }
  return jobs.map(({ task, memory_node, node_ns, ended_ns }, job) => ({
    job,
    task,
    home: ended_ns > 0 || sum(node_ns) === 0 ? null : memory_node,
    cpu: at.get(task)?.cpu ?? null,
    runs: at.get(task)?.runs ?? false,
  }));
}

/** The node of a job, and that of its memory; undefined: none. */
export interface Where {
  readonly at: NodeCpus | undefined;
  readonly home: NodeCpus | undefined;
  readonly isAway: boolean;
}

export function whereIs(job: Placed | undefined, nodes: readonly NodeCpus[]): Where {
  const at = nodes.find(({ cpus }) => job && job.cpu !== null && cpus.includes(job.cpu));
  const home = nodes.find(({ node }) => node === job?.home);
  return { at, home, isAway: at !== undefined && home !== undefined && at !== home };
}

/**
 * The job to follow: away from its memory in the first lane, at home in another, running in both if there is such a job.
 * Of those the first; -1: there are no jobs.
 */
export function followed(lanes: readonly (readonly Placed[])[], nodes: readonly NodeCpus[]): number {
  const [first = [], ...others] = lanes;
  const scores = first.map((one) => {
    const own = others.map((lane) => lane[one.job]);
    const isHome = own.length > 0 && own.every((other) => whereIs(other, nodes).at && !whereIs(other, nodes).isAway);
    const runs = [one, ...own].filter((other) => other?.runs).length;
    return Number(whereIs(one, nodes).isAway) * 4 + Number(isHome) * 3 + runs;
  });
  return scores.indexOf(Math.max(...scores));
}

/** Share of the work of an average job that waits for memory (%): jobs of several sizes wait in proportion to them. */
export const meanMemoryPct = ({ memory_pct, sizes }: Pick<Numa, 'memory_pct' | 'sizes'>): number =>
  (memory_pct * (sizes + 1)) / (2 * sizes);

/** Blocks of work that a job does in the time of `blocks` of them at home; `memoryPct` of the work waits for memory. */
export function blocksAway(blocks: number, memoryPct: number, remotePct: number): number {
  return (blocks * 100) / (100 - memoryPct + (memoryPct * Math.max(100, remotePct)) / 100);
}
