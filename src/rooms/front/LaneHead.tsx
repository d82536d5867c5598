/** Above a lane: its letter, the policy of its kernel, and the share of wake-ups that leave the waker's cluster. */
import type { Leaving } from './leaving';
import { useWords } from './words';

/** In percent, whole. */
const shareOf = ({ wakes, left }: Leaving): string => (wakes === 0 ? '–' : String(Math.round((left / wakes) * 100)));

export function LaneHead({ lane, left }: { readonly lane: 'a' | 'b'; readonly left: Leaving }) {
  const words = useWords();
  const share = shareOf(left);
  return (
    <header className="front-lane-head">
      <b className="front-badge" aria-hidden="true">
        {lane.toUpperCase()}
      </b>
      <h2>{words(`lane.${lane}`)}</h2>
      <p className="front-share" role="img" aria-label={words('lane.share', { share })}>
        <b>
          {share}
          <small> %</small>
        </b>
        <span>
          <span>{words('lane.share.first')}</span> <span>{words('lane.share.second')}</span>
        </span>
      </p>
    </header>
  );
}
