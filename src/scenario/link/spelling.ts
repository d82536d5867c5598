/** A custom machine in a link: `pack:2,core:4,pu:1;like:xeon;name:Mine`, or packed if that is too long. */
import type { OwnMachine } from '../generated/types';
import { visible } from '../visible';
import type { Speller } from './machine';
import { pack, unpack } from './packing';
import { BadPart } from './part';

/** The most characters of a machine that is not packed. */
const READABLE = 120;
/** The prefix of a packed machine. */
const PACKED = '~';

/** Commas separate levels (not the numbers of a level); `_` separates lists of CPUs, which contain commas. */
const toLink = (topology: string): string => topology.replaceAll(' ', topology.includes('pu=') ? '_' : ',');
const fromLink = (text: string): string =>
  text.includes('pu=') ? text.replaceAll('_', ' ') : text.replace(/,(?![^(]*\))/g, ' ');

/** The fields of a machine other than topology and costs. The type names all of them. */
const PLAIN_FIELDS = { like: 0, name: 0, distances: 0, capacities: 0, hz: 0 } satisfies Record<
  Exclude<keyof OwnMachine, 'topology' | 'costs' | 'rows'>,
  0
>;
const FIELDS = Object.keys(PLAIN_FIELDS) as (keyof typeof PLAIN_FIELDS)[];

function spell(machine: OwnMachine): string {
  const fields = FIELDS.flatMap((field) => (machine[field] === undefined ? [] : [`${field}:${machine[field]}`]));
  const costs = Object.entries(machine.costs ?? {}).map(([key, ns]) => `${key}:${ns}`);
  const text = [toLink(machine.topology), ...fields, ...(costs.length > 0 ? [`costs:${costs}`] : [])].join(';');
  const { rows, ...rest } = machine;
  return text.length <= READABLE && !machine.name.includes(';') ? text : PACKED + pack(rest);
}

/** The machine in a text, unchecked. Throws `BadPart`. */
function spelt(text: string): object {
  if (text.startsWith(PACKED)) return unpack(text.slice(PACKED.length)) as object;
  const [topology = '', ...words] = text.split(';');
  const machine: Record<string, unknown> = { topology: fromLink(topology) };
  for (const word of words) {
    const [, key = '', value = ''] = /^(\w+):(.*)$/.exec(word) ?? [];
    if (key === 'costs') {
      machine[key] = Object.fromEntries(
        value
          .split(',')
          .map((one) => one.split(':'))
          .map(([cost, ns]) => [cost, Number(ns)]),
      );
      continue;
    }
    if (!FIELDS.some((field) => field === key)) throw new BadPart();
    machine[key] = key === 'hz' ? Number(value) : value;
  }
  return machine;
}

/** The speller. `withRows` computes the rows of a machine, and throws for an invalid one. */
export const spellingWith = (withRows: (machine: object) => OwnMachine): Speller => ({
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
