import { fitting } from '../ui/fitting';
import { useWidth } from '../ui/useWidth';

/** Bold letters are wider by this factor. */
const BOLD = 1.12;
const LINES = 2;

/** The title of a lane: the longest of its texts that fits in two lines. A click shows the whole title. */
export function LaneTitle({ texts }: { texts: readonly string[] }) {
  const { ref, width, size } = useWidth<HTMLHeadingElement>();
  return (
    <h2 ref={ref} title={texts[0]}>
      {width === 0 ? texts[0] : (fitting(texts, width, size * BOLD, LINES) ?? texts.at(-1))}
    </h2>
  );
}
