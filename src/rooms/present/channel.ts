/**
 * The messages between the stage and the speaker's window, over one channel per presentation. Browsers restrict the channel to
 * one origin; invalid messages are ignored all the same.
 */
import type { Talk } from '../../page/talk';
import type { Language } from '../../words';

/** Limits of a message. */
const MOST_TEXT = 1200;
const MOST_NOTES = 24;
const MOST_PICTURE = 4_000_000;

/** The content of the speaker's window. */
export interface TalkMessage {
  readonly type: 'talk';
  readonly talk: Talk;
  /** The start of the talk (ms since 1970). */
  readonly since: number;
}
/** The state of the stage, several times a second. */
export interface Clock {
  readonly type: 'clock';
  readonly ns: number;
  readonly playing: boolean;
  /** The screen is black. */
  readonly blank: boolean;
}
/** The lanes on the stage, as an SVG. */
export interface PictureMessage {
  readonly type: 'picture';
  readonly svg: string;
}
export type ToSpeaker = TalkMessage | Clock | PictureMessage | { readonly type: 'end' };
export type ToStage =
  | { readonly type: 'hello' }
  | { readonly type: 'turn'; readonly by: 1 | -1 }
  | { readonly type: 'play' | 'blank' | 'picture' };

const channelName = (id: string): string => `scheduler-playground-talk-${id}`;

const SPEAKER = /^#speaker=([0-9a-f]{16})&lang=(en|zh)$/;

/** A unique name of a presentation. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The presentation and the language in the address of a speaker's window; null: another page. */
export function speakerOf(hash: string): { readonly id: string; readonly lang: Language } | null {
  const [, id, lang] = SPEAKER.exec(hash) ?? [];
  return id === undefined ? null : { id, lang: lang === 'zh' ? 'zh' : 'en' };
}

/** The address of the speaker's window of the page at `href`. */
export const speakerAddress = (href: string, id: string, lang: Language): string =>
  `${href.replace(/#.*/, '')}#speaker=${id}&lang=${lang}`;

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const isCount = (value: unknown): value is number => Number.isFinite(value) && (value as number) >= 0;
const text = (value: unknown): string => (typeof value === 'string' ? value.slice(0, MOST_TEXT) : '');

function cueOf(value: unknown): Talk['now'] {
  const { text: cue, about, notes } = fieldsOf(value);
  return {
    text: text(cue),
    about: text(about),
    notes: Array.isArray(notes) ? notes.slice(0, MOST_NOTES).map(text) : [],
  };
}

/** A message to the speaker's window; null: not a known message. */
export function readToSpeaker(data: unknown): ToSpeaker | null {
  const { type, talk, since, ns, playing, blank, svg } = fieldsOf(data);
  if (type === 'end') return { type };
  if (type === 'clock') return isCount(ns) ? { type, ns, playing: playing === true, blank: blank === true } : null;
  if (type === 'picture') return typeof svg === 'string' && svg.length <= MOST_PICTURE ? { type, svg } : null;
  if (type !== 'talk' || !isCount(since)) return null;
  const { at, all, now, next, asks, place, isFirst, isLast } = fieldsOf(talk);
  if (!isCount(at) || !isCount(all)) return null;
  return {
    type,
    since,
    talk: {
      at,
      all,
      now: cueOf(now),
      next: next === null ? null : cueOf(next),
      asks: asks === true,
      place: text(place),
      isFirst: isFirst === true,
      isLast: isLast === true,
    },
  };
}

/** A message to the stage; null: not a known message. */
export function readToStage(data: unknown): ToStage | null {
  const { type, by } = fieldsOf(data);
  if (type === 'hello' || type === 'play' || type === 'blank' || type === 'picture') return { type };
  return type === 'turn' && (by === 1 || by === -1) ? { type, by } : null;
}

/** One end of a channel. */
export interface End<Out> {
  send(message: Out): void;
  close(): void;
}

/** Opens an end: `read` parses messages, and `receive` handles them. */
export function openEnd<In, Out>(
  id: string,
  read: (data: unknown) => In | null,
  receive: (message: In) => void,
): End<Out> {
  const channel = new BroadcastChannel(channelName(id));
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const message = read(data);
    if (message !== null) receive(message);
  };
  return { send: (message) => channel.postMessage(message), close: () => channel.close() };
}
