import { textWidth } from '../ui/fitting';

/** The badge and padding of a chip; the gap between two chips (px). */
export const CHIP = 46;
const GAP = 8;

/** The drawn width of chips with these texts (px). */
export const chipsWidth = (texts: readonly string[], size: number): number =>
  texts.reduce((sum, text) => sum + (text ? CHIP + textWidth(text, size) : 0), GAP * (texts.length - 1));

/**
 * The text of each lane's chip: the longest of its texts that fits. The first lane is shortened before the last, since
 * an experiment is about the last one; a lane without texts has no chip.
 */
export function chipTexts(texts: readonly (readonly string[])[], room: number, size: number): readonly string[] {
  const said = texts.map(([text = '']) => text);
  texts.forEach((own, lane) => {
    for (const text of [...own.slice(1), '']) if (chipsWidth(said, size) > room) said[lane] = text;
  });
  return said;
}
