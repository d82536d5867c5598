import { type RefObject, useEffect, useState } from 'react';
import { onFrame } from '../../engine/loop';
import type { Palette } from '../../signs/palette';
import type { TimelineScene } from './scene';

/** Minimum font size (px). */
const LEAST_TEXT = 12;
/** A lane that is narrower than this has one column of labels (px). */
const NARROW = 300;

/** The size of a lane and the device pixel ratio, passed to the scene. */
export function useSize(
  host: RefObject<HTMLElement | null>,
  scene: TimelineScene,
  palette: Palette | null,
  lanes: number,
): { readonly w: number; readonly h: number; readonly ratio: number } {
  const [size, setSize] = useState({ w: 0, h: 0, ratio: 1 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number of lanes has another element to measure.
  useEffect(() => {
    const lane = host.current?.querySelector('.timeline-lane');
    if (!lane) return;
    const watch = new ResizeObserver(() => {
      const next = { w: lane.clientWidth, h: lane.clientHeight, ratio: devicePixelRatio };
      setSize((old) => (old.w === next.w && old.h === next.h && old.ratio === next.ratio ? old : next));
    });
    watch.observe(lane);
    return () => watch.disconnect();
  }, [host, lanes]);
  // On another screen the window keeps its size.
  useEffect(
    () => onFrame(() => size.ratio !== devicePixelRatio && setSize({ ...size, ratio: devicePixelRatio })),
    [size],
  );
  useEffect(() => {
    if (!palette || !host.current) return;
    const label = Number.parseFloat(getComputedStyle(host.current).getPropertyValue('--size-label')) || LEAST_TEXT;
    scene.resize({ width: size.w, height: size.h, text: Math.max(palette.text, label), narrow: size.w < NARROW });
  }, [host, scene, palette, size]);
  return size;
}
