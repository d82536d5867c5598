/** Synchronizes the address bar with the stores: the link is the document. */

import { NO_AUTHOR } from '../scenario/author';
import { sameDocument } from '../scenario/catalog';
import { decode, encode, isPacked, isSpelt, type LinkView, loadPacking, PLAIN_VIEW } from '../scenario/link';
import { openScenario, scenarioStore } from '../state/scenario';
import { look, viewStore } from '../state/view';
import { language, setLanguage } from '../words';
import { acts } from './acts';
import { type Look, remember, remembered } from './remembered';

/** The fragment of the present scenario with the view `view`. */
function fragment(view: Omit<LinkView, 'locked'>, locked = scenarioStore.getState().locked): string {
  const { preset, document, forks, notes, author } = scenarioStore.getState();
  const { openStep } = viewStore.getState();
  const own =
    forks.length === 0 &&
    notes.length === 0 &&
    sameDocument(author, NO_AUTHOR) &&
    openStep !== null &&
    sameDocument(document, openStep.document);
  return encode(document, preset, { ...view, locked, act: view.act && { ...view.act, own } }, forks, notes, author);
}

const ownHash = (): string => `#${fragment(viewStore.getState())}`;

/**
 * A drag is written into the address this long after its last change (ms): Safari allows 100 changes in 30 s, Firefox
 * 200 in 10 s.
 */
const REST_MS = 300;
let resting = 0;
/** The result of a drag that is not in the address yet. */
let dragged: string | null = null;

/** The fragment in the address bar, or the one that a pending drag will write. */
export const presentHash = (): string => dragged ?? location.hash;

/** Browsers limit how often the address changes. If a change is refused, the next one includes it. */
function write(how: 'pushState' | 'replaceState', hash: string, state: unknown = history.state): void {
  try {
    history[how](state, '', hash);
  } catch {}
}

function replaceHash(hash: string): void {
  dragged = null;
  write('replaceState', hash);
}

function rest(): void {
  if (dragged !== null) replaceHash(dragged);
}

function drag(hash: string): void {
  dragged = hash;
  clearTimeout(resting);
  resting = window.setTimeout(rest, REST_MS);
}

/** The state of a history entry. */
interface Entry {
  /** Number of entries of this visit before it. */
  readonly depth?: number;
  /** The entry opened a stage or a page over the playground: the entry before it is the same without that. */
  readonly over?: boolean;
}

const entry = (): Entry => (history.state as Entry | null) ?? {};

const depth = (): number => entry().depth ?? 0;

/** Pushes a history entry. In an embedded page it replaces the entry: going back belongs to the page around it. */
function enter(address: string, about: Entry = {}): void {
  rest();
  if (address === location.hash) return;
  if (viewStore.getState().embed) replaceHash(address);
  else write('pushState', address, { ...about, depth: depth() + 1 });
}

/** A link opened on a stage: going back leaves the stage before it leaves the page. */
function openOntoStage(): void {
  const view = viewStore.getState();
  if (view.cue === null || entry().over) return;
  const { hash } = location;
  replaceHash(`#${fragment({ ...view, cue: null })}`);
  enter(hash, { over: true });
}

/** `history.back` was called, and its `popstate` is pending. */
let goingBack = false;

/** Whether going back stays on this page. */
export const canUndo = (): boolean => depth() > 0 && !goingBack;

export function undo(): void {
  if (!canUndo()) return;
  goingBack = true;
  rest();
  history.back();
}

/** The address of the present scenario with the view `view`. */
export function linkTo(view: Partial<LinkView> = {}): string {
  const { theme, lang, startNs, act, challenge } = viewStore.getState();
  const written = fragment({ ...PLAIN_VIEW, theme, lang, startNs, act, challenge, ...view }, view.locked);
  return `${location.href.replace(/#.*/, '')}#${written}`;
}

/** Opens the scenario or the act that the address names. */
async function open(): Promise<void> {
  const { hash } = location;
  /** Whether the address is still the one that is being opened. */
  const isCurrent = () => location.hash === hash;
  if (isPacked(hash)) await loadPacking();
  if (isSpelt(hash)) await import('../engine/own');
  if (!isCurrent()) return;
  const { preset, scenario, forks, notes, author, view: linked, problem } = decode(hash);
  const { locked, ...view } = linked;
  const { act } = view;
  if (act === null) {
    // The dialog belongs to the page that is left.
    if (view.show !== viewStore.getState().show) look({ dialog: null, dropped: null });
    // A bare address names no theme and no language: the last chosen ones apply.
    look({
      ...view,
      ...(hash.length > 1 ? {} : remembered()),
      openStep: null,
      lit: null,
      linkProblem: problem,
    });
    openScenario(preset, scenario, 'history', { forks, notes, author, locked });
    return;
  }
  const { theme, lang, embed, embedder } = view;
  // Also if loading the act fails.
  look({ theme, lang, embed, embedder });
  const { openAct } = await acts();
  const changed = act.own ? null : { preset, document: scenario, forks, notes, author };
  if (isCurrent()) await openAct(act, { view: linked, problem, changed, isCurrent });
}

function readerLanguage(): 'en' | 'zh' {
  return navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}

const LANG_TAGS = { en: 'en', zh: 'zh-CN' } as const;

async function dress(): Promise<void> {
  const { theme: chosen, embed, cue } = viewStore.getState();
  const root = document.documentElement;
  // A stage has to be readable from the last row.
  const theme = chosen ?? (cue === null ? null : 'projector');
  if (theme) root.dataset.theme = theme;
  else delete root.dataset.theme;
  root.dataset.embed = String(embed);
  const lang = viewStore.getState().lang ?? readerLanguage();
  root.lang = LANG_TAGS[lang];
  await setLanguage(lang).catch((thrown) => {
    root.lang = LANG_TAGS[language()];
    throw thrown;
  });
}

/** If the words of the wanted language cannot be loaded, the page keeps the present one. */
const dressAgain = () => void dress().catch(() => {});

const failLoad = () => look({ loadFailed: true });

/** Resolves when the present address is open. */
let opened: Promise<void> = Promise.resolve();

/** Reloads the page if the server can be reached; otherwise rejects, since the browser would show an error page. */
export async function reload(): Promise<void> {
  await fetch(location.href, { cache: 'no-store' });
  location.reload();
}

/** Theme and language that the person chose on this page; going back does not undo them. */
let chosen: { -readonly [Part in keyof Look]?: Look[Part] } = {};

/** Marks the present history entry as visited. An unmarked entry was typed, or is a followed link. */
function visit(): void {
  if (history.state) return;
  chosen = {};
  write('replaceState', location.hash, {});
}

/** Opens the address, then keeps address and stores in step. Resolves when the words are loaded. */
export async function followAddress(): Promise<void> {
  visit();
  await open().catch(failLoad);
  await dress();
  openOntoStage();
  /** The address is being opened: changes of the stores are not written into it. */
  let opening = false;
  /** Counts the addresses that were opened; only the newest may change the stores. */
  let opens = 0;
  /**
   * A page over the playground was closed: `history.back` returns to the entry before it, with the present document.
   */
  let leaving = false;
  const leave = () => {
    leaving = true;
    history.back();
  };
  scenarioStore.subscribe(({ gesture, document, forks, notes, author, locked }, before) => {
    const same =
      document === before.document &&
      forks === before.forks &&
      notes === before.notes &&
      author === before.author &&
      locked === before.locked;
    if (gesture === 'history' || same) return;
    if (gesture === 'drag') drag(ownHash());
    else enter(ownHash());
  });
  viewStore.subscribe((view, before) => {
    if (opening) return;
    // A step of an act is a history entry, and so is leaving the act.
    if (view.act !== before.act) enter(ownHash());
    else if (view.show !== before.show) {
      // Opening a page over the playground pushes an entry; closing it goes back, except on the first screen.
      if (view.show) enter(ownHash(), { over: true });
      else if (entry().over) leave();
      else if (location.hash === '') enter(ownHash());
      else replaceHash(ownHash());
    }
    if (view.challenge !== before.challenge) replaceHash(ownHash());
    if (view.theme === before.theme && view.lang === before.lang && view.cue === before.cue) return;
    dressAgain();
    if (view.theme !== before.theme) chosen.theme = view.theme;
    if (view.lang !== before.lang) chosen.lang = view.lang;
    if (!view.embed) remember(chosen);
    if (view.cue !== null && before.cue === null) enter(ownHash(), { over: true });
    else if (view.cue === null && before.cue !== null && entry().over) leave();
    else replaceHash(ownHash());
  });
  // A typed or followed fragment fires `popstate`, too.
  const reopen = () => {
    goingBack = false;
    visit();
    if (leaving) {
      leaving = false;
      replaceHash(ownHash());
      return;
    }
    dragged = null;
    opens += 1;
    const own = opens;
    opening = location.hash !== ownHash();
    if (!opening) return;
    look({ loadFailed: false });
    opened = open()
      .catch(() => own === opens && failLoad())
      .then(() => {
        if (own === opens) {
          opening = false;
          look(chosen);
        }
        dressAgain();
      });
  };
  window.addEventListener('popstate', reopen);
}

/**
 * Opens a link and replaces the present address, as following a link does. Resolves once it is open; rejects if the
 * browser refuses to change the address.
 */
export async function openLink(fragment: string): Promise<void> {
  write('replaceState', fragment, null);
  if (location.hash !== new URL(fragment, location.href).hash) throw new Error('refused');
  window.dispatchEvent(new PopStateEvent('popstate'));
  return opened;
}
