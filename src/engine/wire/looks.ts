/**
 * A decision as rows to read: what was looked at, in which order, and what each look cost. Several steps can be one
 * row: the free choice of a target belongs to the first look at it, a load to the group that it is of.
 */
import type { Func } from '../../scenario/generated/vocab';
import type { Head, Step } from './records';

/** What the CPU of a row is for the decision; `next`: the row above continues. */
export type Role = 'waker' | 'last' | 'both' | 'target' | 'recent' | 'again' | 'next' | 'unseen' | Func;

export interface Row {
  readonly role: Role;
  /** The step that answers. */
  readonly step: Step;
  /** Its index; the row begins after that of the row above. */
  readonly at: number;
  /** The functions of its steps, in order. */
  readonly funcs: readonly Func[];
  /** Its number on the machine; null: it looks at no CPU. */
  readonly number: number | null;
  /** The interval of its bar: the cost of the decision before and after it (ns). */
  readonly fromNs: number;
  readonly toNs: number;
}

/** These compare groups, nodes or tasks, or decide on the search itself. */
const NO_LOOK: ReadonlySet<Func> = new Set<Func>([
  'wake_wide',
  'wake_affine',
  'find_idlest_group',
  'sched_best_cpu',
  'newidle_balance',
  'should_we_balance',
  'find_busiest_group',
  'calculate_imbalance',
  'find_busiest_node',
  'can_migrate_task',
  'can_migrate_llc',
  'try_steal',
  'avg_vruntime',
  'pick_eevdf',
  'entity_eligible',
  'update_deadline',
  'update_min_vruntime',
  'pick_next_entity',
  'entity_before',
  'group_cfs_rq',
  'calc_group_shares',
  'schedule',
  'sched_find_first_bit',
  'task_timeslice',
  'scx_bpf_dsq_insert',
  'scx_bpf_dsq_move_to_local',
  'scx_bpf_kick_cpu',
]);

const SCANS: ReadonlySet<Func> = new Set<Func>(['select_idle_cluster', 'select_idle_cpu', 'select_idle_core']);

/** The choice of the target, which costs nothing. */
const isOfTarget = ({ func }: Step): boolean => func === 'wake_wide' || func === 'wake_affine';

function roleOf({ cpu: waker, about }: Head, step: Step, before: readonly Step[]): Role {
  const { func, cpu, answer } = step;
  if (func === 'select_idle_sibling') {
    if (cpu === about) return cpu === waker ? 'both' : 'last';
    if (cpu === waker) return 'waker';
    return before.some((one) => one.func === func) ? 'recent' : 'target';
  }
  if (!SCANS.has(func)) return func;
  if (answer === 'out_of_budget') return 'unseen';
  if (before.at(-1)?.func === func) return 'next';
  return before.some((one) => !isOfTarget(one) && one.cpu === cpu) ? 'again' : func;
}

export function rowsOf(head: Head, steps: readonly Step[]): readonly Row[] {
  const rows: Row[] = [];
  let funcs: Func[] = [];
  for (const [at, step] of steps.entries()) {
    const last = rows.at(-1);
    const next = steps[at + 1];
    // The load of a group that was counted in the step before.
    if (last && step.answer === 'load' && last.step.func === step.func && last.step.cpu === step.cpu) {
      rows[rows.length - 1] = { ...last, at, toNs: step.costNs };
      continue;
    }
    if (!funcs.includes(step.func)) funcs = [...funcs, step.func];
    if (isOfTarget(step) && next && (isOfTarget(next) || next.func === 'select_idle_sibling')) continue;
    const role = roleOf(head, step, steps.slice(0, at));
    const looks = !NO_LOOK.has(step.func) && role !== 'unseen';
    const numbers = rows.filter((row) => row.number !== null).length;
    rows.push({
      role,
      step,
      at,
      funcs,
      number: looks ? numbers + 1 : null,
      fromNs: last?.toNs ?? 0,
      toNs: step.costNs,
    });
    funcs = [];
  }
  return rows;
}
