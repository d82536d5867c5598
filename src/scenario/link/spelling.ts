/**
 * A machine of one's own as a link spells it: `pack:2,core:4,pu:1;like:xeon;name:Mine`; packed where that is too long to be
 * read.
 */
import type { OwnMachine } from '../generated/types';
import { visible } from '../visible';
import type { Speller } from './machine';
import { pack, unpack } from './packing';
import { BadPart } from './part';

/** Longer ones are packed. */
const READABLE = 120;
/** Before what is packed. */
const PACKED = '~';

/** Commas stand between levels, but not between the numbers of one; between lists of CPUs, which have commas, `_`. */
const toLink = (topology: string): string => topology.replaceAll(' ', topology.includes('pu=') ? '_' : ',');
const fromLink = (text: string): string =>
  text.includes('pu=') ? text.replaceAll('_', ' ') : text.replace(/,(?![^(]*\))/g, ' ');

/** What a link says of a machine beside its topology and its costs: all of it. */
const SAID = { like: 0, name: 0, distances: 0, capacities: 0, hz: 0 } satisfies Record<
  Exclude<keyof OwnMachine, 'topology' | 'costs' | 'rows'>,
  0
>;
const FIELDS = Object.keys(SAID) as (keyof typeof SAID)[];

function spell(machine: OwnMachine): string {
  const said = FIELDS.flatMap((field) => (machine[field] === undefined ? [] : [`${field}:${machine[field]}`]));
  const costs = Object.entries(machine.costs ?? {}).map(([key, ns]) => `${key}:${ns}`);
  const text = [toLink(machine.topology), ...said, ...(costs.length > 0 ? [`costs:${costs}`] : [])].join(';');
  const { rows, ...rest } = machine;
  return text.length <= READABLE && !machine.name.includes(';') ? text : PACKED + pack(rest);
}

/** What the text says: its form only. Throws `BadPart`. */
function spelt(text: string): object {
  if (text.startsWith(PACKED)) return unpack(text.slice(PACKED.length)) as object;
  const [topology = '', ...words] = text.split(';');
  const said: Record<string, unknown> = { topology: fromLink(topology) };
  for (const word of words) {
    const [, key = '', value = ''] = /^(\w+):(.*)$/.exec(word) ?? [];
    if (key === 'costs') {
      said[key] = Object.fromEntries(
        value
          .split(',')
          .map((one) => one.split(':'))
          .map(([cost, ns]) => [cost, Number(ns)]),
      );
      continue;
    }
    if (!FIELDS.some((field) => field === key)) throw new BadPart();
    said[key] = key === 'hz' ? Number(value) : value;
  }
  return said;
}

/** What spells machines, with what makes one of what a text says of it; `withRows` may throw. */
export const spellingWith = (withRows: (said: object) => OwnMachine): Speller => ({
  write: spell,
  read(text) {
    const machine = spelt(text);
    try {
      return withRows('name' in machine ? { ...machine, name: visible(String(machine.name)) } : machine);
    } catch {
      throw new BadPart();
    }
  },
});
