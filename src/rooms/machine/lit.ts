/** The lit parts of a drawing; everything else is dimmed, and nothing moves. */
import type { Spot } from '../../state/view';
import type { Layout } from './boxes';

export interface Lit {
  readonly cpus: ReadonlySet<number>;
  readonly units: ReadonlySet<number>;
  /** Nodes whose bar is lit. */
  readonly bars: ReadonlySet<number>;
  /** By their place in the layout. */
  readonly links: ReadonlySet<number>;
}

/** A unit is lit with any of its CPUs, a bar with two of its units or its node. */
export function litIn({ units, cpus, links }: Layout, spot: Spot): Lit {
  const whole = units.filter(({ unit, node }) => spot.units?.includes(unit) || spot.nodes?.includes(node));
  const lit = new Set([...(spot.cpus ?? []), ...whole.flatMap((unit) => unit.cpus)]);
  const litUnits = units.filter((unit) => unit.cpus.some((cpu) => lit.has(cpu)));
  const linked = links.flatMap(({ a, b }, i) =>
    spot.links?.some(([c, d]) => (c === a && d === b) || (c === b && d === a)) ? [i] : [],
  );
  const ends = linked.flatMap((i) => [links[i]?.a ?? -1, links[i]?.b ?? -1]);
  const shared = litUnits.filter(({ node }, i) => litUnits.some((other, j) => i !== j && other.node === node));
  const bars = new Set([...(spot.nodes ?? []), ...ends, ...shared.map(({ node }) => node)]);
  return {
    cpus: new Set([...lit].filter((cpu) => cpus[cpu] !== undefined)),
    units: new Set(litUnits.map(({ unit }) => unit)),
    bars,
    links: new Set(linked),
  };
}
