/** The stretch of a step on a phone: a slider and a button that plays it, for a reader who does not scroll through it. */
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../ui/Icon';
import { moment } from '../../words/format';
import { FILM_MS, scrollThrough, TAKES_OVER } from './scroll';
import { useStory } from './store';
import { tweened } from './tween';
import type { Step as ActStep } from './types';
import { useWords } from './words';

const hostOf = (element: Element | null): HTMLElement | null => element?.closest<HTMLElement>('.acts-scroll') ?? null;

interface ThroughProps {
  readonly place: number;
  readonly step: ActStep;
  readonly current: boolean;
}

export function Through({ place, step: { fromNs, atNs }, current }: ThroughProps) {
  const w = useWords();
  const own = useRef<HTMLDivElement>(null);
  const share = useStory((state) => (current ? state.share : null)) ?? 1;
  const [from, setFrom] = useState<number | null>(null);
  useEffect(() => {
    const host = hostOf(own.current);
    if (from === null || !host || !current) return;
    const end = () => setFrom(null);
    const stop = tweened(FILM_MS * (1 - from), (done) => {
      scrollThrough(host, place, from + (1 - from) * done);
      if (done === 1) end();
    });
    const takeOver = ({ target }: Event) => own.current?.contains(target as Node) || end();
    for (const kind of TAKES_OVER) window.addEventListener(kind, takeOver, { passive: true });
    return () => {
      stop();
      for (const kind of TAKES_OVER) window.removeEventListener(kind, takeOver);
    };
  }, [from, place, current]);
  const playing = from !== null;
  // A step through a decision stands still in time.
  const time = fromNs === undefined ? undefined : moment(fromNs + share * (atNs - fromNs));
  return (
    <div className="acts-through" ref={own}>
      <button
        type="button"
        className="quiet"
        aria-label={w(playing ? 'through.pause' : 'through.play')}
        onClick={() => setFrom(playing ? null : share < 1 ? share : 0)}
      >
        <Icon name={playing ? 'pause' : 'play'} />
      </button>
      <div className="acts-position">
        <input
          type="range"
          aria-label={w('through')}
          aria-valuetext={time}
          max={100}
          value={Math.round(share * 100)}
          onChange={({ currentTarget }) => {
            setFrom(null);
            const host = hostOf(currentTarget);
            if (host) scrollThrough(host, place, Number(currentTarget.value) / 100);
          }}
        />
        {time && <small aria-hidden="true">{time}</small>}
      </div>
    </div>
  );
}
