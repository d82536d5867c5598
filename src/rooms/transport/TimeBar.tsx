/** The run from its beginning to a little after the furthest moment shown: its current time and its marks. */
import { useEffect, useMemo, useRef } from 'react';
import { useDifference } from '../../state/difference';
import { type Marker, markersOf } from '../../state/markers';
import { clockNs, furthestNs, seek } from '../../state/run';
import { useScenario } from '../../state/scenario';
import { LANE_KEYS } from '../../state/view';
import { FLAG } from '../../ui/NoteSign';
import { useT } from '../../words';
import { duration, moment } from '../../words/format';
import { useExtent } from './extent';
import { onReading } from './readings';
import './timebar.css';

/** A step of the arrow keys is this part of the whole. */
const STEPS = 1000;

export function TimeBar() {
  const t = useT();
  const lanes = useScenario(({ document }) => document.lanes);
  const forks = useScenario((state) => state.forks);
  const notes = useScenario((state) => state.notes);
  const difference = useDifference();
  const markers = useMemo(() => markersOf(lanes, forks, difference, notes), [lanes, forks, difference, notes]);
  const range = useRef<HTMLInputElement>(null);
  const track = useRef<HTMLDivElement>(null);
  const held = useRef(false);
  const extent = useExtent();

  useEffect(() => {
    return onReading(() => {
      const input = range.current;
      if (!input) return;
      const now = clockNs();
      if (!held.current) input.value = String(now);
      const text = moment(now);
      if (input.getAttribute('aria-valuetext') !== text) input.setAttribute('aria-valuetext', text);
      track.current?.style.setProperty('--now', `${(now / extent) * 100}%`);
      track.current?.style.setProperty('--furthest', `${(furthestNs() / extent) * 100}%`);
    });
  }, [extent]);

  return (
    <div className="timebar">
      <div className="timebar-row">
        <div className="timebar-track" ref={track}>
          <i className="timebar-computed" aria-hidden="true" />
          <input
            ref={range}
            type="range"
            aria-label={t('time.scrub')}
            min={0}
            max={extent}
            step={Math.max(1, Math.round(extent / STEPS))}
            defaultValue={0}
            onPointerDown={() => {
              held.current = true;
            }}
            onPointerUp={() => {
              held.current = false;
            }}
            onPointerCancel={() => {
              held.current = false;
            }}
            onChange={({ target }) => void seek(Number(target.value))}
          />
          {markers.map((marker) => (
            <Mark key={`${marker.kind}${marker.lane}${marker.ns}${marker.text}`} marker={marker} extent={extent} />
          ))}
        </div>
        <span className="timebar-end">{duration(extent)}</span>
      </div>
    </div>
  );
}

function Mark({ marker, extent }: { marker: Marker; extent: number }) {
  const t = useT();
  const { kind, ns, lane, text } = marker;
  if (ns > extent) return null;
  const letter = lane === null ? '' : (LANE_KEYS[lane]?.toUpperCase() ?? '');
  const label = t(`time.marker.${kind}`, { lane: letter, time: moment(ns), text: text ?? '' });
  return (
    <button
      type="button"
      className={`to-scale mark mark-${kind}`}
      data-lane={lane === null ? undefined : LANE_KEYS[lane]}
      style={{ insetInlineStart: `${(ns / extent) * 100}%` }}
      aria-label={label}
      title={label}
      onClick={() => void seek(ns)}
    >
      <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
        <path d={MARKS[kind]} />
      </svg>
    </button>
  );
}

/** A triangle, a branch, a diamond, a flag. */
const MARKS: Readonly<Record<Marker['kind'], string>> = {
  flip: 'M0.5 1h9L5 9.5z',
  fork: 'M4 0h2v4l3.5 4.5-1.6 1.2L5 6 2.1 9.7.5 8.5 4 4z',
  difference: 'M5 0l4.6 5L5 10 .4 5z',
  note: FLAG,
};
