/** Runs a part of the page through a schedule of faults, and checks the invariants. */

import { type Outcome, runBatch } from '../../src/engine/batch/pool';
import type { BatchJob, BatchQuestions, Share } from '../../src/engine/batch/questions';
import { workQuietly } from '../../src/engine/batch/quiet';
import { createRunner } from '../../src/engine/batch/runner';
import { SPEEDS } from '../../src/engine/lanes/pace';
import type { LaneQuestions } from '../../src/engine/lanes/questions';
import { createServer } from '../../src/engine/lanes/server';
import type { TraceQuestions } from '../../src/engine/trace/questions';
import { writeTrace } from '../../src/engine/trace/trace';
import { FrameView } from '../../src/engine/wire/frame';
import type { RunReport, Scenario } from '../../src/scenario/generated/types';
import { PRESETS } from '../../src/scenario/presets';
import * as run from '../../src/state/run';
import { edit, scenarioStore } from '../../src/state/scenario';
import { setFeatures } from '../../src/state/switching';
import { viewStore } from '../../src/state/view';
import { Simulation } from '../fake-simulation';
import { isOnlySlow, type Part, type Plan, planOf } from './plan';
import { Workers } from './worker';
import { World } from './world';

/** The longest time until a schedule is idle (ms of its clock). */
const PATIENCE_MS = 20 * 60_000;

export interface Played {
  readonly seed: number;
  /** The faults that struck, as `question fault`. */
  readonly struck: readonly string[];
  /** The violated invariant, or null. */
  readonly wrong: string | null;
}

/** The interface of a schedule for a part of the page. */
interface Stage {
  readonly plan: Plan;
  readonly world: World;
  readonly workers: Workers;
  /** A promise that must settle. */
  pending(name: string, promise: Promise<unknown>): void;
  /** Lets time pass (ms). */
  wait(ms: number): Promise<void>;
  /** Waits until all pending promises have settled. */
  rest(): Promise<void>;
  readonly after: { check: () => void };
}

class Wrong extends Error {}

function must(holds: boolean, wrong: string): asserts holds {
  if (!holds) throw new Wrong(wrong);
}

/** A run of some hundred events (simulated ns). */
const LIMIT_NS = 2e5;

const scenarioOf = (seed: number): Scenario => ({
  ...PRESETS.cluster,
  seed,
  limit_ms: LIMIT_NS / 1e6,
  workload: { ...(PRESETS.cluster.workload as Extract<Scenario['workload'], { kind: 'pairs' }>), pairs: 2 },
});

const PLAY: Readonly<Record<Part, (stage: Stage) => Promise<void>>> = { lanes, pool, quiet, trace };

/** Runs the schedule of a seed. */
export async function play(seed: number): Promise<Played> {
  const plan = planOf(seed);
  const world = new World(plan.frameMs);
  const waiting = new Map<symbol, string>();
  let thrown: unknown = null;
  const stage: Stage = {
    plan,
    world,
    workers: new Workers(world, plan),
    pending(name, promise) {
      const key = Symbol(name);
      waiting.set(key, name);
      promise
        .catch((reason: unknown) => {
          thrown ??= new Wrong(`${name} rejects: ${reason}`);
        })
        .finally(() => waiting.delete(key));
    },
    async wait(ms) {
      const endMs = world.nowMs + ms;
      world.at(endMs, () => {}, false);
      await world.until(
        () => world.nowMs >= endMs,
        ms,
        () => stage.after.check(),
      );
    },
    async rest() {
      const done = await world.until(
        () => waiting.size === 0,
        PATIENCE_MS,
        () => stage.after.check(),
      );
      if (thrown) throw thrown;
      must(done, `waits for ever for ${[...waiting.values()].join(', ')}`);
    },
    after: { check: () => {} },
  };
  world.install();
  try {
    await PLAY[plan.part](stage);
    return { seed, struck: plan.struck, wrong: null };
  } catch (reason) {
    const said = reason instanceof Wrong ? reason.message : String((reason as Error).stack ?? reason);
    return { seed, struck: plan.struck, wrong: `${plan.part}, ${plan.struck.join(', ') || 'nothing struck'}: ${said}` };
  } finally {
    world.uninstall();
  }
}

// ---- the lanes

/** The state of a lane at a moment, from a run without a page. */
function reference(scenario: Scenario, lane: number, ns: number) {
  const simulation = new Simulation(JSON.stringify(scenario), lane);
  simulation.advance(ns, Number.MAX_SAFE_INTEGER);
  const { ns: at, hash, events } = new FrameView(simulation.frame(false));
  return { ns: at, hash: String(hash), events };
}

async function lanes({ plan, workers, pending, wait, rest, after }: Stage): Promise<void> {
  const { below, pick, next } = plan.random;
  run.runStore.setState(run.runStore.getInitialState(), true);
  viewStore.setState(viewStore.getInitialState(), true);
  const first = scenarioOf(1 + below(600));
  scenarioStore.setState({ ...scenarioStore.getInitialState(), document: first }, true);
  /** The scenario after the changes of the person. */
  let wanted = first;

  let feeds = run.runStore.getState().feeds;
  let mostNs = 0;
  after.check = () => {
    const state = run.runStore.getState();
    if (state.feeds !== feeds) mostNs = 0;
    feeds = state.feeds;
    for (const { frame } of feeds) mostNs = Math.max(mostNs, frame?.ns ?? 0);
    const ns = run.clockNs();
    must(Number.isFinite(ns) && ns >= 0, `the clock is ${ns}`);
    must(ns < mostNs + 1, `the clock is ${ns}, simulated are ${mostNs}`);
    must(Number.isFinite(run.headedNs()), `the clock goes to ${run.headedNs()}`);
    must(
      run.furthestNs() >= ns && run.furthestNs() < Math.max(mostNs, LIMIT_NS) + 1,
      `furthest is ${run.furthestNs()}`,
    );
    const { seekProgress } = state;
    must(
      seekProgress === null || (seekProgress.fraction >= 0 && seekProgress.fraction <= 1),
      `${seekProgress?.fraction} of the seek is done`,
    );
    const { document } = scenarioStore.getState();
    must(document.seed === wanted.seed && document.lanes.length === 2, 'the scenario is lost');
    if (isOnlySlow(plan)) must(state.fault === null, `taken for dead, and was only slow: ${state.fault}`);
  };

  const stop = run.startRun({
    play: next() < 0.5,
    start: () => workers.start<LaneQuestions>((own, surroundings) => createServer(own, surroundings)),
  });
  const moment = () => below(LIMIT_NS * 1.1);
  const lane = () => below(3);
  const acts: Readonly<Record<string, () => Promise<unknown> | undefined>> = {
    load: () => {
      wanted = scenarioOf(1 + below(600));
      edit(() => wanted);
      return undefined;
    },
    advance: () => {
      run.play();
      return undefined;
    },
    step: run.stepEvent,
    flips: () => {
      setFeatures(below(2), { cluster_scan: pick(['on', 'off']) as never });
      return undefined;
    },
    seek: () => run.seek(moment()),
    flows: () => run.ask(lane(), 'flows'),
    find: () => pick([run.stepBack, () => run.stepDecision(pick(['next', 'last']), pick([null, 1]))])(),
    firstWork: () => run.ask(lane(), 'firstWork'),
    range: () => run.ask(lane(), 'range', 1000, moment()),
    trail: () => run.trails(pick([null, 0])),
    report: run.reports,
    inspectCpu: () => run.ask(lane(), 'inspectCpu', 1),
    traceQueue: () => run.ask(lane(), 'traceQueue', 1, 0, moment()),
    inspectTask: () => run.ask(lane(), 'inspectTask', 1),
    decision: () => run.standBefore(below(2), { task: 1, ns: moment() }),
    decisions: () => run.ask(lane(), 'decisions', next() < 0.5),
    check: () => run.checkDocument(JSON.stringify(pick([wanted, { ...wanted, seed: 666 }]))),
    start: () => pick([() => run.restart(pick([0, moment()])), run.recover])(),
    pause: () => {
      run.pause();
      return undefined;
    },
    pace: () => {
      run.setPace(pick(['watch', 'race']));
      return undefined;
    },
    speed: () => {
      run.setSpeed(below(SPEEDS.length));
      return undefined;
    },
  };
  const names = Object.keys(acts);
  const own = plan.rules[0]?.question ?? '';
  // Every request with a fault is made at least once.
  const script = [...Array.from({ length: 1 + below(5) }, () => pick(names)), own, own].sort(() => next() - 0.5);
  for (const name of script) {
    await wait(pick([0, 0, 1, 30, 200, 600]));
    const promise = acts[name]?.();
    if (promise) pending(name, promise);
    // The person sees that the engines are gone, and restarts them.
    if (run.runStore.getState().fault !== null && next() < 0.5) pending('start', acts.start!()!);
  }
  // Most schedules become idle first: then the waiting requests run.
  if (next() < 0.7) await rest();
  if (next() < 0.1) {
    stop();
    await rest();
    must(workers.alive() === 0, `${workers.alive()} workers are left over`);
    return;
  }
  plan.heal();
  await rest();
  await wait(100);
  // A dead worker is noticed at the next request.
  pending('reports', run.reports());
  await rest();
  if (run.runStore.getState().fault !== null) {
    const path = scenarioStore.getState();
    const ns = Math.min(run.headedNs(), LIMIT_NS);
    const recovered = run.recover().then(() => {
      must(JSON.stringify(scenarioStore.getState()) === JSON.stringify(path), 'the path is another');
      const at = run.clockNs();
      must(at <= ns && at > ns - 1, `the clock is ${at}, and was headed for ${ns}`);
    });
    pending('recover', recovered);
  }
  await rest();
  const { fault } = run.runStore.getState();
  must(run.runStore.getState().fault === null, `started anew, and still: ${fault}`);
  run.pause();
  const to = moment();
  pending('seek', run.seek(to));
  await rest();
  const { document } = scenarioStore.getState();
  const state = run.runStore.getState();
  must(Number(state.feeds.length) === 2, `${state.feeds.length} lanes stand`);
  must(state.fault === null, `sought, and told: ${state.fault}`);
  must(state.seekProgress === null, 'a seek never ends');
  must(!state.playing, 'plays after a pause');
  must(run.clockNs() === Math.min(to, LIMIT_NS), `the clock is ${run.clockNs()}, sought was ${to}`);
  for (const [i, { frame }] of state.feeds.entries()) {
    const is = { ns: frame?.ns, hash: String(frame?.hash), events: frame?.events };
    const should = reference(document, i, to);
    must(
      JSON.stringify(is) === JSON.stringify(should),
      `lane ${i}: ${JSON.stringify(is)}, not ${JSON.stringify(should)}`,
    );
  }
  must(workers.alive() === 2, `${workers.alive()} workers for two lanes`);
  stop();
  must(workers.alive() === 0, `${workers.alive()} workers are left over`);
}

// ---- many runs

const startRunner = (workers: Workers) => () =>
  workers.start<BatchQuestions, Share>((own, surroundings, say) => createRunner(own, surroundings, say));

const jobsOf = (count: number): BatchJob[] =>
  Array.from({ length: count }, (_, i) => ({ scenario: scenarioOf(i + 1), lane: i % 2 }));

function mustBe(outcome: Outcome | null | undefined, job: BatchJob, mayFail: boolean): void {
  must(
    outcome?.type === 'report' || (mayFail && outcome?.type === 'fault'),
    `a run ended as ${JSON.stringify(outcome)}`,
  );
  if (outcome?.type !== 'report') return;
  const simulation = new Simulation(JSON.stringify(job.scenario), job.lane);
  simulation.advance(LIMIT_NS, Number.MAX_SAFE_INTEGER);
  const should = JSON.parse(simulation.report()) as RunReport;
  must(JSON.stringify(outcome.report) === JSON.stringify(should), `seed ${job.scenario.seed} has another's report`);
}

async function pool({ plan, workers, pending, wait, rest }: Stage): Promise<void> {
  const { below, next } = plan.random;
  const jobs = jobsOf(1 + below(6));
  let share = 0;
  const batch = runBatch(
    jobs,
    (progress) => {
      must(progress.share >= share - 1e-9 && progress.share <= 1, `the share goes from ${share} to ${progress.share}`);
      share = progress.share;
    },
    startRunner(workers),
    1 + below(3),
  );
  pending('the batch', batch.finished);
  const isCancelled = next() < 0.3;
  if (isCancelled) {
    await wait(below(400));
    batch.cancel();
  }
  await rest();
  const outcomes = await batch.finished;
  if (outcomes) {
    must(outcomes.length === jobs.length, `${outcomes.length} of ${jobs.length} runs have ended`);
    const faults = outcomes.filter(({ type }) => type === 'fault').length;
    must(faults <= plan.struck.length, `${plan.struck.length} faults cost ${faults} runs`);
    for (const [i, job] of jobs.entries()) mustBe(outcomes[i], job, !isOnlySlow(plan));
  } else must(isCancelled, 'was cancelled by nobody');
  await wait(2000);
  must(workers.alive() === 0, `${workers.alive()} workers are left over`);
}

async function quiet({ plan, workers, pending, wait, rest }: Stage): Promise<void> {
  const { below, pick } = plan.random;
  const jobs = jobsOf(1 + below(3));
  const ended = new Map<BatchJob, Outcome>();
  const desk = {
    next: () => jobs.find((job) => !ended.has(job)) ?? null,
    ended(job: BatchJob, outcome: Outcome) {
      must(!ended.has(job), 'a run has ended twice');
      ended.set(job, outcome);
    },
    isPaused: () => pick([false, false, false, true]),
  };
  // The page retries a worker that failed to start.
  const work = async () => {
    while (!(await workQuietly(desk, startRunner(workers)))) await wait(1000);
  };
  pending('the desk', work());
  await rest();
  for (const job of jobs) mustBe(ended.get(job), job, !isOnlySlow(plan));
  await wait(2000);
  must(workers.alive() === 0, `${workers.alive()} workers are left over`);
}

async function trace({ plan, workers, pending, wait, rest }: Stage): Promise<void> {
  const { below, next } = plan.random;
  const pieces = 1 + below(4);
  const tracing = writeTrace(
    {} as never,
    () => {},
    () =>
      workers.start<TraceQuestions>((own, { alive }) => {
        const simulation = new own(JSON.stringify(scenarioOf(1)), 0);
        let left = pieces;
        return {
          begin() {},
          more() {
            simulation.advance(simulation.now() + 1e5, 1000);
            alive();
            left -= 1;
            return left < 0 ? null : { bytes: new Uint8Array(8), nowNs: simulation.now() };
          },
        };
      }),
  );
  let told: unknown = null;
  const finished = tracing.finished.catch((reason: unknown) => {
    told = reason;
    return null;
  });
  pending('the trace', finished);
  const isCancelled = next() < 0.3;
  if (isCancelled) {
    await wait(below(200));
    tracing.cancel();
  }
  await rest();
  const blob = await finished;
  if (isOnlySlow(plan)) must(told === null, `taken for dead, and was only slow: ${told}`);
  must(blob !== null || told !== null || isCancelled, 'ended without a word');
  if (blob) must(blob.size === pieces * 8, `${blob.size} bytes of ${pieces * 8}`);
  await wait(2000);
  must(workers.alive() === 0, `${workers.alive()} workers are left over`);
}
