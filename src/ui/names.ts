/** Names of things on the drawing. */

/** CPU numbers as the kernel prints them: `0-3,8`. */
export function cpuList(numbers: readonly number[]): string {
  const cpus = numbers.toSorted((a, b) => a - b);
  const parts: string[] = [];
  for (let i = 0; i < cpus.length; ) {
    let j = i;
    while (cpus[j + 1] === (cpus[j] as number) + 1) j += 1;
    parts.push(i === j ? `${cpus[i]}` : `${cpus[i]}-${cpus[j]}`);
    i = j + 1;
  }
  return parts.join(',');
}

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
