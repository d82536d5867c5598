import { textWidth } from '../ui/fitting';

/** Around the text of a chip: its badge and its padding; between two chips (px). */
export const CHIP = 48;
const GAP = 8;

/** How wide the chips are drawn with these texts (px). */
export const chipsWidth = (texts: readonly string[], size: number): number =>
  texts.reduce((sum, text) => sum + CHIP + textWidth(text, size), GAP * (texts.length - 1));

/**
 * What each lane's chip says: of its texts, the longest first, as much as there is room for beside the other. The widest
 * gives way first; one without words is its badge.
 */
export function chipTexts(texts: readonly (readonly string[])[], room: number, size: number): readonly string[] {
  const steps = texts.map(() => 0);
  const said = () => texts.map((own, lane) => own[steps[lane] ?? 0] ?? '');
  while (chipsWidth(said(), size) > room) {
    const widths = said().map((text) => textWidth(text, size));
    const widest = widths.indexOf(Math.max(...widths));
    if (!widths[widest]) break;
    steps[widest] = (steps[widest] ?? 0) + 1;
  }
  return said();
}
