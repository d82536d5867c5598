/** Decisions of other switches in the same state, and the neighbours of a decision. The run stays at its moment. */
import type { Features, Flip } from '../../scenario/generated/types';
import type { Simulation } from '../port/binding';
import { type Head, headsOf } from '../wire/records';
import { SEARCH_MS, type Searched } from './search';

/** The state before all events of a time. */
const before = ({ past }: Searched, ns: number, deadline: number): Simulation | null =>
  past.stateAt(ns > 0 ? { ns: ns - 1 } : { events: 0 }, deadline);

/** The lane of the document whose rules are asked beside those of a recording's own lane. */
const OTHER = 1;

/** A flip right before the decision gives the lane the other switches; a recording asks the rules of the other lane. */
export function otherwise(
  run: Searched,
  record: Uint32Array,
  flips: readonly Flip[],
  features: Features,
): Uint32Array | null {
  const [head] = headsOf(record);
  const state = head && before(run, head.ns, run.now() + SEARCH_MS);
  if (!head || !state) return null;
  const other = state.snapshot();
  if (other.ask_rules) other.ask_rules(OTHER);
  else {
    const flip: Flip = { at_ns: Math.max(0, head.ns - 1), features };
    other.set_flips(JSON.stringify([...flips.slice(0, state.flips_passed()), flip]));
    other.keep_decisions(true);
  }
  run.history.keepNear(state);
  other.advance(head.ns, Number.MAX_SAFE_INTEGER);
  const found = headsOf(other.take_decisions()).find((one) => isSameQuestion(one, head));
  other.free();
  return found?.words.slice() ?? null;
}

/** A pull names its task only if it moved one. */
const isSameQuestion = (one: Head, head: Head): boolean =>
  one.ns === head.ns &&
  one.kind === head.kind &&
  one.cpu === head.cpu &&
  (one.task === head.task || head.kind === 'newidle' || head.kind === 'periodic' || head.kind === 'steal');

export function neighbour(
  run: Searched,
  record: Uint32Array,
  by: 1 | -1,
  flips: readonly Flip[],
  features: Features | null,
): Uint32Array | null {
  const deadline = run.now() + SEARCH_MS;
  let [head] = headsOf(record);
  while (head && run.now() < deadline) {
    const found: Head | null = by > 0 ? next(run, head, deadline) : last(run, head, deadline);
    if (!found) return null;
    if (!features) return found.words.slice();
    const other = otherwise(run, found.words.slice(), flips, features);
    if (other && headsOf(other)[0]?.chosen !== found.chosen) return found.words.slice();
    head = found;
  }
  return null;
}

const isOf = (head: Head, one: Head): boolean =>
  one.words.length === head.words.length && one.words.every((word, i) => word === head.words[i]);

/** The next decision of the kind. */
function next(run: Searched, head: Head, deadline: number): Head | null {
  const state = before(run, head.ns, deadline);
  if (!state) return null;
  state.keep_decisions(true);
  let isPast = false;
  let found: Head | undefined;
  while (!found && !state.done() && run.now() < deadline) {
    state.step();
    for (const one of headsOf(state.take_decisions())) {
      if (isPast && one.kind === head.kind) found ??= one;
      isPast ||= isOf(head, one);
    }
    if (!isPast && state.now() > head.ns) break;
  }
  state.free();
  return found ?? null;
}

/** The first interval searched backwards, and the growth of the next ones (simulated ns). */
const LOOK_BACK_NS = 50_000;
const FURTHER = 4;

/** The last decision of the kind before one. */
function last(run: Searched, head: Head, deadline: number): Head | null {
  let untilNs = head.ns;
  for (let back = LOOK_BACK_NS; run.now() < deadline; back *= FURTHER) {
    const fromNs = Math.max(0, head.ns - back);
    const state = before(run, fromNs, deadline);
    if (!state) return null;
    state.keep_decisions(true);
    const heads: Head[] = [];
    // The last slice handles no event, so that all events at the time itself are included.
    while (run.stride.advance(state, untilNs) > 0 && run.now() < deadline)
      heads.push(...headsOf(state.take_decisions()));
    state.free();
    // An older decision is not the last.
    if (run.now() >= deadline) return null;
    const at = heads.findIndex((one) => isOf(head, one));
    const found = heads.slice(0, at < 0 ? heads.length : at).findLast(({ kind }) => kind === head.kind);
    if (found || fromNs === 0) return found ?? null;
    untilNs = fromNs;
  }
  return null;
}
