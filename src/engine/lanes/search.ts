/** Searches a run for events and decisions. The run stays at its moment. */
import type { Simulation } from '../port/binding';
import type { Stride } from '../port/stride';
import { FrameView } from '../wire/frame';
import { headsOf, isAbout, isOf } from '../wire/records';
import type { History } from './history';
import type { Past } from './past';
import type { Found, FoundDecision, Place, Sought } from './questions';

/** The dependencies of a search. */
export interface Searched {
  readonly past: Past;
  readonly history: History;
  readonly stride: Stride;
  readonly now: () => number;
  /** The run at its present moment. */
  readonly running: () => Simulation;
}

/** Longest search for a moment (real ms). */
export const SEARCH_MS = 1000;

const placeOf = (state: Simulation): Place => ({ ns: state.now(), events: state.events() });

/** An event or a decision before or after `ns`; null: there is none, or the search took longer than a second. */
export function find(run: Searched, what: Found, ns: number, task: number | null): Place | null {
  const deadline = run.now() + SEARCH_MS;
  switch (what) {
    case 'last-event':
      return lastEvent(run, deadline);
    case 'next-event':
      return nextEvent(run);
    case 'last-decision':
      return lastDecision(run, ns, task ?? -1, deadline);
    case 'next-decision':
      return nextDecision(run, ns, task ?? -1, deadline);
  }
}

/** Keeps a state for the next search or seek nearby. */
function kept({ history }: Searched, state: Simulation): Place {
  const place = placeOf(state);
  history.keepNear(state);
  return place;
}

function lastEvent(run: Searched, deadline: number): Place | null {
  const events = run.running().events();
  const before = events > 0 ? run.past.stateAt({ events: events - 1 }, deadline) : null;
  if (!before) return null;
  run.history.keepNear(before.snapshot());
  run.past.reach(before, { events }, Number.POSITIVE_INFINITY);
  return kept(run, before);
}

function nextEvent({ running }: Searched): Place | null {
  const next = running().snapshot();
  const place = next.advance(Number.MAX_SAFE_INTEGER, 1) > 0 ? placeOf(next) : null;
  next.free();
  return place;
}

function nextDecision(run: Searched, ns: number, task: number, deadline: number): Place | null {
  const state = run.past.stateAt({ ns }, deadline);
  while (state && !state.done() && run.now() < deadline) {
    if (run.stride.slice(state, (lastEvent) => state.next_decision(task, lastEvent))) return kept(run, state);
    run.history.note(state);
  }
  state?.free();
  return null;
}

/** The state right after an event. A kept state may have a later time with the same number of events. */
function after({ past }: Searched, event: number, deadline: number): Simulation | null {
  const state = past.stateAt({ events: event - 1 }, deadline);
  state?.advance(Number.MAX_SAFE_INTEGER, 1);
  return state;
}

/** Searches backwards, interval by interval between kept states. */
function lastDecision(run: Searched, ns: number, task: number, deadline: number): Place | null {
  const end = ns > 0 ? run.past.stateAt({ ns: ns - 1 }, deadline) : null;
  let until = end?.events() ?? 0;
  end?.free();
  while (until > 0) {
    const state = run.past.base({ events: until - 1 });
    const first = state.events();
    let event = -1;
    while (state.events() < until && !state.done()) {
      if (run.now() >= deadline) {
        state.free();
        return null;
      }
      const last = run.stride.slice(state, (lastEvent) => state.last_decision(task, Math.min(lastEvent, until)));
      if (last >= 0) event = last;
    }
    state.free();
    const found = event < 0 ? null : after(run, event, deadline);
    if (found) return kept(run, found);
    until = first;
  }
  return null;
}

/** Whether a message, a job or a round is complete. */
const hasWorked = (state: Simulation): boolean => new FrameView(state.frame(false)).messages > 0;

/** Events between two checks for completed work. */
const FEW_EVENTS = 64;

/**
 * The moment (ns) of the first completed work from the present on; null: none, or the search took longer than a second.
 * It narrows the search down to one stride, then to a few events, then to one.
 */
export function firstWork(run: Searched): number | null {
  const deadline = run.now() + SEARCH_MS;
  const ahead = run.running().snapshot();
  let from = ahead.events();
  let found = false;
  for (let searching = true; searching; ) {
    const events = run.stride.advance(ahead, Number.MAX_SAFE_INTEGER);
    found = hasWorked(ahead);
    if (!found) from = ahead.events();
    searching = !found && events > 0 && run.now() < deadline;
  }
  ahead.free();
  if (!found) return null;
  const state = run.running().snapshot();
  run.past.reach(state, { events: from }, Number.POSITIVE_INFINITY);
  const again = state.snapshot();
  for (from = state.events(); !hasWorked(state); state.advance(Number.MAX_SAFE_INTEGER, FEW_EVENTS))
    from = state.events();
  state.free();
  run.past.reach(again, { events: from }, Number.POSITIVE_INFINITY);
  while (!hasWorked(again)) again.step();
  const ns = again.now();
  again.free();
  return ns;
}

/** The first interval searched for the last decision of a CPU, and the growth of the next ones (simulated ns). */
const LOOK_BACK_NS = 500_000;
const FURTHER = 4;

/** The last decision of or for a CPU up to a time; null: there is none, or the search took longer than a second. */
function lastOf(run: Searched, cpu: number, ns: number): Uint32Array | null {
  const deadline = run.now() + SEARCH_MS;
  for (let back = LOOK_BACK_NS, untilNs = ns; run.now() < deadline; back *= FURTHER) {
    const fromNs = Math.max(0, ns - back);
    const state = run.past.stateAt(fromNs > 0 ? { ns: fromNs - 1 } : { events: 0 }, deadline);
    if (!state) return null;
    state.keep_decisions(true);
    let found: Uint32Array | null = null;
    // The last slice handles no event, so that all events at the time itself are included.
    while (run.stride.advance(state, untilNs) > 0) {
      if (run.now() >= deadline) {
        state.free();
        // An older decision is not the last.
        return null;
      }
      found =
        headsOf(state.take_decisions())
          .findLast((head) => isOf(head, cpu))
          ?.words.slice() ?? found;
    }
    state.free();
    if (found || fromNs === 0) return found;
    untilNs = fromNs;
  }
  return null;
}

/** The event in which a decision was made: a known one, or the last about a task or a CPU. */
export function findDecision(run: Searched, sought: Sought): FoundDecision | null {
  if ('cpu' in sought) {
    const record = lastOf(run, sought.cpu, sought.ns);
    return record && findDecision(run, record);
  }
  const known = sought instanceof Uint32Array ? headsOf(sought)[0] : undefined;
  const ns = sought instanceof Uint32Array ? known?.ns : find(run, 'last-decision', sought.ns + 1, sought.task)?.ns;
  if (ns === undefined) return null;
  const isSought = (words: Uint32Array) => known?.words.every((word, i) => word === words[i]);
  const deadline = run.now() + SEARCH_MS;
  const state = run.past.stateAt(ns > 0 ? { ns: ns - 1 } : { events: 0 }, deadline);
  if (!state) return null;
  state.keep_decisions(true);
  let found: FoundDecision | null = null;
  while (!state.done()) {
    const events = state.events();
    // The final event of the run may make it.
    state.step();
    if (state.now() > ns) break;
    const heads = headsOf(state.take_decisions());
    const head = heads.findLast((one) =>
      sought instanceof Uint32Array ? isSought(one.words) : isAbout(one, sought.task),
    );
    if (head) found = { record: head.words.slice(), ns, events };
  }
  state.free();
  const before = found && run.past.stateAt({ events: found.events }, deadline);
  if (before) run.history.keepNear(before);
  return found;
}
