/**
 * Lag over time, from a trace of a queue: the distance of each task's vruntime from the weighted average of its queue,
 * under either fair class, so that two can be compared. Pure. Between two samples only the running task moves along
 * virtual time, and with it the average; everything else changes at a sample. So lag is linear between samples and may
 * jump at one.
 */
import type { TracedTask, TraceSample } from '../engine/wire/trace';
import { NICE_0_WEIGHT } from '../scenario/generated/queue';

/** A segment of a task's line, linear between two moments (ns); `lag` in ns of virtual time, or of a timeslice. */
export interface Stroke {
  readonly task: number;
  readonly state: TracedTask['state'];
  readonly from: { readonly ns: number; readonly lag: number };
  readonly to: { readonly ns: number; readonly lag: number };
}

/** A task that joins or leaves, and how far the average jumps (ns of virtual time). */
export interface Jump {
  readonly ns: number;
  readonly task: number;
  readonly joins: boolean;
  readonly by: number;
}

/** An interval (ns) in which a task ran. */
export interface Turn {
  readonly task: number;
  readonly fromNs: number;
  readonly toNs: number;
}

/** The history of a queue. */
export interface Lags {
  readonly strokes: readonly Stroke[];
  readonly jumps: readonly Jump[];
  readonly turns: readonly Turn[];
}

interface Standing extends TracedTask {
  /** Its vruntime (ns). */
  readonly at: number;
}

/** The tasks of a sample at a later moment, before the next sample. */
const standing = ({ clock, chargedNs, tasks }: TraceSample, ns: number): readonly Standing[] =>
  tasks.map((task) => {
    const ran = task.state === 'running' ? ((ns - chargedNs) * NICE_0_WEIGHT) / task.weight : 0;
    return { ...task, at: clock + task.v + ran };
  });

/** The weighted average of all vruntimes. */
function average(tasks: readonly Standing[]): number {
  const base = tasks[0]?.at ?? 0;
  const weight = tasks.reduce((sum, task) => sum + task.weight, 0);
  return weight === 0 ? 0 : base + tasks.reduce((sum, task) => sum + task.weight * (task.at - base), 0) / weight;
}

const numbers = (tasks: readonly TracedTask[]): ReadonlySet<number> => new Set(tasks.map(({ task }) => task));

export function lagsOf(samples: readonly TraceSample[]): Lags {
  const strokes: Stroke[] = [];
  const jumps: Jump[] = [];
  samples.forEach((sample, i) => {
    const next = samples[i + 1];
    if (!next) return;
    const [first, last] = [standing(sample, sample.ns), standing(sample, next.ns)];
    const [from, to] = [average(first), average(last)];
    first.forEach(({ task, state, at }, k) => {
      if (next.ns === sample.ns) return;
      const end = last[k]?.at ?? at;
      strokes.push({ task, state, from: { ns: sample.ns, lag: from - at }, to: { ns: next.ns, lag: to - end } });
    });
    const [here, there] = [numbers(sample.tasks), numbers(next.tasks)];
    const by = average(standing(next, next.ns)) - to;
    for (const { task } of next.tasks) if (!here.has(task)) jumps.push({ ns: next.ns, task, joins: true, by });
    for (const { task } of sample.tasks) if (!there.has(task)) jumps.push({ ns: next.ns, task, joins: false, by });
  });
  return { strokes, jumps, turns: turnsOf(samples) };
}

/** The running tasks, one after the other. */
export function turnsOf(samples: readonly TraceSample[]): readonly Turn[] {
  const turns: Turn[] = [];
  samples.forEach(({ ns, tasks }, i) => {
    const toNs = samples[i + 1]?.ns ?? ns;
    const task = tasks.find(({ state }) => state === 'running')?.task;
    if (task === undefined || toNs === ns) return;
    const before = turns.at(-1);
    if (before?.task === task && before.toNs === ns) turns[turns.length - 1] = { ...before, toNs };
    else turns.push({ task, fromNs: ns, toNs });
  });
  return turns;
}

/** Whether a trace is of a fair class; O(1) has no weights. Undefined: no task was queued. */
export function isFairTrace(samples: readonly TraceSample[]): boolean | undefined {
  const tasks = samples.flatMap((sample) => sample.tasks);
  return tasks.length > 0 ? tasks.some(({ weight }) => weight > 0) : undefined;
}

const MS = 1e6;
const REACHES = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 256, 512];

/** Extent of the axis on either side of 0 (ns) that covers these lags; never less than before. */
export function reachOf(lags: readonly Lags[], before: number): number {
  const far = lags.flatMap(({ strokes }) => strokes.flatMap(({ from, to }) => [Math.abs(from.lag), Math.abs(to.lag)]));
  const needed = far.reduce((most, lag) => Math.max(most, lag), before);
  return MS * (REACHES.find((ms) => ms * MS >= needed) ?? Math.ceil(needed / MS));
}
