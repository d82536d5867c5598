// The order of a module's functions in which it packs well.
import { codeOf, leb, lebAt } from './binary.mjs';

/** So many bytes in a row count as one thing that two functions share. */
const RUN = 8;
/** A function is compared with so many before it. */
const BEFORE = 8;

/** The bodies of a module's own functions. */
export function bodiesOf(bytes) {
  const bodies = [];
  const { first = 0, end = 0 } = codeOf(bytes) ?? {};
  for (let at = first; at < end; ) {
    const [length, begins] = lebAt(bytes, at);
    at = begins + length;
    bodies.push(bytes.subarray(begins, at));
  }
  return bodies;
}

/** An order of these bodies in which each comes after those that it shares most with, for its length. */
export function likeAfterLike(bodies) {
  const having = new Map();
  const runs = bodies.map((body, i) => {
    const own = new Set();
    for (let at = 0; at + RUN <= body.length; at++) own.add(body.toString('latin1', at, at + RUN));
    for (const run of own) {
      const others = having.get(run);
      if (others) others.push(i);
      else having.set(run, [i]);
    }
    return own;
  });
  const left = new Set(bodies.keys());
  const order = [];
  for (let next = 0; left.size > 0; ) {
    left.delete(next);
    order.push(next);
    const shared = new Uint32Array(bodies.length);
    for (const run of new Set(order.slice(-BEFORE).flatMap((i) => [...runs[i]])))
      for (const i of having.get(run)) shared[i]++;
    let best = -1;
    for (const i of left) {
      const likeness = shared[i] / Math.sqrt(runs[i].size + 1);
      if (likeness > best) [best, next] = [likeness, i];
    }
  }
  return order;
}

/** The module with names by which its own functions sort in that order. */
export function namedInOrder(bytes, order) {
  const imported = WebAssembly.Module.imports(new WebAssembly.Module(bytes)).filter(({ kind }) => kind === 'function');
  const names = [];
  for (const [place, i] of order.entries()) names[i] = String(place).padStart(6, '0');
  const entries = names.flatMap((name, i) => [...leb(imported.length + i), name.length, ...Buffer.from(name)]);
  const map = [...leb(names.length), ...entries];
  const section = [4, ...Buffer.from('name'), 1, ...leb(map.length), ...map];
  return Buffer.concat([bytes, Buffer.from([0, ...leb(section.length), ...section])]);
}
