/** Prepares custom machines as the page does. */
import { read_pile, with_rows } from '../sim-wasm/pkg/tools/sched_tools.js';
import type { PileRead } from '../src/engine/own';
import type { OwnMachine } from '../src/scenario/generated/types';
import { loadPacking, spellWith } from '../src/scenario/link';
import { spellingWith } from '../src/scenario/link/spelling';
import './tools';

await loadPacking();

export const withRows = (machine: object): OwnMachine => JSON.parse(with_rows(JSON.stringify(machine))) as OwnMachine;

/** What is recognised in several texts. */
export function readPile(...texts: readonly string[]): PileRead {
  const encoder = new TextEncoder();
  let end = 0;
  const ends = texts.map((text) => (end += encoder.encode(text).length));
  return JSON.parse(read_pile(encoder.encode(texts.join('')), Uint32Array.from(ends), 'xeon')) as PileRead;
}

spellWith(spellingWith(withRows));
