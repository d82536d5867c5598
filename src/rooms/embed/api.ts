/** The messages between an embedded page and the page around it: `docs/embed.md`. */
import type { Finding } from '../../engine/batch/compared';
import type { CostEvidence } from '../../engine/batch/judge';
import { SPEEDS } from '../../engine/lanes/pace';
import { openLink, presentHash } from '../../page/address';
import { completed, type SparseScenario } from '../../scenario/document';
import type { Family, Fared, Features } from '../../scenario/generated/types';
import { ANYBODY, embedPart, readFeatures, THEMES } from '../../scenario/link';
import { presetOf } from '../../scenario/presetOf';
import { DEFAULT_PRESET } from '../../scenario/presets';
import { basisStore, presentRests, type Rests } from '../../state/rests';
import { checkDocument, clockNs, hasEnded, pause, playOn, runStore, seek, seekStart, setSpeed } from '../../state/run';
import { openScenario, scenarioStore } from '../../state/scenario';
import { studiesStore } from '../../state/studies';
import { hasFlipsLeft, setFeatures } from '../../state/switching';
import { look, viewStore } from '../../state/view';
import { openMailbox } from './mailbox';

/** The state of the run in a message. */
export interface EmbedState {
  /** The moment the page shows (ns of simulated time). */
  readonly ns: number;
  readonly playing: boolean;
  /** Every lane has ended. */
  readonly ended: boolean;
  /** Why the simulator stopped; null: it did not stop. */
  readonly fault: string | null;
  /** The fragment of the page, with its `#`. */
  readonly link: string;
  /** What the verdict rests on; null: the page around this one has not asked for it. */
  readonly rests_on: RestsOnReply | null;
}

/** What a verdict rests on. */
export interface RestsOnReply {
  /** Null: not known yet. */
  readonly costs: (CostEvidence & { readonly range: RangeReply | null }) | null;
  /** How published effects of this kind fared; null: nothing is switched, or not known yet. */
  readonly record: Fared | null;
  /** Seeds that have ended. */
  readonly seeds: number;
}

/** What comes out with each of the costs that the machine may have (%). */
interface RangeReply {
  readonly figure: string;
  readonly low: number;
  readonly high: number;
  readonly decided: boolean;
  readonly sets: readonly ({ readonly like: Family } & Difference)[];
}

/** B minus A in percent, with half of its 95 % interval. */
interface Difference {
  readonly mean: number;
  readonly ci95: number | null;
}

/** The verdict over seeds. */
export interface VerdictReply {
  /** All runs have ended. */
  readonly complete: boolean;
  /** The compared figure. */
  readonly figure: string;
  /** Null: before a seed has ended, and with one lane. */
  readonly difference_pct: Difference | null;
  /** The better lane, if there is one. */
  readonly better: 'a' | 'b' | null;
  readonly rests_on: RestsOnReply;
}

/** A message to the page around this one. */
export type Reply =
  | ({ readonly type: 'ready' | 'state' } & EmbedState)
  | ({ readonly type: 'verdict' } & VerdictReply)
  | { readonly type: 'refused'; readonly asked: unknown; readonly why: string };

/** A message that the page cannot follow. It has changed nothing. */
class Refused extends Error {}

const SOURCE = 'scheduler-playground';

/** The most characters of a link in a `load` message. The longest link of a document is shorter. */
export const MAX_LINK = 1_000_000;

/** Posts a message to the page around this one, if that page has the origin in the link. */
function post(message: unknown): void {
  const { embedder } = viewStore.getState();
  if (embedder !== null) window.parent.postMessage(message, embedder);
}

const reply = (message: Reply): void => post({ source: SOURCE, ...message });

/** Whether the page accepts messages of an origin. */
function accepts(origin: string): boolean {
  const { embedder } = viewStore.getState();
  return embedder === ANYBODY || origin === embedder;
}

function state(): EmbedState {
  const run = runStore.getState();
  const { playing, fault } = run;
  const rests_on = verdict()?.rests_on ?? null;
  return { ns: Math.round(clockNs()), playing, ended: hasEnded(run), fault, link: presentHash(), rests_on };
}

const inPercent = ({ difference: { mean, half } }: Finding): Difference => ({ mean, ci95: half });

function restsOn({ basis, range, verdict: { known } }: Rests): RestsOnReply {
  const sets = range?.sets.map(({ like, finding }) => ({ like, ...inPercent(finding) })) ?? [];
  const ofCosts = range && { ...range, figure: known.figure, sets };
  const record = basis?.record ?? null;
  return { costs: basis && { ...basis.costs, range: ofCosts }, record, seeds: known.seeds };
}

/** The verdict so far; null: the page around this one has not asked for it. */
function verdict(): VerdictReply | null {
  if (!viewStore.getState().judged) return null;
  const rests = presentRests(scenarioStore.getState().document);
  const { seeds, of, figure, finding, fault } = rests.verdict.known;
  const complete = fault !== null || (seeds === of && !rests.isOpen && rests.basis !== null);
  const isDecided = complete && rests.range?.decided !== false;
  return {
    complete,
    figure,
    difference_pct: finding && inPercent(finding),
    better: isDecided ? (finding?.better ?? null) : null,
    rests_on: restsOn(rests),
  };
}

/** The last verdict that was sent. */
let repliedVerdict = '';

/** Sends the verdict once it is complete; `at once` also before. */
function replyVerdict(atOnce: boolean): void {
  const now = verdict();
  if (!now || !(now.complete || atOnce)) return;
  const text = JSON.stringify(now);
  if (text === repliedVerdict && !atOnce) return;
  repliedVerdict = text;
  reply({ type: 'verdict', ...now });
}

/** From now on the page around this one gets the verdict. */
function judge(): void {
  look({ judged: true });
  replyVerdict(true);
}

/** The link of the last reply. */
let repliedLink = '';
/** How many links are being opened. Their intermediate states are not posted. */
let opening = 0;

/** Changes of the same moment are one message. */
let isScheduled = false;
function replyState(): void {
  if (isScheduled) return;
  isScheduled = true;
  queueMicrotask(() => {
    isScheduled = false;
    const now = state();
    if (opening > 0 && now.fault === null) return;
    repliedLink = now.link;
    reply({ type: 'state', ...now });
  });
}

/** A change of the view is posted if it changes the link. */
function replyNewLink(): void {
  queueMicrotask(() => {
    if (presentHash() !== repliedLink) replyState();
  });
}

/** Opens a scenario document. */
async function loadDocument(message: Message): Promise<void> {
  const text = JSON.stringify(message.document);
  if (text.length > MAX_LINK) throw new Refused(`document: expected at most ${MAX_LINK} characters`);
  const errors = await checkDocument(text);
  if (errors === null) throw new Refused('document: the simulator did not answer');
  const [fault] = errors;
  if (fault) throw new Refused(`document: ${fault.message}`);
  const document = completed(message.document as SparseScenario);
  openScenario(presetOf(document, DEFAULT_PRESET), document);
  await seek(0);
}

function load(message: Message): void {
  if (typeof message.document === 'object' && message.document !== null) {
    opening++;
    void loadDocument(message)
      .catch((thrown) => {
        if (!(thrown instanceof Refused)) throw thrown;
        refuse(message, thrown.message);
      })
      .finally(() => {
        opening--;
        replyState();
      });
    return;
  }
  const { link } = message;
  if (typeof link === 'string' && link.length > MAX_LINK) {
    throw new Refused(`link: expected at most ${MAX_LINK} characters`);
  }
  // The `#` is optional before a fragment, and required in an address.
  const fragment = typeof link === 'string' ? /^(?:[^#]*#)?(.+)$/s.exec(link)?.[1] : undefined;
  if (fragment === undefined || (fragment === link && /^(\w+:|\.{0,2}\/)/.test(fragment))) {
    throw new Refused('link: expected the fragment of a link');
  }
  const others = fragment.split('&').filter((part) => !/^embed(=|$)/.test(part));
  // The page keeps the origin that it was embedded for.
  const next = `#${[...others, embedPart(viewStore.getState())].join('&')}`;
  opening++;
  // The same link starts again, too.
  void openLink(next)
    .then(seekStart, () => refuse(message, 'link: the browser allows no more links for now'))
    .finally(() => {
      opening--;
      replyState();
    });
}

function goTo({ ns }: Message): void {
  if (typeof ns !== 'number' || !(ns >= 0 && Number.isFinite(ns))) throw new Refused('ns: expected 0 or more');
  void seek(ns).then(replyState);
}

/** Changes the switches of a lane at the present moment. */
function flip(lane: number, words: unknown): () => void {
  if (scenarioStore.getState().locked) throw new Refused('the link allows no changes');
  if (!scenarioStore.getState().document.lanes[lane]) throw new Refused('there is no such lane');
  const features = readSwitches(words);
  if (!hasFlipsLeft(lane, features)) throw new Refused('the lane has as many flips as a document may have');
  return () => setFeatures(lane, features);
}

function readSwitches(words: unknown): Partial<Features> {
  try {
    if (typeof words === 'string') return readFeatures(words);
  } catch {}
  throw new Refused('expected switches as in a link: steal:on,-sis_prop');
}

/** The settings of a `set` message. Each checks its value and returns the change. */
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

/** Applies all settings of a message, or none. */
function set({ type: _, ...settings }: Message): void {
  const changes = Object.entries(settings).map(([key, value]) => {
    const setting = Object.hasOwn(SETTINGS, key) ? SETTINGS[key] : undefined;
    if (!setting) throw new Refused(`${key.slice(0, 40)}: expected one of ${Object.keys(SETTINGS)}`);
    try {
      return setting(value);
    } catch (thrown) {
      throw thrown instanceof Refused ? new Refused(`${key}: ${thrown.message}`) : thrown;
    }
  });
  for (const apply of changes) apply();
}

type Message = Readonly<Record<string, unknown>>;

const HANDLERS: Readonly<Record<string, (message: Message) => void>> = {
  load,
  play: playOn,
  pause,
  seek: goTo,
  set,
  state: replyState,
  verdict: judge,
  // Messages of reveal.js to the frames of a slide.
  'slide:start': playOn,
  'slide:stop': pause,
};

function answer(data: unknown): void {
  const message: Message = typeof data === 'object' && data !== null ? (data as Message) : { type: data };
  const { type } = message;
  // Other messages belong to other conversations.
  if (typeof type !== 'string' || !Object.hasOwn(HANDLERS, type)) return;
  isDeck ||= type.startsWith('slide:');
  try {
    HANDLERS[type]?.(message);
  } catch (thrown) {
    if (!(thrown instanceof Refused)) throw thrown;
    refuse(data, thrown.message);
  }
}

/** Whether a message is too long to be sent back. */
const isLong = (data: unknown): boolean =>
  typeof data === 'object' &&
  data !== null &&
  'link' in data &&
  typeof data.link === 'string' &&
  data.link.length > MAX_LINK;

/** Some objects can be sent only once; their message is not sent back. */
function refuse(data: unknown, why: string): void {
  try {
    reply({ type: 'refused', asked: isLong(data) ? null : data, why });
  } catch {
    reply({ type: 'refused', asked: null, why });
  }
}

/** The page around this one has sent a message of reveal.js: it shows slides. */
let isDeck = false;

/** The keys of a clicker turn the slide, even while the frame has the focus: reveal.js handles this message. */
const SLIDES: Readonly<Record<string, string>> = { PageDown: 'next', PageUp: 'prev' };

function passOn(event: KeyboardEvent): void {
  const method = SLIDES[event.key];
  if (!isDeck || method === undefined || event.defaultPrevented || viewStore.getState().dialog !== null) return;
  event.preventDefault();
  post(JSON.stringify({ method }));
  // The slide with this frame may have gone: the deck gets the next key.
  window.parent.focus();
}

/** Handles the messages of the page around this one, including those that the mailbox has kept. */
export function listen(): void {
  runStore.subscribe((run, before) => {
    const { playing, ended, fault, feeds, seekProgress } = run;
    const isSame =
      playing === before.playing &&
      ended === before.ended &&
      fault === before.fault &&
      feeds === before.feeds &&
      (seekProgress === null) === (before.seekProgress === null);
    if (!isSame) replyState();
  });
  scenarioStore.subscribe(replyState);
  for (const store of [scenarioStore, studiesStore, basisStore]) store.subscribe(() => replyVerdict(false));
  viewStore.subscribe(replyNewLink);
  window.addEventListener('keydown', passOn);
  const begin = state();
  repliedLink = begin.link;
  reply({ type: 'ready', ...begin });
  openMailbox(({ origin, data }) => {
    if (accepts(origin)) answer(data);
  });
}
