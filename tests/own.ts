/** Prepares custom machines as the page does. */
import { with_rows } from '../sim-wasm/pkg/tools/sched_tools.js';
import type { OwnMachine } from '../src/scenario/generated/types';
import { loadPacking, spellWith } from '../src/scenario/link';
import { spellingWith } from '../src/scenario/link/spelling';
import './tools';

await loadPacking();

export const withRows = (machine: object): OwnMachine => JSON.parse(with_rows(JSON.stringify(machine))) as OwnMachine;

spellWith(spellingWith(withRows));
