/** The machine of a link: a name, or one that is spelt out: `pack:2,core:4,pu:1;like:xeon;name:Mine`. */
import { MACHINES } from '../catalog';
import { COSTS } from '../generated/costs';
import type { Family, MachineChoice, MachineId, OwnMachine, Scenario } from '../generated/types';
import { isOwn } from '../machines';
import { canPack } from './packing';
import { BadPart, scenarioPart } from './part';
import { integer, oneOf } from './words';

const FAMILIES = Object.keys(COSTS[0]?.on ?? {}) as Family[];

/** Longer ones are packed. */
const READABLE = 100;

/** Commas stand between levels, but not between the numbers of one, or in lists of CPUs. */
const toLink = (topology: string): string => (topology.includes('pu=') ? topology : topology.split(/\s+/).join(','));
const fromLink = (text: string): string => (text.includes('pu=') ? text : text.replace(/,(?![^(]*\))/g, ' '));

const FIELDS = ['name', 'distances', 'capacities'] as const;

function write({ topology, like, hz, ...texts }: OwnMachine): string {
  const said = FIELDS.flatMap((field) => (texts[field] === undefined ? [] : [`${field}:${texts[field]}`]));
  return [toLink(topology), `like:${like}`, ...said, ...(hz === undefined ? [] : [`hz:${hz}`])].join(';');
}

function read(text: string): OwnMachine {
  const [topology = '', ...words] = text.split(';');
  const said: Record<string, unknown> = { topology: fromLink(topology) };
  for (const word of words) {
    const [, key = '', value = ''] = /^(\w+):(.*)$/.exec(word) ?? [];
    said[key] = key === 'hz' ? integer(value) : value;
  }
  return ownMachine(said);
}

/** A machine that has all its fields. What it says the simulator judges. Throws `BadPart`. */
export function ownMachine(value: unknown): OwnMachine {
  const { topology, like, hz, ...rest } = Object(value) as Readonly<Record<string, unknown>>;
  const text = (one: unknown): string => {
    if (typeof one !== 'string' || one === '') throw new BadPart();
    return one;
  };
  if (!/\bpu[:=]/i.test(text(topology))) throw new BadPart();
  if (hz !== undefined && typeof hz !== 'number') throw new BadPart();
  for (const key of Object.keys(rest)) oneOf(key, FIELDS);
  const texts = FIELDS.flatMap((field) => (rest[field] === undefined ? [] : [[field, text(rest[field])]]));
  return {
    name: 'own',
    ...Object.fromEntries(texts),
    like: oneOf(text(like), FAMILIES),
    topology: text(topology),
    ...(hz === undefined ? {} : { hz }),
  };
}

const isReadable = (machine: MachineChoice): boolean =>
  !canPack() || !isOwn(machine) || (write(machine).length <= READABLE && write(machine).split(';').length <= 6);

/** The machine, where it is too long to be read. */
export const longMachine = ({ machine }: Scenario): OwnMachine | null =>
  isOwn(machine) && !isReadable(machine) ? machine : null;

export const machine = scenarioPart<MachineChoice>({
  name: 'machine',
  get: (scenario) => scenario.machine,
  isReadable,
  write: (value) => (isOwn(value) ? write(value) : value),
  read: (text) => (/[:=]/.test(text) ? read(text) : oneOf(text, Object.keys(MACHINES) as MachineId[])),
  put: (scenario, value) => ({ ...scenario, machine: value }),
});
