/** The recording that lane A shows: the hash of its file, its window and its name. Whoever opens the link is asked for the file. */

import { visible } from '../visible';
import { BadPart, scenarioPart } from './part';

const MOST_CHARACTERS = 120;

/** A file name as a document may have it. */
export const fileName = (name: string): string =>
  Array.from(visible(name)).slice(-MOST_CHARACTERS).join('').trim() || 'trace';

export const recording = scenarioPart({
  name: 'rec',
  get: (scenario) => scenario.recording,
  write: (value) => (value ? `${value.hash}:${value.from_ns}:${value.until_ns}:${value.name}` : ''),
  read: (text) => {
    const [, hash = '', from, until, name = ''] = /^([0-9a-f]{16}):(\d{1,15}):(\d{1,15}):(.+)$/su.exec(text) ?? [];
    const window = { from_ns: Number(from), until_ns: Number(until) };
    if (hash === '' || window.from_ns >= window.until_ns) throw new BadPart();
    return { name: fileName(name), hash, ...window };
  },
  put: ({ recording: _, ...scenario }, value) => (value ? { ...scenario, recording: value } : scenario),
});
