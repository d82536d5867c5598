/** Act 6: three schedulers on one CPU. Fairness, the cost of waiting, and why a short slice is not a larger share. */
import { type Step as LensStep, stepsOf } from '../../../engine/wire/records';
import { WORKLOADS } from '../../../scenario/catalog';
import { decidedBy } from '../../../scenario/decides';
import type { Decides, KernelId, Lane, RunReport, Scenario } from '../../../scenario/generated/types';
import { PRESETS } from '../../../scenario/presets';
import { queueOfPick } from '../../../signs/picked';
import { duration } from '../../../words/format';
import { groupOf, sleeperOf, type Waits, waitsOf } from '../figures/queue/results';
import { inTenths, moreIn, ofBoth, ofEnded } from '../measure';
import { act, type Claim, type Experiment, type Reading, type Seen, type Shot } from '../types';
import type { sixEn } from '../words/six.en';
import type { sixHowEn } from '../words/six.how.en';

const { turns, debt } = PRESETS;
const { hogs } = WORKLOADS;
const MS = 1e6;
const features = turns.lanes[0]?.features as Lane['features'];

/** Other work or other kernels of the experiment: one kernel for each lane, the last that of the document. */
const experiment = (
  kernels: readonly KernelId[],
  work: Partial<typeof hogs> = {},
  decides: Decides = 'wait_p99',
): Experiment => ({
  preset: 'turns',
  document: {
    ...decidedBy(turns, decides),
    kernel: kernels.at(-1) ?? turns.kernel,
    workload: { ...(turns.workload as typeof hogs), ...work },
    lanes: kernels.map((kernel): Lane => (kernel === kernels.at(-1) ? { features } : { features, kernel })),
  },
});

/** An experiment whose lane A has no per-task slices. */
const deaf = ({ document }: Experiment): Scenario => ({
  ...document,
  lanes: [{ features, rules: { own_slices: false } }, { features }],
});

const three = experiment(['2.5.5x']);
const clocks = experiment(['2.5.5x', '6.5']);
const nice = experiment(['6.5', '6.12'], { rival_nice: 5, sleepers: 0 }, 'work');
const accounts = experiment(['6.5', '6.12']);
const rivals = { slice_us: 1000, rival_slice_us: 10_000, sleepers: 0 };
const slices: Experiment = { preset: 'turns', document: deaf(experiment(['6.12'], rivals, 'shares')) };
const arriving = { hogs: 2, run_us: 2000, sleeper_slice_us: 500, poisson: true };
const waits: Scenario = { ...deaf(experiment(['6.12'], arriving)), limit_ms: 4000 };

/** The single CPU that all tasks want. */
const CPU = 0;
const shown: Shot = { figure: 'queue', speed: 10 * MS };

const cpuPct = (percent: number): string => inTenths(percent / 100);

/** A claim about the waits that the figure shows. */
const waited =
  (waits: (seen: Seen) => Waits | null, judge: (a: number, b: number) => boolean): Claim =>
  (seen) => {
    const found = waits(seen);
    return found && { holds: judge(found.a, found.b), figures: { a: duration(found.a), b: duration(found.b) } };
  };

/** The sleeper's share of the CPU in both lanes (%). */
const sleeperShare = (judge: (a: number, b: number) => boolean) =>
  ofBoth((one, other) => {
    const [a, b] = [sleeperOf(one)?.cpu_pct, sleeperOf(other)?.cpu_pct];
    if (a === undefined || b === undefined) return null;
    return { holds: judge(a, b), figures: { a: cpuPct(a), b: cpuPct(b) } };
  });

/** Whether several tasks are eligible, some are not, and none is protected. */
function isChoice(steps: readonly LensStep[]): boolean {
  const tasks = queueOfPick(steps)?.tasks ?? [];
  const eligible = tasks.filter((task) => task.eligible && !task.delayed);
  return eligible.length > 1 && eligible.length < tasks.length && !tasks.some((task) => task.protected);
}

/** Whether the eligible task with the earliest deadline was picked and no protection prevented it. */
function picked(steps: readonly LensStep[]): Reading | null {
  const queue = queueOfPick(steps);
  if (queue?.scheduler !== 'eevdf' || queue.next === null) return null;
  const { tasks, next } = queue;
  const eligible = tasks.filter((task) => task.eligible && !task.delayed);
  const earliest = Math.min(...eligible.map(({ deadline_ns }) => deadline_ns));
  const chosen = eligible.find(({ task }) => task === next);
  return {
    holds: chosen?.deadline_ns === earliest && eligible.length < tasks.length,
    figures: { tasks: String(tasks.length), eligible: String(eligible.length), chosen: String(next) },
  };
}

const KEPT = 0.6;

export const six = await act<typeof sixEn, typeof sixHowEn>(
  {
    en: async () => (await import('../words/six.en')).sixEn,
    zh: async () => (await import('../words/six.zh')).sixZh,
  },
  {
    en: async () => (await import('../words/six.how.en')).sixHowEn,
    zh: async () => (await import('../words/six.how.zh')).sixHowZh,
  },
  {
    queue: {
      ...three,
      atNs: 1100 * MS,
      fromNs: 800 * MS,
      shot: { ...shown, inspect: CPU, speed: 100 * MS },
      word: null,
      claims: {
        slice: ({ inspected: [cpu] }) => {
          if (!cpu) return null;
          const most = Math.max(...cpu.queue.tasks.map(({ timeslice_ms }) => timeslice_ms));
          return { holds: most >= 100, figures: { ms: String(most) } };
        },
        expired: ({ inspected: [cpu] }) => {
          if (!cpu) return null;
          const { tasks } = cpu.queue;
          const expired = tasks.filter((task) => task.expired).length;
          return {
            holds: tasks.length === 3 && expired === 1,
            figures: { tasks: String(tasks.length), expired: String(expired) },
          };
        },
      },
    },
    clock: {
      ...clocks,
      atNs: 1225 * MS,
      fromNs: 1205 * MS,
      shot: shown,
      word: null,
      claims: {
        wait: waited(waitsOf.clock, (a, b) => a > 100 * MS && b < MS),
        share: sleeperShare((a, b) => a < 2 && b > 7),
      },
    },
    weight: {
      ...nice,
      atNs: 1000 * MS,
      fromNs: 960 * MS,
      shot: shown,
      word: null,
      claims: {
        shares: ofBoth((one, other) => {
          const of = (report: RunReport, wanted: number) => groupOf(report, (group) => group.nice === wanted)?.cpu_pct;
          const [a0, a5, b0, b5] = [of(one, 0), of(one, 5), of(other, 0), of(other, 5)];
          if (a0 === undefined || a5 === undefined || b0 === undefined || b5 === undefined) return null;
          return {
            holds: Math.abs(a0 - 75.3) < 1 && Math.abs(b0 - 75.3) < 1,
            figures: { a0: cpuPct(a0), a5: cpuPct(a5), b0: cpuPct(b0), b5: cpuPct(b5) },
          };
        }),
      },
    },
    lag: {
      ...accounts,
      // In A the sleeper has woken and runs; in B it waits.
      atNs: 1081.75 * MS,
      fromNs: 1060 * MS,
      shot: shown,
      word: null,
      claims: {
        wait: waited(waitsOf.lag, (a, b) => a < MS && b > 2 * MS),
        share: sleeperShare((a, b) => a > b + 0.5),
      },
    },
    deadline: {
      ...accounts,
      atNs: 85 * MS,
      shot: {
        figure: 'queue',
        decision: {
          lane: 'b',
          find: (head) => head.kind === 'pick' && isChoice(stepsOf(head)),
        },
      },
      word: null,
      claims: { pick: ({ decision }) => decision && picked(decision.steps) },
    },
    debt: {
      preset: 'debt',
      document: debt,
      atNs: 115 * MS,
      fromNs: 95 * MS,
      shot: shown,
      word: null,
      beside: { experiments: [{ ...debt, limit_ms: 4000 }], seeds: 3 },
      claims: {
        wait: (seen) => {
          const read = waited(waitsOf.debt, (a, b) => b < KEPT * a)(seen);
          return read && { ...read, figures: { ...read.figures, seeds: String(seen.beside[0]?.length ?? 0) } };
        },
        work: ofEnded((a, b) => {
          const more = moreIn(a.messages, b.messages);
          return { holds: Math.abs(more) < 0.005, figures: { percent: inTenths(more) } };
        }),
      },
    },
    question: {
      ...slices,
      atNs: 0,
      untilNs: 1000 * MS,
      expected: 'same',
      shot: shown,
      beside: { experiments: [waits], seeds: 1 },
      answers: {
        short: (seen) => lead(seen) > 1,
        long: (seen) => lead(seen) < -1,
        same: (seen) => Math.abs(lead(seen)) <= 1,
      },
      claims: {
        shares: (seen) => {
          const [, b] = seen.lanes;
          const [short, long] = b ? sharesOf(b) : [];
          if (short === undefined || long === undefined) return null;
          return { holds: Math.abs(short - long) <= 1, figures: { short: cpuPct(short), long: cpuPct(long) } };
        },
        latency: ofEnded((one, other, seen) => {
          const wait = waited(waitsOf.question, (a, b) => b < 0.8 * a)(seen);
          const [a, b] = [sleeperOf(one)?.cpu_pct, sleeperOf(other)?.cpu_pct];
          if (!wait || a === undefined || b === undefined) return null;
          return {
            holds: wait.holds && Math.abs(a - b) < 0.5,
            figures: { ...wait.figures, shareA: cpuPct(a), shareB: cpuPct(b) },
          };
        }),
      },
    },
  },
);

/** The shares of the hogs with the short and with the long slice (%). */
function sharesOf(report: RunReport): readonly (number | undefined)[] {
  const rows = [...report.groups].sort((a, b) => a.slice_us - b.slice_us);
  return [rows[0]?.cpu_pct, rows[1]?.cpu_pct];
}

/** By how much the short slice gets more in B (% of the CPU). */
function lead({ lanes: [, b] }: Seen): number {
  const [short, long] = b ? sharesOf(b) : [];
  return short === undefined || long === undefined ? Number.NaN : short - long;
}
