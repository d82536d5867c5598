/** The parts of the view. */
import { ACT_NUMBERS } from '../acts';
import { CHALLENGES } from '../challenges';
import { rangeOf } from '../check';
import { type Content, LANGUAGES, type LinkView, PAGES, THEMES } from './content';
import { embed } from './embed';
import { BadPart, nearest, type Part, part, type Reading } from './part';
import { integer, oneOf, readSwitch, readTime, writeTime } from './words';

/** The highest number of a step. */
const MOST_STEPS = 99;

const looked = (content: Content, view: Partial<LinkView>): Content => ({
  ...content,
  view: { ...content.view, ...view },
});

interface ViewPartOf<K extends keyof LinkView> {
  readonly write: (value: NonNullable<LinkView[K]>) => string;
  readonly read: (text: string, reading: Reading, content: Content) => NonNullable<LinkView[K]>;
}

/** A part that the link has only if somebody set it. */
const viewPart = <K extends keyof LinkView>(name: string, key: K, { write, read }: ViewPartOf<K>): Part =>
  part<NonNullable<LinkView[K]>>({
    name,
    get: ({ view: { [key]: value } }) => (value === null || value === false ? undefined : value),
    write,
    read,
    put: (content, value) => looked(content, { [key]: value }),
  });

const choice = <K extends 'theme' | 'lang' | 'show' | 'challenge'>(
  name: K,
  known: readonly NonNullable<LinkView[K]>[],
): Part => viewPart(name, name, { write: String, read: (text) => oneOf(text, known) });

/** `2.4`: step 4 of act 2; `2`: its first step. */
const act = viewPart('act', 'act', {
  write: ({ act, step }) => `${act}.${step}`,
  read: (text, reading) => {
    const [act = '', step = '1', ...rest] = text.split('.');
    if (rest.length > 0) throw new BadPart();
    return {
      act: nearest('act', integer(act), { min: 1, max: ACT_NUMBERS.length }, reading),
      step: nearest('step', integer(step), { min: 1, max: MOST_STEPS }, reading),
      own: !reading.ofScenario,
    };
  },
});

const start = viewPart('t', 'startNs', {
  write: writeTime,
  read: (text, { wrong }, { scenario, view }) => {
    const ns = readTime(text);
    // The act knows the length of the run of a step.
    const max = view.act?.own ? rangeOf('limit_ms').max : scenario.limit_ms;
    if (ns > max * 1e6) wrong({ field: 'start_ms', value: String(ns / 1e6), range: { min: 0, max } });
    return Math.min(ns, max * 1e6);
  },
});

const cue = viewPart('cue', 'cue', {
  write: String,
  read: (text, reading, { notes }) => nearest('cue', integer(text), { min: 0, max: notes.length }, reading),
});

/** `edit=0`: others may not change the scenario. */
const edit = part<boolean>({
  name: 'edit',
  get: ({ view }) => view.locked || undefined,
  write: (locked) => (locked ? '0' : '1'),
  read: (text) => !readSwitch(text),
  put: (content, locked) => looked(content, { locked }),
});

export const viewParts: readonly Part[] = [
  act,
  start,
  choice('theme', THEMES),
  choice('lang', LANGUAGES),
  embed,
  viewPart('autoplay', 'autoplay', { write: (on) => (on ? '1' : '0'), read: readSwitch }),
  choice('show', PAGES),
  choice('challenge', CHALLENGES),
  cue,
  edit,
];

/** The view without contradictions. */
export function settled(view: LinkView): LinkView {
  const { embed, act, show, cue } = view;
  return {
    ...view,
    show: embed && show === 'gallery' ? null : show,
    // The page around an embedded page presents it; the positions of an act are its steps.
    cue: embed || cue === null ? null : act === null ? cue : 0,
  };
}
