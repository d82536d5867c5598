/**
 * Machines of one's own: what their texts say is read by a module of its own (`sim-wasm/readers`), which is loaded when there is
 * such a machine.
 */
import init, * as readers from '../../sim-wasm/pkg/readers/sched_readers.js';
import type { OwnMachine } from '../scenario/generated/types';
import { BadPart, loadPacking, spellWith } from '../scenario/link';
import { spell, spelt } from '../scenario/link/spelling';

await Promise.all([init(), loadPacking()]);

/** A machine with the rows that the simulator reads. Throws a `FieldError` as JSON. */
export const withRows = (machine: object): OwnMachine =>
  JSON.parse(readers.with_rows(JSON.stringify(machine))) as OwnMachine;

spellWith({
  write: spell,
  read(text) {
    const said = spelt(text);
    try {
      return withRows(said);
    } catch {
      throw new BadPart();
    }
  },
});
