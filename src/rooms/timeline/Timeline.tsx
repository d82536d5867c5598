/**
 * The tasks of every CPU over simulated time: a row for each CPU of the open group and one for each folded group. The
 * lanes share a time axis side by side, or one is shown at a time.
 */
import { useEffect, useRef, useState } from 'react';
import type { Pace } from '../../engine/lanes/pace';
import { later, Part } from '../../page/Part';
import { showSpan } from '../../page/span';
import { onThemeChange, type Palette, readPalette } from '../../signs/palette';
import type { Waker } from './arrival';
import { LaneCanvas } from './LaneCanvas';
import type { AskRange } from './past';
import { TimelineScene } from './scene';
import { isTask, type Stretch } from './stretch';
import { Tools } from './Tools';
import { timelineTable } from './table';
import type { AskDecision } from './useArrival';
import { type Canvases, type Drawn, useDrawing } from './useDrawing';
import { useLooked } from './useLooked';
import { type TimelineLaneProps, useRecordings } from './useRecordings';
import { useSize } from './useSize';
import './timeline.css';

const Card = later(async () => (await import('./Card')).default);

const ZOOM_STEP = 1.6;
const NO_TASKS = new Uint16Array();

export interface TimelineProps {
  readonly lanes: readonly TimelineLaneProps[];
  readonly playing: boolean;
  readonly pace: Pace;
  /** The interval shown initially, and kept in the log of a step (ns). */
  readonly windowNs: number;
  /** A CPU that the pointer selected on the machine: its group opens. */
  readonly pointed: number | null;
  /** The highlighted task, or null. */
  readonly followed: number | null;
  /** Follows a task, or stops following it. */
  readonly onFollow: (task: number) => void;
  /** Explains why a task runs when and where it does. */
  readonly onWhy: (stretch: Stretch) => void;
  /** A moment (ns) on the axis was clicked. */
  readonly onSeek: (ns: number) => void;
  /** The furthest moment that can be shown (ns). */
  readonly furthestNs: () => number;
  /** Queries an interval of the run that the present log does not contain. */
  readonly onRange: AskRange;
  readonly onDecision: AskDecision;
}

export function Timeline(props: TimelineProps) {
  const { lanes, playing, pace, windowNs, pointed, followed, onFollow, onWhy, onSeek, furthestNs } = props;
  const host = useRef<HTMLDivElement>(null);
  const painted = useRef(() => {});
  const [waker, setWaker] = useState<Waker | null>(null);
  const [wanted, setWanted] = useState(false);
  const [scene] = useState(() => new TimelineScene(windowNs));
  const [canvases] = useState<Canvases>(() => new Map());
  const [palette, setPalette] = useState<Palette | null>(null);
  const [only, setOnly] = useState<number | null>(null);
  const { looked, hold, leave, pick, point, click } = useLooked(scene, host);
  const shown = lanes.flatMap((lane, i) =>
    only === null || only === i || !lanes[only] ? [{ ...lane, index: i }] : [],
  );

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const read = () => setPalette(readPalette(element));
    read();
    return onThemeChange(read);
  }, []);
  const size = useSize(host, scene, palette, shown.length);
  useRecordings(scene, lanes);
  useEffect(() => showSpan(() => scene.span), [scene]);
  useEffect(() => {
    scene.windowNs = windowNs;
    scene.look({ spanNs: windowNs, endNs: null });
  }, [scene, windowNs]);
  useEffect(() => {
    scene.look(playing ? { ...scene.camera, endNs: null } : scene.camera);
  }, [scene, playing]);
  useEffect(() => {
    if (pointed !== null) scene.openAt(pointed);
  }, [scene, pointed]);

  /** The present state of the inspected item: an interval grows, and may be dropped. */
  const stretch = looked?.stretch ? scene.again(looked.stretch) : null;
  const drawn = useRef<Drawn>(null as unknown as Drawn);
  drawn.current = {
    playing,
    pace,
    followed,
    picked: stretch && isTask(stretch) ? { stretch, waker } : null,
    furthestNs,
    onRange: props.onRange,
    onPainted: () => painted.current(),
  };
  useDrawing(scene, canvases, palette, host, drawn);
  // Highlights are redrawn whenever the look changes.
  useEffect(() => {
    scene.dirty = true;
  });

  if (looked && !wanted) setWanted(true);
  const zoomBy = (factor: number) => scene.zoomBy(factor, 0.5, playing, furthestNs());
  const tableOf = () => {
    const { fromNs, toNs } = scene.span;
    const recorded = shown.flatMap(({ lane, feed, index }) => {
      const segments = scene.segments(index);
      return segments ? [{ lane, segments, tasks: feed.tasks }] : [];
    });
    return timelineTable(recorded, fromNs, toNs);
  };
  return (
    <div className="timeline" ref={host} data-lanes={shown.length}>
      <Tools lanes={lanes.length} only={only} onOnly={setOnly} onZoom={zoomBy} step={ZOOM_STEP} table={tableOf} />
      {shown.map(({ lane, index }) => (
        <LaneCanvas
          key={lane}
          scene={scene}
          canvases={canvases}
          index={index}
          lane={lane}
          size={size}
          playing={playing}
          picked={looked?.stretch ?? null}
          furthestNs={furthestNs}
          onPoint={(hit) => point(hit, index)}
          onClick={(hit) => (hit.on === 'axis' ? onSeek(Math.max(0, hit.ns)) : click(hit, index))}
          onPick={pick}
          onEnter={onWhy}
        />
      ))}
      {wanted && (
        <Part>
          <Card
            scene={scene}
            canvases={canvases}
            looked={looked}
            painted={painted}
            stretch={stretch}
            tasks={lanes[looked?.stretch?.lane ?? 0]?.feed.tasks ?? NO_TASKS}
            followed={followed}
            onFollow={onFollow}
            onWhy={onWhy}
            onHold={(held) => (held ? hold() : leave())}
            onDecision={props.onDecision}
            onWaker={setWaker}
          />
        </Part>
      )}
    </div>
  );
}
