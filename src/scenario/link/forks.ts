/** The part `forks`: branches of the lanes that are not shown. */
import { MAX_FORKS, type Path } from '../forks';
import type { Content } from './content';
import { isFew } from './packing';
import { part, type Reading } from './part';
import { readPath, writePath } from './paths';

export const areForksReadable = (forks: readonly Path[]): boolean =>
  isFew(forks.length) && forks.every(({ flips = [] }) => isFew(flips.length));

/** Drops forks that are not understood. */
function read(text: string, { note }: Reading): Path[] {
  return text.split(';').flatMap((fork) => {
    try {
      return [readPath(fork)];
    } catch {
      note(`forks=${fork}`);
      return [];
    }
  });
}

/** Adds forks and keeps the latest. */
export const withForks = (content: Content, more: readonly Path[]): Content => ({
  ...content,
  forks: [...content.forks, ...more].slice(-MAX_FORKS),
});

export const forks = part({
  name: 'forks',
  get: (content) => (content.forks.length > 0 && areForksReadable(content.forks) ? content.forks : undefined),
  write: (all) => all.map(writePath).join(';'),
  read,
  put: withForks,
});
