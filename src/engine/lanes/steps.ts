/** Steps of all lanes by one event or one decision, forwards and back. */
import type { Clock } from './clock';
import type { Lanes } from './lanes';
import type { Place, Sought } from './questions';
import { JUMP_MS, type SeekOptions } from './seek';

/** The first or the last of the moments, and its lane; null: no lane has one. At equal times lane A is first. */
function nearest(
  moments: readonly (Place | null)[],
  direction: 'next' | 'last',
): (Place & { readonly lane: number }) | null {
  let best: (Place & { readonly lane: number }) | null = null;
  for (const [lane, moment] of moments.entries()) {
    if (moment && (!best || (direction === 'next' ? moment.ns < best.ns : moment.ns >= best.ns)))
      best = { ...moment, lane };
  }
  return best;
}

/** Simulates the next event of both lanes. Resolves to whether a lane had one. */
export async function stepOn(lanes: Lanes, clock: Clock): Promise<boolean> {
  const running = lanes.running();
  // If no lane has another event, a lane may still reach its end.
  const lane = nearest(await lanes.find('next-event', clock.ns, null), 'next')?.lane ?? running[0] ?? -1;
  const engine = lanes.engine(lane);
  if (!engine) return false;
  lanes.accept(lane, await engine.ask('step'));
  clock.reach(Math.max(clock.ns, lanes.reached(lane)));
  return true;
}

/** Undoes the last event; of two at the same time, that of lane B. */
export async function stepBack(lanes: Lanes, clock: Clock, seekOptions: (ns: number) => SeekOptions): Promise<void> {
  clock.remember();
  const last = nearest(await lanes.find('last-event', clock.ns, null), 'last');
  if (!last) return;
  // The other lane goes back only if it is later.
  const undone = lanes.engines.map((_, i) => i === last.lane || lanes.reached(i) > last.ns);
  await lanes.stand(last.ns, last.lane, last.events - 1, seekOptions(last.ns), undone);
  clock.reach(lanes.furthestReached());
}

/** The moment (ns) of the nearest decision in either lane, about `task` if given; null: none found. */
export async function decisionNear(
  lanes: Lanes,
  clock: Clock,
  direction: 'next' | 'last',
  task: number | null,
): Promise<number | null> {
  return nearest(await lanes.find(`${direction}-decision`, clock.ns, task), direction)?.ns ?? null;
}

/** Seeks to the moment before a decision of a lane. Resolves to its record; null: none found. */
export async function standBefore(
  lanes: Lanes,
  clock: Clock,
  lane: number,
  sought: Sought,
  seekOptions: (ns: number) => SeekOptions,
): Promise<Uint32Array | null> {
  clock.remember();
  const found = await lanes.engine(lane)?.ask('decision', sought);
  if (!found) return null;
  await lanes.stand(found.ns, lane, found.events, seekOptions(found.ns));
  clock.reach(found.ns);
  return found.record;
}

/** Lets the slower lane of a race catch up, so that the lanes pause at one moment. */
export async function align(lanes: Lanes, clock: Clock): Promise<void> {
  let running = lanes.running();
  // After a fault there are no engines.
  if (lanes.engines.length === 0) return;
  const furthest = Math.max(...running.map((i) => lanes.reached(i)));
  const step = { ...clock.logged(furthest), budgetMs: JUMP_MS, withSeries: true };
  do {
    await lanes.advance(running, step);
    running = lanes.running().filter((i) => lanes.reached(i) < step.untilNs);
  } while (running.length > 0);
  clock.reach(Math.max(clock.ns, furthest));
}
