/** What the page around an embedded one can ask for and is told: `docs/embed.md`. */
import { SPEEDS } from '../../engine/lanes/pace';
import { openLink, presentHash } from '../../page/address';
import type { Features } from '../../scenario/generated/types';
import { ANYBODY, embedPart, readFeatures, THEMES } from '../../scenario/link';
import { clockNs, hasEnded, pause, playOn, runStore, seek, seekStart, setSpeed } from '../../state/run';
import { scenarioStore } from '../../state/scenario';
import { hasFlipsLeft, setFeatures } from '../../state/switching';
import { look, viewStore } from '../../state/view';
import { openMailbox } from './mailbox';

/** Where the run stands, as it is told. */
export interface EmbedState {
  /** The moment the page shows (ns of simulated time). */
  readonly ns: number;
  readonly playing: boolean;
  /** Every lane has come to its end. */
  readonly ended: boolean;
  /** Why the simulator stopped; null: it has not. */
  readonly fault: string | null;
  /** The fragment of the page, with its `#`. */
  readonly link: string;
}

/** What the page tells the one around it. */
export type Told =
  | ({ readonly type: 'ready' | 'state' } & EmbedState)
  | { readonly type: 'refused'; readonly asked: unknown; readonly why: string };

/** What was asked for cannot be done; nothing was changed. */
class Refused extends Error {}

const SOURCE = 'scheduler-playground';

/** Says something to the page around this one, if it is the one that the link names. */
function post(message: unknown): void {
  const { embedder } = viewStore.getState();
  if (embedder !== null) window.parent.postMessage(message, embedder);
}

const tell = (told: Told): void => post({ source: SOURCE, ...told });

/** Whether a page of an origin is heard. */
function isHeard(origin: string): boolean {
  const { embedder } = viewStore.getState();
  return embedder === ANYBODY || origin === embedder;
}

function state(): EmbedState {
  const run = runStore.getState();
  const { playing, fault } = run;
  return { ns: Math.round(clockNs()), playing, ended: hasEnded(run), fault, link: presentHash() };
}

/** The link as it was told last. */
let toldLink = '';
/** A link that is being opened: what it is on the way is told to nobody. */
let opening = 0;

/** The state is told once for all that changes together. */
let telling = false;
function tellState(): void {
  if (telling) return;
  telling = true;
  queueMicrotask(() => {
    telling = false;
    const now = state();
    if (opening > 0 && now.fault === null) return;
    toldLink = now.link;
    tell({ type: 'state', ...now });
  });
}

/** Of what is looked at only what the link holds is told. */
function tellNewLink(): void {
  queueMicrotask(() => {
    if (presentHash() !== toldLink) tellState();
  });
}

function load(asked: Asked): void {
  const { link } = asked;
  // A fragment by itself may be without its `#`; an address may not.
  const said = typeof link === 'string' ? /^(?:[^#]*#)?(.+)$/s.exec(link)?.[1] : undefined;
  if (said === undefined || (said === link && /^(\w+:|\.{0,2}\/)/.test(said))) {
    throw new Refused('link: expected the fragment of a link');
  }
  const bare = (fragment: string) =>
    fragment
      .split('&')
      .filter((part) => !/^embed(=|$)/.test(part))
      .join('&');
  // Whom the page hears stays as it was when it was embedded.
  const next = `#${bare(said)}&${embedPart(viewStore.getState())}`;
  opening++;
  // Also where nothing is run anew: the link that is open already begins again.
  void openLink(next)
    .then(seekStart, () => refuse(asked, 'link: the browser allows no more links for now'))
    .finally(() => {
      opening--;
      tellState();
    });
}

function goTo({ ns }: Asked): void {
  if (typeof ns !== 'number' || !(ns >= 0 && Number.isFinite(ns))) throw new Refused('ns: expected 0 or more');
  void seek(ns).then(tellState);
}

/** Switches of a lane, from now on. */
function flip(lane: number, words: unknown): () => void {
  if (!scenarioStore.getState().document.lanes[lane]) throw new Refused('there is no such lane');
  const features = readSwitches(String(words));
  if (!hasFlipsLeft(lane, features)) throw new Refused('the lane has as many flips as a document may have');
  return () => void setFeatures(lane, features);
}

function readSwitches(words: string): Partial<Features> {
  try {
    return readFeatures(words);
  } catch {
    throw new Refused('expected switches as in a link: steal:on,-sis_prop');
  }
}

/** What can be set: each says what is to be done, or refuses the value. */
const SETTINGS: Readonly<Record<string, (value: unknown) => () => void>> = {
  a: (words) => flip(0, words),
  b: (words) => flip(1, words),
  theme(value) {
    const theme = THEMES.find((one) => one === value) ?? null;
    if (theme === null && value !== null) throw new Refused(`expected null or one of ${THEMES}`);
    return () => look({ theme });
  },
  lang(lang) {
    if (lang !== 'en' && lang !== 'zh') throw new Refused('expected en or zh');
    return () => look({ lang });
  },
  speed(value) {
    const speed = typeof value === 'number' && value > 0 ? SPEEDS.findIndex((one) => one >= value) : -1;
    if (speed < 0) throw new Refused('expected ns of simulated time per second, above 0');
    return () => setSpeed(speed);
  },
};

/** Either all of what is asked for is done, or nothing. */
function set({ type: _, ...wanted }: Asked): void {
  const todo = Object.entries(wanted).map(([key, value]) => {
    const setting = Object.hasOwn(SETTINGS, key) ? SETTINGS[key] : undefined;
    if (!setting) throw new Refused(`${key.slice(0, 40)}: expected one of ${Object.keys(SETTINGS)}`);
    try {
      return setting(value);
    } catch (thrown) {
      throw thrown instanceof Refused ? new Refused(`${key}: ${thrown.message}`) : thrown;
    }
  });
  for (const act of todo) act();
}

type Asked = Readonly<Record<string, unknown>>;

const ORDERS: Readonly<Record<string, (asked: Asked) => void>> = {
  load,
  play: playOn,
  pause,
  seek: goTo,
  set,
  state: tellState,
  // What reveal.js says to the frames of a slide.
  'slide:start': playOn,
  'slide:stop': pause,
};

function answer(said: unknown): void {
  const asked: Asked = typeof said === 'object' && said !== null ? (said as Asked) : { type: said };
  const { type } = asked;
  // What is not ours to answer is somebody else's conversation.
  if (typeof type !== 'string' || !Object.hasOwn(ORDERS, type)) return;
  isDeck ||= type.startsWith('slide:');
  try {
    ORDERS[type]?.(asked);
  } catch (thrown) {
    if (!(thrown instanceof Refused)) throw thrown;
    refuse(said, thrown.message);
  }
}

/** A message that came with what can be sent only once is answered without it. */
function refuse(said: unknown, why: string): void {
  try {
    tell({ type: 'refused', asked: said, why });
  } catch {
    tell({ type: 'refused', asked: null, why });
  }
}

/** The page around this one has spoken as reveal.js does: it has slides to turn. */
let isDeck = false;

/** The keys of a clicker turn the slide, also while the page in it has the focus: reveal.js reads this. */
const SLIDES: Readonly<Record<string, string>> = { PageDown: 'next', PageUp: 'prev' };

function passOn(event: KeyboardEvent): void {
  const method = SLIDES[event.key];
  if (!isDeck || method === undefined || event.defaultPrevented || viewStore.getState().dialog !== null) return;
  event.preventDefault();
  post(JSON.stringify({ method }));
  // The slide with this page may be gone then: the next key is for the deck.
  window.parent.focus();
}

/** Listens to the page around this one, from what it has said so far on. */
export function listen(): void {
  runStore.subscribe((run, before) => {
    const { playing, ended, fault, feeds, approach } = run;
    const isSame =
      playing === before.playing &&
      ended === before.ended &&
      fault === before.fault &&
      feeds === before.feeds &&
      (approach === null) === (before.approach === null);
    if (!isSame) tellState();
  });
  scenarioStore.subscribe(tellState);
  viewStore.subscribe(tellNewLink);
  window.addEventListener('keydown', passOn);
  const begin = state();
  toldLink = begin.link;
  tell({ type: 'ready', ...begin });
  openMailbox(({ origin, data }) => {
    if (isHeard(origin)) answer(data);
  });
}
