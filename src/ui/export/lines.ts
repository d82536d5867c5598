/** The visible lines of a text, with the line breaks of the page. */

/** A rectangle on the page (px). */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export const EVERYWHERE: Box = { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity };

export const common = (a: Box, b: Box): Box => ({
  left: Math.max(a.left, b.left),
  right: Math.min(a.right, b.right),
  top: Math.max(a.top, b.top),
  bottom: Math.min(a.bottom, b.bottom),
});

export interface Word {
  /** Includes the space after it. */
  readonly text: string;
  readonly box: Box;
}

/** A word that overflows by less is not cut, since letters are lower than their boxes (px). */
const SLACK = 2;

const isSeen = ({ left, right, top, bottom }: Box, clip: Box): boolean => {
  const middle = (top + bottom) / 2;
  return right > left && middle > clip.top && middle < clip.bottom && left < clip.right && right <= clip.right + SLACK;
};

/** The words inside `clip`, line by line; if words after them are left out, the last line ends with an ellipsis. */
export function linesOf(words: readonly Word[], clip: Box): readonly Word[] {
  const lines: { text: string; box: Box }[] = [];
  const seen = words.filter(({ box }) => isSeen(box, clip));
  for (const { text, box } of seen) {
    const last = lines.at(-1);
    if (last && Math.abs(last.box.top - box.top) < 2) {
      last.text += text;
      last.box = { ...last.box, right: box.right };
    } else {
      // A `DOMRect` has only inherited properties, which a spread does not copy.
      const { left, right, top, bottom } = box;
      lines.push({ text, box: { left, right, top, bottom } });
    }
  }
  const last = lines.at(-1);
  if (last && seen.at(-1) !== words.findLast(({ box }) => box.right > box.left)) last.text = `${last.text.trimEnd()} …`;
  return lines;
}
