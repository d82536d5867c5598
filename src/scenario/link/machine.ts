/** The machine of a link: a name, or a custom machine. The code for custom machines is loaded when a link needs it. */
import { MACHINES } from '../catalog';
import type { MachineChoice, MachineId, OwnMachine } from '../generated/types';
import { isOwn } from '../machines';
import { BadPart, scenarioPart } from './part';
import { oneOf } from './words';

export interface Speller {
  /** Throws `BadPart`. */
  readonly read: (text: string) => OwnMachine;
  readonly write: (machine: OwnMachine) => string;
}

let speller: Speller | null = null;

export function spellWith(one: Speller): void {
  speller = one;
}

/** Whether a fragment has a custom machine, so that decoding needs the speller. */
export const isSpelt = (fragment: string): boolean => /[#&]machine=[^&]*([:~]|%3a|%7e)/i.test(fragment);

function spelling(): Speller {
  if (speller === null) throw new BadPart();
  return speller;
}

export const machine = scenarioPart<MachineChoice>({
  name: 'machine',
  get: (scenario) => scenario.machine,
  write: (value) => (isOwn(value) ? spelling().write(value) : value),
  read: (text) => (/[:~]/.test(text) ? spelling().read(text) : oneOf(text, Object.keys(MACHINES) as MachineId[])),
  put: (scenario, value) => ({ ...scenario, machine: value }),
});
