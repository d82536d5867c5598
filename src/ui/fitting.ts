/** How much room a text takes on a drawing. */

/** An upper estimate of how wide a text is drawn (px): no measuring, so that layouts stay pure. */
export function textWidth(text: string, size: number): number {
  let em = 0;
  for (const char of text) em += char > '\u2e80' ? 1 : 'mwMW'.includes(char) ? 0.95 : ' -,·'.includes(char) ? 0.4 : 0.6;
  return em * size;
}

/** The first of `texts` that fits, or null. */
export function fitting(texts: readonly string[], width: number, size: number): string | null {
  return texts.find((text) => textWidth(text, size) <= width) ?? null;
}
