import { textWidth } from '../ui/fitting';

/** Around the text of a chip: its badge and its padding; between two chips (px). */
export const CHIP = 46;
const GAP = 8;

/** How wide the chips are drawn with these texts (px). */
export const chipsWidth = (texts: readonly string[], size: number): number =>
  texts.reduce((sum, text) => sum + (text ? CHIP + textWidth(text, size) : 0), GAP * (texts.length - 1));

/**
 * The text of each lane's chip: the longest of its texts that fits. The first lane is shortened
 * before the last, which is what an experiment is about; one without words has no chip.
 */
export function chipTexts(texts: readonly (readonly string[])[], room: number, size: number): readonly string[] {
  const said = texts.map(([text = '']) => text);
  texts.forEach((own, lane) => {
    for (const text of [...own.slice(1), '']) if (chipsWidth(said, size) > room) said[lane] = text;
  });
  return said;
}
