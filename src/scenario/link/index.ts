/**
 * Encodes a scenario as the fragment of a link, and decodes it. docs/link.md describes the format: a
 * preset and the differences from it, in words that a person can edit; long parts are packed.
 * Decoding never throws: it returns the nearest good scenario and the first problem.
 */
import { type Author, NO_AUTHOR } from '../author';
import type { Path } from '../forks';
import type { Scenario } from '../generated/types';
import type { Note } from '../notes';
import { DEFAULT_PRESET, PRESETS, type PresetId } from '../presets';
import { FIRST_VERSION, upgraded } from '../upgrade';
import { authorParts } from './author';
import { type Content, type LinkProblem, type LinkView, PLAIN_VIEW } from './content';
import { forks } from './forks';
import { joined, LINK_VERSION, split } from './fragment';
import { controlGroups, taskSettings } from './groups';
import { laneA, laneB, laneParts } from './lanes';
import { machine } from './machine';
import { notes } from './notes';
import { packed } from './packed';
import { CutPart, type Part, type Reading } from './part';
import { policies } from './policies';
import { recording } from './recording';
import { repaired } from './repair';
import { costs, cpus, decides, kernel, limit, preset, seed, tunables, warmup } from './run';
import { withPlace } from './steps';
import { settled, viewParts } from './view';
import { workload } from './workload';

export {
  type ActPlace,
  ANYBODY,
  type Content,
  LANGUAGES,
  type Language,
  type LinkProblem,
  type LinkView,
  type Page,
  PLAIN_VIEW,
  THEMES,
  type Theme,
} from './content';
export { embedPart, originOf } from './embed';
export { LINK_VERSION } from './fragment';
export { isSpelt, spellWith } from './machine';
export { isPacked, loadPacking } from './packing';
export { readFeatures } from './paths';

/** The first part is the preset that the others change; the last holds values that are too long for the others. */
const SCENARIO_PARTS: readonly Part[] = [
  preset,
  machine,
  kernel,
  workload,
  controlGroups,
  taskSettings,
  recording,
  seed,
  cpus,
  limit,
  warmup,
  tunables,
  costs,
  decides,
  laneA,
  laneB,
  ...laneParts,
  policies,
  forks,
  notes,
  ...authorParts,
  packed,
];

/** Every part of a link, in the order of encoding and decoding. A part can depend on parts before it. */
export const PARTS: readonly Part[] = [...SCENARIO_PARTS, ...viewParts];

/** The fragment (without `#`) of a scenario with a view. */
export function encode(
  scenario: Scenario,
  id: PresetId,
  view: LinkView = PLAIN_VIEW,
  branches: readonly Path[] = [],
  pinned: readonly Note[] = [],
  author: Author = NO_AUTHOR,
): string {
  const content: Content = { preset: id, scenario, forks: branches, notes: pinned, author, view };
  return joined(
    (view.act?.own ? viewParts : PARTS).flatMap(({ name, write }) => {
      const text = write(content);
      return text === undefined ? [] : [[name, text] as const];
    }),
  );
}

export interface Decoded extends Content {
  readonly problem: LinkProblem | null;
}

/** Decodes a fragment (with or without `#`). Never throws. */
export function decode(fragment: string): Decoded {
  const { version, parts: written, bare, stranger } = split(fragment);
  const parts = withPlace(written);
  const plain: Content = {
    preset: DEFAULT_PRESET,
    scenario: PRESETS[DEFAULT_PRESET],
    forks: [],
    notes: [],
    author: NO_AUTHOR,
    // An address without a fragment opens the first screen.
    view: { ...PLAIN_VIEW, show: /^#?$/.test(fragment) ? 'gallery' : null },
  };
  if (version < FIRST_VERSION) return { ...plain, problem: { kind: 'older' } };
  let problem: LinkProblem | null = version > LINK_VERSION ? { kind: 'newer', version } : null;
  const say = (next: LinkProblem) => {
    problem ??= next;
  };
  const reading: Reading = {
    say,
    ofScenario: SCENARIO_PARTS.some(({ name }) => parts.has(name)),
    note: (part) => say({ kind: 'part', part: part.slice(0, 60) }),
    choice: (part, known) => say({ kind: 'choice', part: part.slice(0, 60), known }),
    wrong: (ranged) => say({ kind: 'range', problem: ranged }),
  };
  const noteAll = (name: string, text: string) => reading.note(bare.has(name) ? name : `${name}=${text}`);
  const read = (content: Content, { name, read: readPart }: Part): Content => {
    const text = parts.get(name);
    if (text === undefined) return content;
    try {
      return readPart(content, text, reading);
    } catch (thrown) {
      if (thrown instanceof CutPart) say({ kind: 'cut' });
      else noteAll(name, text);
      return content;
    }
  };

  if (stranger) reading.note(stranger);
  const named = SCENARIO_PARTS.reduce(read, plain);
  const good = repaired({ ...named, ...upgraded(named, version) }, reading.wrong);
  const seen = viewParts.reduce(read, good);
  const unknown = [...parts].find(([name]) => !PARTS.some((part) => part.name === name));
  if (unknown) noteAll(...unknown);
  return { ...seen, view: settled(seen.view), problem };
}
