/** Above a lane: its letter, the policy of its kernel, and the share of wake-ups that leave the waker's cluster. */
import type { Leaving } from './leaving';
import { useWords } from './words';

/** In percent, whole; below one percent with a decimal, since a few do leave. */
function shareOf({ wakes, left }: Leaving): string {
  if (wakes === 0) return '–';
  const share = (left / wakes) * 100;
  return share > 0 && share < 1 ? Math.max(0.1, share).toFixed(1) : String(Math.round(share));
}

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
