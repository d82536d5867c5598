/** The part `forks`: branches of the lanes that are not shown. */
import { MAX_FORKS, type Path } from '../forks';
import type { Content } from './content';
import { isFew } from './packing';
import { part, type Reading } from './part';
import { readPath, writePath } from './paths';

export const areForksReadable = (forks: readonly Path[]): boolean =>
  isFew(forks.length) && forks.every(({ flips = [] }) => isFew(flips.length));

/** A fork that is not understood is left out. */
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

/** The latest of all there are. */
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
