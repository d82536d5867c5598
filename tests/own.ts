/** Machines of one's own as the page reads them, with the module of readers from the disk. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { initSync, with_rows } from '../sim-wasm/pkg/readers/sched_readers.js';
import type { OwnMachine } from '../src/scenario/generated/types';
import { loadPacking, spellWith } from '../src/scenario/link';
import { spellingWith } from '../src/scenario/link/spelling';

initSync({ module: readFileSync(join(import.meta.dirname, '../sim-wasm/pkg/readers/sched_readers_bg.wasm')) });
await loadPacking();

export const withRows = (machine: object): OwnMachine => JSON.parse(with_rows(JSON.stringify(machine))) as OwnMachine;

spellWith(spellingWith(withRows));
