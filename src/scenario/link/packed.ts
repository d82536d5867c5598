/** The part `x`: values of other parts that are too long to be readable. */
import { isCost } from '../check';
import type { Path } from '../forks';
import { onPath } from '../forks';
import type { Flip } from '../generated/types';
import type { Note } from '../notes';
import type { Content } from './content';
import { areForksReadable, withForks } from './forks';
import { withLane } from './lanes';
import { areNotesReadable, packNote, unpackNote, withNotes } from './notes';
import { canPack, isFew, pack, unpack } from './packing';
import { BadPart, CutPart, part } from './part';
import { packFlips, packPath, unpackFlips, unpackPath } from './paths';
import { withCosts } from './run';
import { readPairs, writePairs } from './words';

/** The packed values. */
interface TooLong {
  readonly costs: Readonly<Record<string, number>>;
  /** By lane; empty: not packed. */
  readonly flips: readonly (readonly Flip[])[];
  readonly forks: readonly Path[];
  readonly notes: readonly Note[];
}

const hasAny = (value: object): boolean => Object.keys(value).length > 0;

function get({ scenario, forks, notes }: Content): TooLong | undefined {
  if (!canPack()) return undefined;
  const { costs = {}, lanes } = scenario;
  const flips = lanes.map(({ flips: all = [] }) => (isFew(all.length) ? [] : all));
  const long: TooLong = {
    costs: isFew(Object.keys(costs).length) ? {} : costs,
    flips: flips.some(hasAny) ? flips : [],
    forks: areForksReadable(forks) ? [] : forks,
    notes: areNotesReadable(notes) ? [] : notes,
  };
  return Object.values(long).some(hasAny) ? long : undefined;
}

function write({ costs, flips, forks, notes }: TooLong): string {
  return pack({
    ...(hasAny(costs) && { costs }),
    ...(hasAny(flips) && { flips: flips.map(packFlips) }),
    ...(hasAny(forks) && { forks: forks.map(packPath) }),
    ...(hasAny(notes) && { notes: notes.map(packNote) }),
  });
}

function unpacked(text: string): TooLong {
  const { costs = {}, flips = [], forks = [], notes = [] } = unpack(text) as { [key in keyof TooLong]?: unknown[] };
  return {
    costs: readPairs(writePairs(costs as unknown as Record<string, number>), isCost, () => {
      throw new BadPart();
    }),
    flips: flips.map(unpackFlips),
    forks: forks.map(unpackPath),
    notes: notes.map(unpackNote),
  };
}

/** A damaged part is reported as shortened, for instance by a chat program. */
function read(text: string): TooLong {
  try {
    return unpacked(text);
  } catch {
    throw new CutPart();
  }
}

function put(content: Content, { costs, flips, forks, notes }: TooLong): Content {
  const withFlips = flips.reduce(
    (scenario, list, place) =>
      withLane(scenario, place, (lane) => (list.length > 0 ? onPath(lane, { ...lane, flips: [...list] }) : lane)),
    content.scenario,
  );
  const scenario = withCosts(withFlips, { ...withFlips.costs, ...costs });
  return withNotes(withForks({ ...content, scenario }, forks), notes);
}

export const packed = part({ name: 'x', get, write, read, put });
