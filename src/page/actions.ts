/** Everything a person can do with one key. The key handler, the buttons and the help dialog read this list. */

import { panelOf } from '../scenario/charts';
import { THEMES, type Theme } from '../scenario/link';
import { differenceStore } from '../state/difference';
import {
  furthestNs,
  pause,
  restart,
  runStore,
  seek,
  setPace,
  setSpeed,
  startNs,
  stepBack,
  stepDecision,
  stepEvent,
  togglePlay,
} from '../state/run';
import { scenarioStore } from '../state/scenario';
import { isLooking, look, viewStore } from '../state/view';
import { language, type MessageKey } from '../words';
import type { KeysKey } from '../words/keys';
import { acts } from './acts';
import { canUndo, undo } from './address';
import { singleKeyShortcutsOff } from './letters';
import { stageTools } from './talk';

export interface Action {
  /** The label; if only the help dialog shows it, it is in the catalogue of the help dialog. */
  readonly name: MessageKey | KeysKey;
  /** `KeyboardEvent.key` of the shortcut. */
  readonly key: string;
  /** The key as text, if it differs from `key`. */
  readonly shown?: string;
  /** Further keys with the same effect. */
  readonly also?: readonly string[];
  readonly control?: boolean;
  readonly possible?: () => boolean;
  /** Whether the experiment has what the action needs; otherwise the action is hidden. */
  readonly there?: () => boolean;
  /** Opens another page or a large view: disabled in an embedded page. */
  readonly whole?: boolean;
  /** Is available in a presentation, unlike actions with `whole`. */
  readonly stage?: boolean;
  /** Is available in the gallery, too, where no experiment is shown. */
  readonly anywhere?: boolean;
  readonly perform: () => void;
}

/** An action that also has a button. */
export type Named = Action & { readonly name: MessageKey };

/** The shortcut as the value of `aria-keyshortcuts`. */
export const keysOf = ({ key, also = [] }: Action): string => [key, ...also].join(' ');

const followed = () => viewStore.getState().followed;
const following = () => noFault() && followed() !== null;

const looking = () => isLooking(viewStore.getState());

/** The lanes may decide differently in the same state. */
const disputed = () => looking() && viewStore.getState().lens?.other?.isSameState === true;

/** Loaded before the first lens opens. */
const lens = (act: (decision: typeof import('../state/decision')) => void) => () =>
  void import('../state/decision').then(act);

/** In an act and in a presentation the arrow keys go through the rows. */
const alone = () => looking() && !telling() && !presenting();

const presenting = () => viewStore.getState().cue !== null;
/** A clicker sends the key of an event to blank the screen. */
const canStep = () => noFault() && !presenting();

const inGallery = () => viewStore.getState().show === 'gallery';

const telling = () => viewStore.getState().act !== null;

const turnAct = async (by: 1 | -1) => (await acts()).turn(by);

const FIRST_STEP = { act: 1, step: 1 };

/** Opens the first act, unless an act is open. */
async function openActs(): Promise<void> {
  if (!telling()) await (await acts()).openAct(FIRST_STEP).catch(() => {});
}

const noFault = () => runStore.getState().fault === null;

/** Shows the next or the previous note of a presentation, or step of an act; stops at both ends. */
function turnCue(by: 1 | -1): void {
  if (telling()) {
    void acts().then(({ turnOnStage }) => turnOnStage(by));
    return;
  }
  const { cue } = viewStore.getState();
  const last = scenarioStore.getState().notes.length;
  if (cue !== null) look({ cue: Math.min(last, Math.max(0, cue + by)) });
}

const THEME_ORDER: readonly (Theme | null)[] = [null, ...THEMES];

/** While the lens is open it uses the keys for seeking. */
const canSeek = () => noFault() && !looking();

/** In the order of the help dialog: frequent actions first. If two actions share a key, the first possible one runs. */
export const actions = {
  play: { name: 'play', key: ' ', shown: 'Space', possible: noFault, perform: togglePlay },
  step: { name: 'action.step', key: '.', possible: canStep, perform: () => void stepEvent() },
  stepBack: { name: 'action.stepBack', key: ',', possible: canStep, perform: () => void stepBack() },
  nextDecision: {
    name: 'action.nextDecision',
    key: '>',
    shown: 'Shift .',
    possible: noFault,
    perform: () => void stepDecision('next', null),
  },
  lastDecision: {
    name: 'action.lastDecision',
    key: '<',
    shown: 'Shift ,',
    possible: noFault,
    perform: () => void stepDecision('last', null),
  },
  lensDiffering: {
    name: 'lensDiffering',
    key: 'n',
    stage: true,
    possible: disputed,
    perform: lens(({ turnLens }) => turnLens(1, true)),
  },
  nextOfTask: {
    name: 'action.nextOfTask',
    key: 'n',
    possible: following,
    perform: () => void stepDecision('next', followed()),
  },
  lastOfTask: {
    name: 'action.lastOfTask',
    key: 'N',
    shown: 'Shift N',
    possible: following,
    perform: () => void stepDecision('last', followed()),
  },
  beginning: { name: 'beginning', key: 'Home', possible: canSeek, perform: () => void seek(0) },
  furthest: { name: 'furthest', key: 'End', possible: canSeek, perform: () => void seek(furthestNs()) },
  difference: {
    name: 'action.difference',
    key: 'd',
    possible: () => noFault() && differenceStore.getState().difference !== null,
    perform: () => void goToDifference(),
  },
  restart: { name: 'action.restart', key: 'r', perform: () => void restart() },
  again: {
    name: 'action.again',
    key: 'R',
    shown: 'Shift R',
    perform: () => void restart(startNs()),
  },
  slower: { name: 'slower', key: '[', perform: () => setSpeed(runStore.getState().speed - 1) },
  faster: { name: 'faster', key: ']', perform: () => setSpeed(runStore.getState().speed + 1) },
  pace: {
    name: 'pace',
    key: 'w',
    perform: () => setPace(runStore.getState().pace === 'watch' ? 'race' : 'watch'),
  },
  edit: {
    name: 'action.edit',
    key: 'x',
    whole: true,
    possible: () => !telling() && !scenarioStore.getState().locked,
    perform: () => look({ editing: !viewStore.getState().editing }),
  },
  policy: {
    name: 'action.policy',
    key: 'u',
    whole: true,
    possible: () => !telling(),
    perform: () => {
      const { coding, challenge } = viewStore.getState();
      const isOpen = coding || challenge !== null;
      look({ coding: !isOpen, challenge: null });
    },
  },
  many: { name: 'action.many', key: 'm', perform: () => look({ dialog: 'many' }) },
  notes: { name: 'action.notes', key: 'o', whole: true, perform: () => look({ dialog: 'notes' }) },
  present: {
    name: 'action.present',
    key: 's',
    whole: true,
    perform: () => look({ cue: 0, lens: null, inspecting: false, dialog: null }),
  },
  acts: { name: 'action.acts', key: 'a', whole: true, perform: () => void openActs() },
  replication: {
    name: 'action.replication',
    key: 'p',
    whole: true,
    perform: () => look({ show: 'replication' }),
  },
  glossary: { name: 'action.glossary', key: 'y', whole: true, perform: () => look({ show: 'glossary' }) },
  figures: { name: 'action.figures', key: 'i', perform: () => look({ dialog: 'figures' }) },
  panel: {
    name: 'panel',
    key: 'e',
    there: () => panelOf(scenarioStore.getState().document) !== null,
    perform: () => look({ dialog: 'panel' }),
  },
  model: { name: 'action.model', key: 'c', perform: () => look({ dialog: 'model' }) },
  gallery: {
    name: 'action.gallery',
    key: 'g',
    anywhere: true,
    whole: true,
    perform: () => look({ show: inGallery() ? null : 'gallery' }),
  },
  galleryLeave: {
    name: 'galleryLeave',
    key: 'Escape',
    whole: true,
    shown: 'Esc',
    anywhere: true,
    possible: inGallery,
    perform: () => look({ show: null }),
  },
  undo: {
    name: 'undo',
    key: 'z',
    shown: 'Ctrl Z',
    control: true,
    possible: canUndo,
    perform: undo,
  },
  theme: {
    name: 'action.theme',
    key: 't',
    anywhere: true,
    perform: () => {
      const next = (THEME_ORDER.indexOf(viewStore.getState().theme) + 1) % THEME_ORDER.length;
      look({ theme: THEME_ORDER[next] ?? null });
    },
  },
  language: {
    name: 'action.language',
    key: 'l',
    anywhere: true,
    perform: () => look({ lang: language() === 'en' ? 'zh' : 'en' }),
  },
  fullscreen: {
    name: 'fullscreen',
    key: 'f',
    anywhere: true,
    possible: () => document.fullscreenEnabled,
    perform: () => {
      const page = document.fullscreenElement
        ? document.exitFullscreen()
        : document.documentElement.requestFullscreen();
      // If the browser refuses, the page stays as it is.
      page.catch(() => {});
    },
  },
  keys: { name: 'action.keys', key: '?', perform: () => look({ dialog: 'keys' }) },
  lensLater: {
    name: 'lensLater',
    key: 'ArrowRight',
    shown: '→',
    possible: alone,
    perform: lens(({ turnLens }) => turnLens(1)),
  },
  lensEarlier: {
    name: 'lensEarlier',
    key: 'ArrowLeft',
    shown: '←',
    possible: alone,
    perform: lens(({ turnLens }) => turnLens(-1)),
  },
  lensNext: {
    name: 'lensNext',
    key: 'ArrowDown',
    stage: true,
    shown: '↓ j',
    also: ['ArrowRight', 'j'],
    possible: looking,
    perform: lens(({ stepLens }) => stepLens(1)),
  },
  lensBack: {
    name: 'lensBack',
    key: 'ArrowUp',
    stage: true,
    shown: '↑ k',
    also: ['ArrowLeft', 'k'],
    possible: looking,
    perform: lens(({ stepLens }) => stepLens(-1)),
  },
  lensFirst: {
    name: 'lensFirst',
    key: 'Home',
    stage: true,
    possible: looking,
    perform: lens(({ goToStep }) => goToStep(0)),
  },
  lensLast: {
    name: 'lensLast',
    key: 'End',
    stage: true,
    possible: looking,
    perform: lens(({ lastStep }) => lastStep()),
  },
  lensEnter: {
    name: 'lensEnter',
    key: 'Enter',
    whole: true,
    possible: looking,
    perform: lens(({ enterChosen }) => enterChosen()),
  },
  lensClose: {
    name: 'lensClose',
    key: 'Escape',
    stage: true,
    shown: 'Esc',
    possible: looking,
    perform: lens(({ leaveLens }) => leaveLens()),
  },
  storyNext: {
    name: 'storyNext',
    key: 'PageDown',
    whole: true,
    shown: 'PgDn →',
    also: ['ArrowRight'],
    possible: telling,
    perform: () => void turnAct(1),
  },
  storyBack: {
    name: 'storyBack',
    key: 'PageUp',
    whole: true,
    shown: 'PgUp ←',
    also: ['ArrowLeft'],
    possible: telling,
    perform: () => void turnAct(-1),
  },
  cueNext: {
    name: 'cueNext',
    key: 'PageDown',
    stage: true,
    shown: 'PgDn →',
    also: ['ArrowRight'],
    possible: presenting,
    perform: () => turnCue(1),
  },
  cueBack: {
    name: 'cueBack',
    key: 'PageUp',
    stage: true,
    shown: 'PgUp ←',
    also: ['ArrowLeft'],
    possible: presenting,
    perform: () => turnCue(-1),
  },
  cueLeave: {
    name: 'cueLeave',
    key: 'Escape',
    stage: true,
    shown: 'Esc',
    possible: presenting,
    perform: () => look({ cue: null }),
  },
  cueBlank: {
    name: 'cueBlank',
    key: 'b',
    stage: true,
    shown: 'b .',
    also: ['.'],
    possible: presenting,
    perform: () => stageTools()?.blank(),
  },
  cueCode: {
    name: 'cueCode',
    key: 'q',
    stage: true,
    possible: presenting,
    perform: () => stageTools()?.code(),
  },
  cueSpeaker: {
    name: 'cueSpeaker',
    key: 'v',
    stage: true,
    possible: presenting,
    perform: () => stageTools()?.speaker(),
  },
  rules: { name: 'rules.title', key: 'k', perform: () => look({ dialog: 'rules' }) },
  changes: { name: 'changes.title', key: 'b', perform: () => look({ dialog: 'changes' }) },
} as const satisfies Record<string, Action>;

/** Seeks to the moment at which the lanes first differ, and pauses. */
async function goToDifference(): Promise<void> {
  const { difference } = differenceStore.getState();
  if (!difference) return;
  pause();
  await seek(difference.ns);
}

const list: readonly Action[] = Object.values(actions);

/** Whether the page offers the action at all. */
function isOffered({ whole = false, stage = false, there = () => true }: Action): boolean {
  const { embed } = viewStore.getState();
  if (!there()) return false;
  return embed ? !whole && !stage : !whole || !presenting();
}

export const offered = (): readonly Action[] => list.filter(isOffered);

/** Elements that handle Home, End and the arrow keys themselves, drawn or not. */
const HANDLES_ENDS = '[role="slider"], [role="separator"], [role="tab"]';

/** Whether a key belongs to the element that has the focus. */
function isTaken(event: KeyboardEvent): boolean {
  const target = event.target;
  if (/^(Home|End|Page)/.test(event.key) && (target as Element).matches?.(HANDLES_ENDS)) return true;
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return target.type !== 'range' || /^(Arrow|Home|End|Page)/.test(event.key);
  if (target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement) return true;
  return (event.key === ' ' || event.key === 'Enter') && target.closest('button, summary, a, [role="button"]') !== null;
}

/** Adds the key listeners of the page. */
export function followKeys(): void {
  const press = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.isComposing || isTaken(event)) return;
    const { dialog, show } = viewStore.getState();
    const control = event.ctrlKey || event.metaKey;
    if (!control && /^\S$/.test(event.key) && singleKeyShortcutsOff()) return;
    // While a dialog is open, undo applies inside it.
    if ((dialog !== null && !control) || (show !== null && !inGallery())) return;
    const isOf = ({ key, also = [] }: Action) => key === event.key || also.includes(event.key);
    const isHere = (action: Action) =>
      isOffered(action) && (action.anywhere || !inGallery()) && action.possible?.() !== false;
    const action = list.find((one) => isOf(one) && (one.control ?? false) === control && isHere(one));
    if (!action) return;
    event.preventDefault();
    action.perform();
  };
  // After a click with a pointer a button gives up the focus, so that Space plays and pauses.
  const click = (event: MouseEvent) => {
    if (event.detail > 0 && event.target instanceof Element) event.target.closest('button')?.blur();
  };
  // While a menu is open, Escape closes only the menu; the browser does this. `:is` ignores unknown selectors.
  const spare = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && document.querySelector('[popover="auto"]:is(:popover-open)'))
      event.stopImmediatePropagation();
  };
  // In the capture phase, so before other key listeners.
  window.addEventListener('keydown', spare, true);
  window.addEventListener('keydown', press);
  window.addEventListener('click', click);
}
