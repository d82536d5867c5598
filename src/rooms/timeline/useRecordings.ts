import { useEffect, useMemo, useRef } from 'react';
import type { LaneFeed } from '../../engine/lanes/lane';
import type { LaneKey } from '../../state/view';
import type { Mark } from './marks';
import { Recording } from './recording';
import type { TimelineScene } from './scene';

export interface TimelineLaneProps {
  readonly lane: LaneKey;
  readonly feed: LaneFeed;
  readonly marks: readonly Mark[];
}

/** Records every lane, also hidden ones, and passes the recordings to the scene. */
export function useRecordings(scene: TimelineScene, lanes: readonly TimelineLaneProps[]): void {
  const known = useRef(new WeakMap<LaneFeed, Recording>());
  const recordings = useMemo(
    () =>
      lanes.map(({ feed }) => {
        const recording = known.current.get(feed) ?? new Recording(feed);
        known.current.set(feed, recording);
        return recording;
      }),
    [lanes],
  );
  useEffect(() => {
    const stops = recordings.map((one) =>
      one.follow(
        () => scene.windowNs,
        () => scene.jumped(),
      ),
    );
    return () => {
      for (const stop of stops) stop();
    };
  }, [scene, recordings]);
  useEffect(() => {
    scene.setLanes(
      lanes.flatMap(({ lane, marks }, i) => {
        const recording = recordings[i];
        return recording ? [{ lane, marks, recording }] : [];
      }),
    );
  }, [scene, lanes, recordings]);
}
