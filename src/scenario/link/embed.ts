/** The part `embed`: the lanes alone, and the origin with which the page exchanges messages. */
import { ANYBODY, type LinkView } from './content';
import { writtenPart } from './fragment';
import { BadPart, part } from './part';

type Embedding = Pick<LinkView, 'embed' | 'embedder'>;

/** The origin in a text; null: the text is not an origin. */
export function originOf(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, origin, href } = new URL(text);
  return /^https?:$/.test(protocol) && href === `${origin}/` ? origin : null;
}

const NOBODY = 'none';

function write({ embedder }: Pick<LinkView, 'embedder'>): string {
  if (embedder === null) return NOBODY;
  return embedder === ANYBODY ? '1' : embedder;
}

export const embed = part<Embedding>({
  name: 'embed',
  get: ({ view }) => (view.embed ? view : undefined),
  write,
  read: (text, { say }) => {
    if (text === '0') return { embed: false, embedder: ANYBODY };
    if (text === '1') return { embed: true, embedder: ANYBODY };
    if (text === NOBODY) return { embed: true, embedder: null };
    if (!/[.:/]/.test(text)) throw new BadPart();
    const embedder = originOf(text);
    // A link for one origin never becomes a link for all.
    if (embedder === null) say({ kind: 'origin', text: text.slice(0, 60) });
    return { embed: true, embedder };
  },
  put: (content, { embed, embedder }) => ({ ...content, view: { ...content.view, embed, embedder } }),
});

/** The part in the fragment of an embedded page. */
export const embedPart = (view: Pick<LinkView, 'embedder'>): string => writtenPart(['embed', write(view)]);
