/** Estimates of the width of a text in a drawing. */

/** An upper estimate of the width of a text (px). It measures nothing, so that layouts stay pure. */
export function textWidth(text: string, size: number): number {
  let em = 0;
  for (const char of text)
    em += char > '\u2e80' ? 1 : 'mwMW+−±×'.includes(char) ? 0.95 : ' -,·'.includes(char) ? 0.4 : 0.6;
  return em * size;
}

/** The width in digits of a fixed font; a Chinese character counts as two. */
export const widthOf = (text: string): number => text.length + (text.match(/[\u2e80-\uffef]/g)?.length ?? 0);

/** Number of lines, broken between words and anywhere in Chinese; infinite if a word is too long for a line. */
function linesOf(text: string, width: number, size: number): number {
  let [lines, used] = [1, 0];
  for (const word of text.match(/\p{sc=Han}|[^\s\p{sc=Han}]+\s*/gu) ?? []) {
    const wordWidth = textWidth(word.trimEnd(), size);
    if (wordWidth > width) return Number.POSITIVE_INFINITY;
    if (used + wordWidth > width) [lines, used] = [lines + 1, 0];
    used += textWidth(word, size);
  }
  return lines;
}

/** The first of `texts` that fits into the lines there is room for, or null. */
export function fitting(texts: readonly string[], width: number, size: number, most = 1): string | null {
  return texts.find((text) => textWidth(text, size) <= width || linesOf(text, width, size) <= most) ?? null;
}
