/** The runs whose event hash must be the same natively, in Node and in a browser. */
import { readFileSync } from 'node:fs';
import type { Scenario } from '../src/scenario/generated/types';

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`./fixtures/determinism/${name}.json`, import.meta.url), 'utf8'));

/** By run: the hash of each lane. Written by `npm run generate`. */
export const HASHES: Readonly<Record<string, string[]>> = read('hashes');

export const fixture = (name: string): Scenario => read(name);
