/** What a decision, a step and a domain say, as a key of the catalogue and its parameters. */

import { GATES, type Head, howOf, type Step } from '../engine/wire/records';
import type { DomainInspection } from '../scenario/generated/types';
import type { MessageKey, Params } from '.';
import { duration } from './format';

export interface Sentence {
  readonly key: MessageKey;
  readonly params?: Params;
}

const say = (key: MessageKey, params: Params = {}): Sentence => ({ key, params });

/** Larger values stand for "no limit". */
const UNBOUNDED = 0x8000_0000;

/** Why the CPU was chosen, in one sentence. `newidleNs`: the gate of `newidle_balance`, where there is one. */
export function because(head: Head, steps: readonly Step[], newidleNs: number | null): Sentence {
  const { kind, cpu, chosen, about } = head;
  const moved = steps.filter(({ answer }) => answer === 'moved');
  const gated = steps.find(({ answer }) => GATES.includes(answer));
  switch (kind) {
    case 'wake': {
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
      // Below the group it was found in there may have been none that was better.
      const found = steps.findLast(({ func }) => func === 'find_idlest_group_cpu');
      if (chosen === cpu && !found) return say('why.local', { cpu: chosen });
      return found?.answer === 'idle' ? say('why.idlest', { cpu: chosen }) : say('why.least', { cpu: chosen });
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
        return gated.answer === 'gated' && newidleNs !== null
          ? say('why.gated', { cpu, idle: duration(gated.value), gate: duration(newidleNs) })
          : say('why.quiet', { cpu });
      }
      const [first] = moved;
      if (first) {
        const tasks = moved.map(({ value }) => value).join(', ');
        return moved.length === 1
          ? say('why.pull', { cpu, from: first.cpu, task: tasks })
          : say('why.pull.many', { cpu, from: first.cpu, tasks });
      }
      const election = steps.find(({ func, answer }) => func === 'should_we_balance' && answer === 'no');
      if (election) return say('why.notElected', { cpu, elected: election.cpu });
      const asked = steps.find(({ func }) => func === 'active_balance');
      if (asked) return say('why.asked', { from: asked.cpu });
      const source = steps.findLast(({ func, answer }) => func === 'find_busiest_queue' && answer === 'chosen');
      return source ? say('why.unmovable', { from: source.cpu }) : say('why.balanced', { cpu });
    }
  }
}

/** What the number of a step means; null: nothing. */
export function numberOf({ func, answer, value }: Step): Sentence | null {
  switch (answer) {
    case 'idle':
    case 'busy':
      if (func === 'find_idlest_group_cpu') return say('value.load', { n: value });
      return func === 'select_idle_cpu' && value < UNBOUNDED ? say('value.left', { n: value }) : null;
    case 'load':
      return say(func === 'sched_best_cpu' ? 'value.tasks' : 'value.load', { n: value });
    case 'has_spare':
    case 'fully_busy':
    case 'imbalanced':
    case 'overloaded':
      if (func === 'try_steal') return say('value.tasks', { n: value >>> 16 });
      return say('value.group', { running: value >>> 16, idle: value & 0xffff });
    case 'chosen':
      if (func === 'sched_best_cpu') return say('value.tasks', { n: value });
      return say(func === 'find_busiest_node' ? 'value.load' : 'value.imbalance', { n: value });
    case 'migrate_load':
    case 'migrate_util':
    case 'migrate_task':
      return say('value.imbalance', { n: value });
    case 'moved':
    case 'running':
    case 'hot':
    case 'misfit':
      return say('value.task', { n: value });
    case 'gated':
    case 'no_overload':
    case 'switched_off':
      return say('value.avgIdle', { time: duration(value) });
    case 'too_dear':
      return say('value.cost', { time: duration(value) });
    case 'yes':
    case 'no':
      if (func === 'wake_wide') return say('value.flips', { n: value });
      if (func === 'should_we_balance') return say('value.cpus', { n: value });
      if (func === 'active_balance') return say('value.failures', { n: value });
      return say('value.tasks', { n: value });
    case 'not_allowed':
      return func === 'can_migrate_task' ? say('value.task', { n: value }) : null;
    case 'later':
    case 'out_of_budget':
    case 'balanced':
      return null;
  }
}

/** Whether the CPU of a step names a whole group or node, by its first CPU. */
export const isGroup = ({ func, answer }: Step): boolean =>
  func === 'find_idlest_group' ||
  func === 'calculate_imbalance' ||
  func === 'find_busiest_node' ||
  (func === 'find_busiest_group' && answer !== 'balanced') ||
  (func === 'sched_best_cpu' && answer === 'load');

/** How long ago something was. */
export const agoOf = (ns: number): Sentence => (ns < 1 ? say('domain.now') : say('domain.ago', { time: duration(ns) }));

/** When a CPU balances at a domain. */
export const rhythmOf = (domain: DomainInspection): Sentence =>
  say('domain.rhythm', {
    span: domain.span,
    min: domain.min_interval_ms,
    max: domain.max_interval_ms,
    factor: domain.busy_factor,
  });
