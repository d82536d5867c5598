/** The claim of the first screen, with the figure that was measured here. */
import type { Finding } from '../../engine/batch/compared';
import { useWords } from './words';

/** The figure, worded as in the verdict beside the slider. */
export const percentOf = ({ difference, digits }: Finding): string => Math.abs(difference.mean).toFixed(digits);

/** `finding`: at the present load. */
export function Headline({ finding }: { readonly finding: Finding }) {
  const words = useWords();
  const apart = finding.kind === 'apart';
  const gain = apart
    ? words(finding.better === 'b' ? 'head.faster' : 'head.slower', { percent: percentOf(finding) })
    : words(finding.kind === 'undecided' || finding.kind === 'few' ? 'head.undecided' : 'head.same');
  return (
    <h1 className="front-headline">
      <span>{words('head.program')}</span> <span>{words('head.machine')}</span> <span>{words('head.line')}</span>{' '}
      <span>
        <em className={apart ? `gain-${finding.better}` : undefined}>{gain}</em>
        {words('head.between')}
        {words('head.why')}
      </span>
    </h1>
  );
}
