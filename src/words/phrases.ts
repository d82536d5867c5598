/** Chinese has no blanks, so a browser breaks a line in the middle of a word unless the text says where words end. */
import { language } from '.';

/** No width; a line can break there. */
const BREAK = '\u200b';
/** No line begins with these. */
const CLOSING = /^[\p{P}\p{S}]/u;

let segmenter: Intl.Segmenter | null = null;

/** A title in the present language that breaks between words; the style sheet forbids other breaks (`word-break`). */
export function byWords(text: string): string {
  if (language() !== 'zh' || !('Segmenter' in Intl)) return text;
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' });
  let line = '';
  for (const { segment } of segmenter.segment(text)) {
    // A particle belongs to the word before it.
    const joins = line === '' || CLOSING.test(segment) || /^[的了着得地吗呢吧]$/.test(segment);
    line += joins ? segment : `${BREAK}${segment}`;
  }
  return line;
}
