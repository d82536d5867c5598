/** An assignment that is being written: a document that is not checked yet. */
import type { Scenario } from '../../scenario/generated/types';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type Draft = { readonly [key: string]: Json };
export type Path = readonly (string | number)[];

export const KINDS = ['predict', 'curve', 'cpu', 'find', 'switches', 'tune', 'policy', 'choice', 'words'] as const;
export type Kind = (typeof KINDS)[number];

const KEY = 'scheduler-playground.assignment-draft';

/** The value at a place; undefined: there is none. */
export const valueAt = (draft: Json | undefined, path: Path): Json | undefined =>
  path.reduce<Json | undefined>(
    (at, key) => (at !== null && typeof at === 'object' ? (at as Record<string | number, Json>)[key] : undefined),
    draft,
  );

/** The draft with a value at a place; undefined removes the field. */
export function withValue(draft: Draft, path: Path, value: Json | undefined): Draft {
  const put = (at: Json | undefined, [key, ...rest]: Path): Json | undefined => {
    if (key === undefined) return value;
    if (typeof key === 'number') {
      const list = Array.isArray(at) ? [...at] : [];
      const next = put(list[key], rest);
      if (next === undefined) list.splice(key, 1);
      else list[key] = next;
      return list;
    }
    const { [key]: before, ...others } = (at ?? {}) as Record<string, Json>;
    const next = put(before, rest);
    if (next === undefined) return others;
    // The order of the fields stays.
    return before === undefined ? { ...others, [key]: next } : { ...(at as Draft), [key]: next };
  };
  return put(draft, path) as Draft;
}

/** The list at a place with an entry moved by one. */
export function moved(list: readonly Json[], from: number, by: -1 | 1): readonly Json[] {
  const to = from + by;
  if (to < 0 || to >= list.length) return list;
  const next = [...list];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}

/** A name for an experiment that no other has. */
export function freeName(taken: readonly string[]): string {
  for (let number = taken.length + 1; ; number++) {
    const name = `experiment-${number}`;
    if (!taken.includes(name)) return name;
  }
}

export const newDraft = (experiment: Scenario, title: string): Draft => ({
  version: 1,
  id: 'assignment',
  title,
  attempts: 0,
  seeds: { practice: [1, 2, 3, 4], scoring: 4 },
  experiments: { 'experiment-1': experiment as unknown as Json },
  tasks: [],
});

/** The most characters of all answers in words together: more English does not fit into a code. */
export const MOST_WORDS = 2000;

/** How many characters all answers in words may have together; 0 with a scheduler, whose code is a file. */
export function wordsOf(draft: Draft): number {
  const asks = ((draft.tasks ?? []) as readonly Json[]).map((task) => valueAt(task, ['ask']));
  if (asks.some((ask) => valueAt(ask, ['kind']) === 'policy')) return 0;
  const words = asks.filter((ask) => valueAt(ask, ['kind']) === 'words');
  return words.reduce<number>((sum, ask) => sum + Number(valueAt(ask, ['most']) ?? 0), 0);
}

const goal = (figure: string, of: string): Json => [{ figure, of, is: 'at_most', value: 1000 }];

/** A scheduler to start from. */
const START = `#include <scx/common.bpf.h>

char _license[] SEC("license") = "GPL";

#define SHARED_DSQ 0

void BPF_STRUCT_OPS(mine_enqueue, struct task_struct *p, u64 enq_flags)
{
	scx_bpf_dsq_insert(p, SHARED_DSQ, SCX_SLICE_DFL, enq_flags);
}

void BPF_STRUCT_OPS(mine_dispatch, s32 cpu, struct task_struct *prev)
{
	scx_bpf_dsq_move_to_local(SHARED_DSQ);
}

s32 BPF_STRUCT_OPS_SLEEPABLE(mine_init)
{
	return scx_bpf_create_dsq(SHARED_DSQ, -1);
}

SCX_OPS_DEFINE(mine_ops,
	       .enqueue = (void *)mine_enqueue,
	       .dispatch = (void *)mine_dispatch,
	       .init = (void *)mine_init,
	       .name = "mine");
`;

/** A number of the load that can be varied, and what it is now. */
function variedOf(scenario: Scenario | undefined): readonly [field: string, value: number] {
  const found = Object.entries(scenario?.workload ?? {}).find(([, value]) => typeof value === 'number');
  return [`workload.${found?.[0] ?? ''}`, Number(found?.[1] ?? 0)];
}

/** What a new task asks, on an experiment with one lane or two. */
export function newTask(kind: Kind, title: Json, experiment: string, scenario: Scenario | undefined): Json {
  const two = (scenario?.lanes.length ?? 1) > 1;
  const of = two ? 'difference_pct' : 'A';
  const lane = two ? 'B' : 'A';
  const axis = two ? { tolerance: 5, from: -50, to: 50 } : { tolerance: 10, from: 0, to: 100 };
  const [field, now] = variedOf(scenario);
  const ask = (): { readonly [key: string]: Json } => {
    switch (kind) {
      case 'predict':
        return { experiment, figure: two ? 'work_per_s' : 'busy_pct', of, ...axis, sign_points: two ? 2 : 0 };
      case 'curve':
        return {
          experiment,
          field,
          values: [now, now + 1],
          figure: two ? 'work_per_s' : 'busy_pct',
          of,
          ...axis,
        };
      case 'cpu':
        return { experiment, lane, decision: 'wake', task: 0, from_ns: 0 };
      case 'find':
        return { experiment, lane, decision: 'wake', what: 'cpu' };
      case 'switches':
        return { experiment, lane, switches: ['newidle_balance'], goal: goal('wait_p99_us', lane) };
      case 'tune':
        return {
          experiment,
          parameters: [{ field, min: now, max: now }],
          goal: goal('wait_p99_us', lane),
        };
      case 'policy':
        return {
          experiment,
          lane,
          start: START,
          goal: [
            { figure: 'wait_p99_us', of: lane, is: 'at_most', value: 1000 },
            ...(two ? [{ figure: 'work_per_s', of: 'difference_pct', is: 'at_least', value: -2 }] : []),
          ],
        };
      case 'choice':
        return {
          experiment,
          several: false,
          options: ['above', 'at_most'].map((is) => ({
            text: is === 'above' ? 'Yes' : 'No',
            holds: [{ figure: 'wait_p99_us', of, is, value: 0 }],
          })),
        };
      case 'words':
        return { most: 500 };
    }
  };
  return { title, points: 4, ask: { kind, ...ask() } };
}

/** The draft that was kept, or null. */
export function keptDraft(): Draft | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') as Draft | null;
  } catch {
    return null;
  }
}

/** Keeps a draft; false: the browser refuses. */
export function keepDraft(draft: Draft): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}
