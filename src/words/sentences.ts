/** Sentences about decisions, steps and domains: separate, since the first load does not need them. */

import { countedOf, type Head, howOf, type Step } from '../engine/wire/records';
import { ANSWERS_OF, GATES, UNBOUNDED } from '../scenario/generated/steps';
import type { DomainInspection } from '../scenario/generated/types';
import { catalogue, type Language, type Params, t } from '.';
import { count, duration, signedDuration } from './format';
import type { sentencesEn } from './sentences.en';

export type SentenceKey = keyof typeof sentencesEn;

export interface Sentence {
  readonly key: SentenceKey;
  readonly params?: Params;
}

const words = await catalogue<SentenceKey>({
  en: async () => (await import('./sentences.en')).sentencesEn,
  zh: async () => (await import('./sentences.zh')).sentencesZh,
});

/** The text in the present language (or in `lang`). */
export const textOf = ({ key, params }: Sentence, lang?: Language): string => words.t(key, params, lang);

const say = (key: SentenceKey, params: Params = {}): Sentence => ({ key, params });

/** Why the CPU was chosen, in one sentence. `newidleNs`: the gate of `newidle_balance`, if there is one. */
export function because(head: Head, steps: readonly Step[], newidleNs: number | null): Sentence {
  const { kind, cpu, chosen, about } = head;
  const moved = steps.filter(({ answer }) => answer === 'moved');
  const gated = steps.find(({ answer }) => GATES.includes(answer));
  switch (kind) {
    case 'wake': {
      const line = lineIn(steps);
      if (line !== null) return say(line > 0 ? 'why.policy' : 'why.policy.default', { cpu: chosen, line });
      const how = howOf(head) ?? 'none';
      if (how === 'target' && steps.length === 0) return say('why.sync', { cpu: chosen });
      if (how === 'fallback' && steps.some(({ answer }) => answer === 'out_of_budget')) {
        return say('why.budget', { cpu: chosen });
      }
      return say(`why.${how}`, { cpu: chosen });
    }
    case 'fork':
    case 'exec': {
      const last = steps.at(-1);
      if (last?.func === 'sched_best_cpu') {
        return last.answer === 'no' ? say('why.few', { cpu: chosen }) : say('why.node', { cpu: chosen });
      }
      // The groups below the found one may contain no better group.
      const found = steps.findLast(({ func }) => func === 'find_idlest_group_cpu');
      if (chosen === cpu && !found) return say('why.local', { cpu: chosen });
      return found?.answer === 'idle' ? say('why.idlest', { cpu: chosen }) : say('why.least', { cpu: chosen });
    }
    case 'pick': {
      const groups = steps.filter(({ func }) => func === 'group_cfs_rq');
      const throttled = groups.find(({ answer }) => answer === 'throttled');
      if (head.task === null)
        return throttled ? say('why.pick.throttled', { cpu, group: throttled.value }) : say('why.pick.none', { cpu });
      const group = groups.find(({ answer }) => answer === 'chosen');
      if (group) return say('why.pick.group', { task: head.task, group: group.value });
      if (groups.some(({ answer }) => answer === 'waits')) return say('why.pick.root', { task: head.task });
      const own = pickOf(head.task, steps);
      if (own) return own;
      const wasRunning = steps.find(({ answer, value }) => answer === 'protected' && value === head.task);
      if (wasRunning) return say('why.pick.protected', { task: head.task });
      return say(isShortBuddy(head.task, steps) ? 'why.pick.short' : 'why.pick', { task: head.task });
    }
    case 'push':
      return head.task === null
        ? say('why.push.none', { about })
        : say('why.push', { cpu: chosen, about, task: head.task });
    case 'steal': {
      if (gated) return say('why.steal.gated', { cpu, idle: duration(gated.value) });
      const source = moved[0];
      return source ? say('why.steal', { cpu, from: source.cpu, task: source.value }) : say('why.steal.none', { cpu });
    }
    case 'newidle':
    case 'periodic':
    case 'o1_balance': {
      if (gated) {
        if (gated.answer === 'too_dear') return say('why.dear', { cpu, cost: duration(gated.value) });
        if (gated.answer === 'switched_off') return say('why.off', { cpu });
        if (gated.answer === 'pending') return say('why.pending', { cpu });
        if (gated.answer === 'skipped') return say('why.skipped', { cpu, ratio: count(gated.value) });
        return gated.answer === 'gated' && newidleNs !== null
          ? say('why.gated', { cpu, idle: duration(gated.value), gate: duration(newidleNs) })
          : say('why.quiet', { cpu });
      }
      const [first] = moved;
      if (first) {
        const tasks = moved.map(({ value }) => value).join(t('lane.list'));
        return moved.length === 1
          ? say('why.pull', { cpu, from: first.cpu, task: tasks })
          : say('why.pull.many', { cpu, from: first.cpu, tasks });
      }
      const election = steps.find(({ func, answer }) => func === 'should_we_balance' && answer === 'no');
      if (election) return say('why.notElected', { cpu, elected: election.cpu });
      const serialized = steps.find(({ answer }) => answer === 'serialized');
      if (serialized) return say('why.serialized', { cpu, other: serialized.cpu });
      const activeBalance = steps.find(({ func }) => func === 'active_balance');
      if (activeBalance) return say('why.asked', { from: activeBalance.cpu });
      const source = steps.findLast(({ func, answer }) => func === 'find_busiest_queue' && answer === 'chosen');
      return source ? say('why.unmovable', { from: source.cpu }) : say('why.balanced', { cpu });
    }
  }
}

/** The last line of a policy's source in a decision, 0 if the class decided for it; null: no policy decided. */
function lineIn(steps: readonly Step[]): number | null {
  const lines = steps.filter(({ func, answer }) => ANSWERS_OF[func][answer] === 'line').map(({ value }) => value);
  return lines.length > 0 ? Math.max(0, lines.findLast((line) => line > 0) ?? 0) : null;
}

/** Whether an eligible task with an earlier deadline was passed over for it, under EEVDF. A delayed one may have left first,
 * and others not be eligible without it. */
function isShortBuddy(task: number, steps: readonly Step[]): boolean {
  const tasks: { task: number; eligible: boolean; deadline: number }[] = [];
  for (const { func, answer, value } of steps) {
    if (answer === 'delayed') return false;
    const last = tasks.at(-1);
    if (func === 'pick_eevdf' && answer === 'waits') tasks.push({ task: value, eligible: false, deadline: 0 });
    else if (func === 'pick_eevdf') tasks.push({ task: -1, eligible: false, deadline: 0 });
    else if (last && func === 'entity_eligible') last.eligible = answer === 'eligible';
    else if (last && func === 'update_deadline') last.deadline = value | 0;
  }
  const own = tasks.find((one) => one.task === task);
  return !!own && tasks.some((one) => one.task >= 0 && one.eligible && one.deadline < own.deadline);
}

/** Why a task was picked, under CFS and O(1); null: under another scheduler. */
function pickOf(task: number, steps: readonly Step[]): Sentence | null {
  /** The answers of a function in the steps about the task, and about all tasks. */
  const answersOf = (func: Step['func']) => {
    let about = -1;
    return steps.flatMap((step) => {
      if (step.answer === 'waits') about = step.value;
      return step.func === func ? [{ about, answer: step.answer, value: step.value | 0 }] : [];
    });
  };
  const places = answersOf('entity_before');
  const own = places.find(({ about }) => about === task);
  if (own) {
    return say(places.every(({ value }) => own.value <= value) ? 'why.pick.least' : 'why.pick.buddy', { task });
  }
  const prios = answersOf('sched_find_first_bit');
  const prio = prios.find(({ about }) => about === task)?.value;
  if (prio === undefined) return null;
  return prios.every(({ answer }) => answer === 'expired')
    ? say('why.pick.swap', { task })
    : say('why.pick.prio', { task, prio });
}

/** The number of a step in words; null: the step has none. */
export function numberOf({ func, answer, value: n }: Step): Sentence | null {
  switch (ANSWERS_OF[func][answer] ?? 'nothing') {
    case 'nothing':
      return null;
    case 'left':
      return n === UNBOUNDED ? null : say('value.left', { n: count(n) });
    case 'group':
      return say('value.group', countedOf(n));
    case 'avg_idle':
      return say('value.avgIdle', { time: duration(n) });
    case 'cost':
      return say('value.cost', { time: duration(n) });
    case 'flips':
      return say('value.flips', { n: count(n) });
    case 'tasks':
      return say('value.tasks', { n: count(n) });
    case 'load':
      return say('value.load', { n: count(n) });
    case 'cpus':
      return say('value.cpus', { n: count(n) });
    case 'imbalance':
      return say('value.imbalance', { n: count(n) });
    case 'task':
      return say('value.task', { n });
    case 'failures':
      return say('value.failures', { n: count(n) });
    case 'clock':
      return say('value.clock', { time: duration(n * 1000) });
    case 'lag':
      return say('value.lag', { time: signedDuration(n | 0) });
    case 'ahead':
      return say('value.ahead', { time: signedDuration(n | 0) });
    case 'cgroup':
      return say('value.cgroup', { n });
    case 'shares':
      return say('value.shares', { n: count(n) });
    case 'prio':
      return say('value.prio', { n });
    case 'timeslice':
      return say('value.timeslice', { n });
    case 'ratio':
      return say('value.ratio', { n: count(n) });
    case 'line':
      return say('value.line', { n });
    case 'used':
      return say('value.used', { n: count(n) });
    case 'deadline':
      return say('value.deadline', { time: signedDuration(n | 0) });
  }
}

/** Whether the CPU of a step stands for a group or node whose first CPU it is. */
export const isGroup = ({ func, answer }: Step): boolean =>
  func === 'find_idlest_group' ||
  func === 'calculate_imbalance' ||
  func === 'find_busiest_node' ||
  (func === 'find_busiest_group' && answer !== 'balanced') ||
  (func === 'sched_best_cpu' && answer === 'load');

/** A time in the past, relative to now. */
export const agoOf = (ns: number): Sentence => (ns < 1 ? say('domain.now') : say('domain.ago', { time: duration(ns) }));

/** When a CPU balances at a domain. */
export const rhythmOf = (domain: DomainInspection): Sentence =>
  say('domain.rhythm', {
    span: domain.span,
    min: domain.min_interval_ms,
    max: domain.max_interval_ms,
    factor: domain.busy_factor,
  });
