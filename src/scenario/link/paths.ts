/** Switches and flips of the parts `a`, `b` and `forks`, in words (`-@1500000,steal:on`) and packed. */
import { CHOICES, PLAIN } from '../catalog';
import type { Path } from '../forks';
import { MECHANISMS } from '../generated/mechanisms';
import type { Features, Flip } from '../generated/types';
import { isFew } from './packing';
import { BadPart } from './part';
import { integer, oneOf } from './words';

/** The differences from a plain kernel. */
function writeFeatures(features: Features): string {
  const words: string[] = [];
  for (const { key } of MECHANISMS) {
    const value = features[key];
    if (value === PLAIN[key]) continue;
    if (typeof value === 'string') words.push(`${key}:${value}`);
    else words.push(value ? key : `-${key}`);
  }
  return words.join(',') || '-';
}

/** Choices by the name that the page shows, which a person may write into a link. */
const SHOWN: Readonly<Record<string, string>> = { 'v6.7': 'merged', v6: 'only' };

export function readFeatures(text: string): Features {
  const features: Record<string, boolean | string | null> = { ...PLAIN };
  for (const word of text.split(',')) {
    if (word === '-' || word === '') continue;
    const off = word.startsWith('-');
    const [key = '', choice] = (off ? word.slice(1) : word).split(':');
    if (!Object.hasOwn(PLAIN, key)) throw new BadPart();
    const choices = CHOICES[key];
    if (choices) features[key] = off ? 'off' : oneOf(SHOWN[choice ?? ''] ?? choice ?? '', choices);
    else if (choice === undefined) features[key] = !off;
    else throw new BadPart();
  }
  return features as unknown as Features;
}

/** The path of a lane, without its other fields. */
export const pathOf = ({ features, flips = [] }: Path): Path => ({
  features,
  ...(flips.length > 0 ? { flips: [...flips] } : {}),
});

/** Many flips are packed. */
export function writePath({ features, flips = [] }: Path): string {
  const written = isFew(flips.length) ? flips : [];
  return [writeFeatures(features), ...written.map((flip) => `${flip.at_ns},${writeFeatures(flip.features)}`)].join('@');
}

export function readPath(text: string): Path {
  const [first = '-', ...rest] = text.split('@');
  const flips = rest.map((flip): Flip => {
    const comma = flip.indexOf(',');
    if (comma < 0) throw new BadPart();
    return { at_ns: integer(flip.slice(0, comma)), features: readFeatures(flip.slice(comma + 1)) };
  });
  return pathOf({ features: readFeatures(first), flips });
}

export type PackedFlip = readonly [ns: number, switches: string];
export type PackedPath = readonly [switches: string, ...flips: PackedFlip[]];

export const packFlips = (flips: readonly Flip[]): PackedFlip[] =>
  flips.map(({ at_ns, features }) => [at_ns, writeFeatures(features)]);

export const unpackFlips = (list: unknown): Flip[] =>
  (list as PackedFlip[]).map(([at, features]) => ({
    at_ns: integer(String(at)),
    features: readFeatures(String(features)),
  }));

export const packPath = ({ features, flips = [] }: Path): PackedPath => [writeFeatures(features), ...packFlips(flips)];

export function unpackPath(packed: unknown): Path {
  const [features, ...flips] = packed as unknown[];
  return pathOf({ features: readFeatures(String(features)), flips: unpackFlips(flips) });
}
