/** Short ways of all lanes: by an event or a decision, forwards and back, in whichever lane it comes first or last. */
import type { Clock } from './clock';
import type { Lanes } from './lanes';
import type { Place, Sought } from './questions';
import { JUMP_MS, type SeekOptions } from './seek';

/** The moment that comes first, or last, as steps take turns at one time, and its lane; null: no lane has one. */
function nearest(moments: readonly (Place | null)[], way: 'next' | 'last'): (Place & { readonly lane: number }) | null {
  let best: (Place & { readonly lane: number }) | null = null;
  for (const [lane, moment] of moments.entries()) {
    if (moment && (!best || (way === 'next' ? moment.ns < best.ns : moment.ns >= best.ns))) best = { ...moment, lane };
  }
  return best;
}

/** Simulates the event that comes next. Resolves to whether a lane could go on. */
export async function stepOn(lanes: Lanes, clock: Clock): Promise<boolean> {
  const going = lanes.going();
  // Where no lane has another event, all that is left is the end of one, or nothing.
  const lane = nearest(await lanes.find('next-event', clock.ns, null), 'next')?.lane ?? going[0] ?? -1;
  const engine = lanes.engine(lane);
  if (!engine) return false;
  lanes.accept(lane, await engine.ask('step'));
  clock.reach(Math.max(clock.ns, lanes.reached(lane)));
  return true;
}

/** Undoes the event that happened last; of two at one time that of lane B. */
export async function stepBack(lanes: Lanes, clock: Clock, seekOptions: (ns: number) => SeekOptions): Promise<void> {
  clock.remember();
  const last = nearest(await lanes.find('last-event', clock.ns, null), 'last');
  if (!last) return;
  // In the other lane nothing may have happened since.
  const undone = lanes.engines.map((_, i) => i === last.lane || lanes.reached(i) > last.ns);
  await lanes.stand(last.ns, last.lane, last.events - 1, seekOptions(last.ns), undone);
  clock.reach(lanes.furthestReached());
}

/** The moment (ns) of the nearest decision (about `task`, where one is given) in either lane; null: none is within reach. */
export async function decisionNear(
  lanes: Lanes,
  clock: Clock,
  way: 'next' | 'last',
  task: number | null,
): Promise<number | null> {
  return nearest(await lanes.find(`${way}-decision`, clock.ns, task), way)?.ns ?? null;
}

/** Stands before the event of a lane in which a decision was made. Resolves to its record; null: none is within reach. */
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

/** Lets the lanes that a race left behind come up, so that a pause shows one moment. */
export async function align(lanes: Lanes, clock: Clock): Promise<void> {
  let going = lanes.going();
  // After a fault there is nobody left who could come up.
  if (lanes.engines.length === 0) return;
  const furthest = Math.max(...going.map((i) => lanes.reached(i)));
  const step = { ...clock.logged(furthest), budgetMs: JUMP_MS, withSeries: true };
  do {
    await lanes.advance(going, step);
    going = lanes.going().filter((i) => lanes.reached(i) < step.untilNs);
  } while (going.length > 0);
  clock.reach(Math.max(clock.ns, furthest));
}
