/** What the functions of a decision do: loaded after the decision itself stands on the page. */
import type { Func } from '../../scenario/generated/vocab';
import { translated } from '../../words';
import type { Note } from './functions.en';

const notes = await translated<Readonly<Record<Func, Note>>>({
  en: async () => (await import('./functions.en')).notesEn,
  zh: async () => (await import('./functions.zh')).notesZh,
});

export const noteOf = (func: Func): Note => notes()[func];

/** The page of `docs/model` a function's note is from, and its title. */
export const PAGES: Readonly<Record<Func, readonly [file: string, title: string]>> = {
  wake_wide: ['wake_wide.md', 'wake_wide'],
  wake_affine: ['wake_affine.md', 'wake_affine'],
  select_idle_sibling: ['select_idle_sibling.md', 'select_idle_sibling'],
  select_idle_core: ['select_idle_sibling.md', 'select_idle_sibling'],
  select_idle_cluster: ['cluster_scan.md', 'Cluster scan'],
  select_idle_cpu: ['sis_prop.md', 'SIS_PROP'],
  select_idle_smt: ['select_idle_sibling.md', 'select_idle_sibling'],
  select_idle_capacity: ['capacity.md', 'CPUs that differ in capacity'],
  find_idlest_group: ['exec_balance.md', 'Exec balance'],
  find_idlest_group_cpu: ['exec_balance.md', 'Exec balance'],
  sched_best_cpu: ['exec_balance.md', 'Exec balance'],
  newidle_balance: ['newidle_balance.md', 'Newidle balance'],
  should_we_balance: ['periodic_balance.md', 'Periodic balance'],
  find_busiest_group: ['periodic_balance.md', 'Periodic balance'],
  calculate_imbalance: ['periodic_balance.md', 'Periodic balance'],
  find_busiest_queue: ['periodic_balance.md', 'Periodic balance'],
  can_migrate_task: ['periodic_balance.md', 'Periodic balance'],
  active_balance: ['active_balance.md', 'Active balance'],
  try_steal: ['steal.md', 'Idle stealing'],
  steal_from: ['steal.md', 'Idle stealing'],
  detach_next_task: ['steal.md', 'Idle stealing'],
  find_busiest_node: ['cross_node.md', 'Cross-node balance'],
  avg_vruntime: ['eevdf.md', 'The EEVDF run queue'],
  pick_eevdf: ['eevdf.md', 'The EEVDF run queue'],
  entity_eligible: ['eevdf.md', 'The EEVDF run queue'],
  update_deadline: ['eevdf.md', 'The EEVDF run queue'],
  update_min_vruntime: ['runqueue-cfs.md', 'The CFS run queue'],
  pick_next_entity: ['runqueue-cfs.md', 'The CFS run queue'],
  entity_before: ['runqueue-cfs.md', 'The CFS run queue'],
  schedule: ['runqueue-o1.md', 'The O(1) run queue'],
  sched_find_first_bit: ['runqueue-o1.md', 'The O(1) run queue'],
  group_cfs_rq: ['cpu_weight.md', 'cpu.weight of control groups'],
  calc_group_shares: ['cpu_weight.md', 'cpu.weight of control groups'],
  task_timeslice: ['runqueue-o1.md', 'The O(1) run queue'],
};
