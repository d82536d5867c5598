/** The two games on the machine: choose a CPU for tasks that wake up, and find a queue that has a task to spare. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { LogLevel } from '../../engine/lanes/questions';
import { startLane } from '../../engine/lanes/start';
import { CpuFlag, type FrameView } from '../../engine/wire/frame';
import { type Head, headOf, headsOf } from '../../engine/wire/records';
import type { Features, Scenario } from '../../scenario/generated/types';
import { costIn } from '../../state/costs';
import { runStore, seek, standBefore } from '../../state/run';
import { crowded, wasted } from './lights';

/** A wake-up for which a CPU is to be chosen. */
export interface Round {
  readonly record: Uint32Array;
  readonly waker: number;
  /** The previous CPU of the task, which is busy now. */
  readonly last: number;
  /** The choices of the kernels in the same state: without and with the search of the cluster. */
  readonly kernels: readonly [a: Head, b: Head];
}

export interface Choosing {
  readonly kind: 'choose';
  readonly rounds: readonly Round[];
  readonly at: number;
  /** CPUs that can be chosen now. */
  readonly free: readonly number[];
  /** The choices, round by round. */
  readonly chosen: readonly number[];
  /** A CPU that was tried and is busy. */
  readonly busy: number | null;
  /** The costs so far of the reader, A and B (ns). */
  readonly spent: readonly [number, number, number];
}

export interface Stealing {
  readonly kind: 'steal';
  readonly thief: number;
  /** How many tasks wait, CPU by CPU. */
  readonly waiting: readonly number[];
  readonly looked: readonly number[];
  /** The CPU whose queue lost a task. */
  readonly found: number | null;
  readonly bitmap: boolean;
  /** Number of looks in each previous game. */
  readonly before: readonly number[];
}

interface GameState {
  readonly game: Choosing | Stealing | null;
  /** The game could not be prepared. */
  readonly failed: boolean;
}

const gameStore = createStore<GameState>(() => ({ game: null, failed: false }));

export const useGame = () => useStore(gameStore, (state) => state.game);

export const useFailed = () => useStore(gameStore, (state) => state.failed);

const put = (game: Choosing | Stealing | null, failed = false) => gameStore.setState({ game, failed });

const ROUNDS = 10;
/** The interval of the wake-ups (ns). */
const STRETCH = { fromNs: 4e6, toNs: 6e6 } as const;

/** Transfer time of a line (ns). */
function lineNs(units: readonly number[], from: number, to: number): number {
  if (from === to) return 0;
  return costIn(units[from] === units[to] ? 'line_cluster' : 'line_llc');
}

/** The cost of a choice in cache-line transfers (ns). */
function costOf({ waker, last }: Pick<Round, 'waker' | 'last'>, cpu: number, units: readonly number[]): number {
  const message = costIn('enqueue_lines') + costIn('head_lines') + costIn('payload_lines');
  return message * lineNs(units, waker, cpu) + costIn('migrate_lines') * lineNs(units, last, cpu);
}

const unitsNow = (): readonly number[] => runStore.getState().feeds[0]?.machine.units ?? [];

/** CPUs that have no task and expect none. */
const freeIn = (frame: FrameView): readonly number[] =>
  Array.from({ length: frame.cpus }, (_, cpu) => cpu).filter(
    (cpu) => (frame.flags(cpu) & CpuFlag.idle) !== 0 && (frame.flags(cpu) & CpuFlag.waking) === 0,
  );

/** Ten wake-ups of a run that found the wanted CPU busy, evenly spread, and what both kernels do in each. */
async function roundsOf(scenario: Scenario, patched: Features, skip: number): Promise<readonly Round[]> {
  const engine = await startLane();
  try {
    await engine.ask('load', scenario, 0);
    const stand = { events: null, budgetMs: 2000, level: LogLevel.off, windowNs: 0, orLess: false } as const;
    await engine.ask('seek', { ns: STRETCH.toNs, ...stand });
    const { words } = await engine.ask('trail', STRETCH.fromNs, STRETCH.toNs);
    const moved = headsOf(words).filter(
      (head) => head.kind === 'wake' && head.chosen !== head.about && head.task !== null,
    );
    const rounds: Round[] = [];
    const pace = Math.max(1, Math.floor(moved.length / (2 * ROUNDS)));
    for (let i = skip % pace; i < moved.length && rounds.length < ROUNDS; i += pace) {
      const head = moved[i] as Head;
      const { ns, task, cpu, about } = head;
      if (task === null || cpu === about) continue;
      await engine.ask('flips', [{ at_ns: ns - 1, features: patched }]);
      await engine.ask('seek', { ns: ns + 1, ...stand });
      const found = await engine.ask('decision', { task, ns });
      const other = headOf(found?.record);
      if (!other || other.ns !== ns || other.chosen === other.about) continue;
      rounds.push({ record: head.words.slice(), waker: cpu, last: about, kernels: [head, other] });
    }
    return rounds;
  } finally {
    engine.dispose();
  }
}

let attempts = 0;

/** Prepares a game, which replaces any other; reports a failure. */
async function begin(prepare: (attempt: number) => Promise<void>): Promise<void> {
  attempts += 1;
  const attempt = attempts;
  put(null);
  await prepare(attempt).catch(() => {});
  if (attempt === attempts && gameStore.getState().game === null) put(null, true);
}

/** Begins the game of choosing CPUs; `skip`: which ten wake-ups of the run. */
export const beginChoosing = (scenario: Scenario, patched: Features, skip = 0): Promise<void> =>
  begin(async (attempt) => {
    const rounds = await roundsOf(scenario, patched, skip);
    if (attempt !== attempts || rounds.length === 0) return;
    await stand({ kind: 'choose', rounds, at: 0, free: [], chosen: [], busy: null, spent: [0, 0, 0] }, attempt);
  });

/** Seeks to the moment before the wake-up of the present round. */
async function stand(game: Choosing, attempt: number): Promise<void> {
  const round = game.rounds[game.at];
  if (!round) {
    put(game);
    return;
  }
  await standBefore(0, round.record);
  const frame = runStore.getState().feeds[0]?.frame;
  if (attempt === attempts && frame) put({ ...game, busy: null, free: freeIn(frame) });
}

/** Chooses a CPU for the task of the present round. */
export function choose(cpu: number): void {
  const { game } = gameStore.getState();
  if (game?.kind !== 'choose' || game.chosen.length > game.at) return;
  const round = game.rounds[game.at];
  if (!round) return;
  if (!game.free.includes(cpu)) {
    put({ ...game, busy: cpu });
    return;
  }
  const units = unitsNow();
  const costs = [cpu, ...round.kernels.map(({ chosen }) => chosen)].map((one) => costOf(round, one, units));
  const spent = game.spent.map((sum, i) => sum + (costs[i] ?? 0)) as [number, number, number];
  put({ ...game, busy: null, chosen: [...game.chosen, cpu], spent });
}

/** The next task. */
export function nextRound(): void {
  const { game } = gameStore.getState();
  if (game?.kind === 'choose' && game.chosen.length > game.at) void stand({ ...game, at: game.at + 1 }, attempts);
}

/** Distance between the moments that are checked for an idle CPU while tasks wait (ns). */
const APART_NS = 173_000;
const MOST_TRIES = 40;

/** Begins a game of stealing at the first moment from `ns` on at which there is something to steal. */
export const beginStealing = (ns: number, before: readonly number[] = []): Promise<void> =>
  begin(async (attempt) => {
    for (let i = 0; i < MOST_TRIES && attempt === attempts; i += 1) {
      await seek(ns + i * APART_NS);
      const { frame, machine } = runStore.getState().feeds[0] ?? {};
      if (!frame || !machine) continue;
      const sight = { frames: [frame], machine, decision: null };
      const thief = wasted(sight, 0)[0];
      if (thief === undefined || crowded(sight, 0).length === 0) continue;
      const waiting = Array.from({ length: machine.cpus }, (_, cpu) => frame.waitingOn(cpu));
      if (attempt === attempts) put({ kind: 'steal', thief, waiting, looked: [], found: null, bitmap: false, before });
      return;
    }
  });

/** Looks into a queue. */
export function lookInto(cpu: number): void {
  const { game } = gameStore.getState();
  if (game?.kind !== 'steal' || game.found !== null || game.looked.includes(cpu)) return;
  const looked = [...game.looked, cpu];
  const found = (game.waiting[cpu] ?? 0) > 0 ? cpu : null;
  put({ ...game, looked, found, before: found === null ? game.before : [...game.before, looked.length] });
}

export function showBitmap(): void {
  const { game } = gameStore.getState();
  if (game?.kind === 'steal') put({ ...game, bitmap: true });
}

/** Ends the present game. */
export function endGame(): void {
  attempts += 1;
  put(null);
}
