/**
 * What every CPU ran: one row a CPU, simulated time to the right, the colour of the running task's
 * group. Both lanes above each other where they fit, else the one in focus.
 */
import { type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { LaneFeed } from '../../engine/lanes/lane';
import type { Pace } from '../../engine/lanes/pace';
import type { RangeAnswer } from '../../engine/lanes/questions';
import { onFrame } from '../../engine/loop';
import { FrameView } from '../../engine/wire/frame';
import { writeCpuList } from '../../scenario/cpuList';
import { NO_TASK, ROLES } from '../../scenario/generated/vocab';
import { onThemeChange, type Palette, readPalette } from '../../signs/palette';
import { drawnBy } from '../../ui/pictures';
import { Takeaway } from '../../ui/Takeaway';
import { useT } from '../../words';
import { duration, moment } from '../../words/format';
import { brushed, type Camera, pan, rightEdge, zoom } from './camera';
import { AXIS, type Mark, paintTimeline, STRIPE, type Strip, taskColors } from './paint';
import { rectStrip } from './rects';
import { rowAt, rowsOf, STACK_CPUS } from './rows';
import { Segments, UNKNOWN, WASTED } from './segments';
import { timelineTable } from './table';
import './timeline.css';

/** Wall time between two drawings while playing (ms): every row is put anew, which is dear. */
const EVERY_MS: Readonly<Record<Pace, number>> = { watch: 30, race: 50 };
const ZOOM_STEP = 1.6;
const NO_LOG = new Uint32Array(0);
/** A pointer that moved less has not dragged (px). */
const CLICK_PX = 4;
/** A segment's first pixels stand for what brought its task there. */
const START_PX = 7;
/** The camera has to rest this long before what it shows is asked for (ms). */
const REST_MS = 120;
/** A stretch is asked for with this much of its length on both sides. */
const AROUND = 0.25;

export interface TimelineLaneProps {
  readonly lane: 'a' | 'b';
  readonly feed: LaneFeed;
  readonly marks: readonly Mark[];
}
export interface TimelineProps {
  readonly lanes: readonly TimelineLaneProps[];
  /** The lane shown where both do not fit. */
  readonly focus: 'a' | 'b';
  readonly playing: boolean;
  readonly pace: Pace;
  /** The stretch of time shown at first, and kept in the log of a step (ns). */
  readonly windowNs: number;
  /** The task that stands out, or null; a click on one says it is to be followed, or no longer. */
  readonly followed: number | null;
  readonly onFollow: (task: number) => void;
  /** The start (ns) of a segment was clicked. */
  readonly onArrival: (lane: 'a' | 'b', task: number, ns: number) => void;
  /** A moment on the axis was clicked. */
  readonly onSeek: (ns: number) => void;
  /** The furthest moment that can be looked at (ns). */
  readonly furthestNs: () => number;
  /** Who ran where in a stretch of the run that the log of the present does not hold. */
  readonly onRange: (lane: 'a' | 'b', fromNs: number, toNs: number) => Promise<RangeAnswer | null>;
}

export function Timeline({
  lanes,
  focus,
  playing,
  pace,
  windowNs,
  followed,
  onFollow,
  onArrival,
  onSeek,
  furthestNs,
  onRange,
}: TimelineProps) {
  const t = useT();
  const host = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const readout = useRef<HTMLParagraphElement>(null);
  const cross = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ w: 0, h: 0, ratio: 1 });
  const [palette, setPalette] = useState<Palette | null>(null);
  const camera = useRef<Camera>({ spanNs: windowNs, endNs: null });
  const live = useRef({ playing, pace, windowNs, dirty: true });
  const pointer = useRef<{ x: number; y: number } | null>(null);
  const dragged = useRef<{ readonly startX: number; x: number; readonly brush: boolean } | null>(null);
  const brush = useRef<HTMLDivElement>(null);

  live.current.playing = playing;
  live.current.pace = pace;
  live.current.windowNs = windowNs;

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const watch = new ResizeObserver(() => {
      const next = { w: element.clientWidth, h: element.clientHeight, ratio: devicePixelRatio || 1 };
      setSize((old) => (old.w === next.w && old.h === next.h && old.ratio === next.ratio ? old : next));
    });
    watch.observe(element);
    const read = () => setPalette(readPalette(element));
    read();
    const stop = onThemeChange(read);
    return () => {
      watch.disconnect();
      stop();
    };
  }, []);

  useEffect(() => {
    camera.current = { spanNs: windowNs, endNs: null };
    live.current.dirty = true;
  }, [windowNs]);
  useEffect(() => {
    if (playing) camera.current = { ...camera.current, endNs: null };
    live.current.dirty = true;
  }, [playing]);

  /** Stretches of the past that were asked for. */
  const past = useRef(new WeakMap<LaneFeed, Segments>());

  // All lanes are recorded, whichever is shown.
  const known = useRef(new WeakMap<LaneFeed, Segments>());
  const recorded = useMemo(
    () =>
      lanes.map(({ lane, feed, marks }) => {
        const segments = known.current.get(feed) ?? new Segments(feed.machine.cpus);
        known.current.set(feed, segments);
        return { lane, feed, marks, segments };
      }),
    [lanes],
  );
  useEffect(() => {
    for (const { feed, segments } of recorded) {
      if (segments.nowNs > 0) continue;
      for (const { frame, log } of feed.opening) segments.accept(log, frame, live.current.windowNs);
    }
    const stops = recorded.flatMap(({ feed, segments }) => [
      feed.onLog((log) => feed.frame && segments.accept(log, feed.frame, live.current.windowNs)),
      feed.onReset((log) => {
        segments.clear();
        if (feed.frame && log.length > 0) segments.accept(log, feed.frame, live.current.windowNs);
        past.current.delete(feed);
        // A moment that was sought is shown: where the camera stands, or at its edge.
        const { endNs, spanNs } = camera.current;
        const now = feed.frame?.ns ?? 0;
        if (endNs !== null && (now > endNs || now < endNs - spanNs)) camera.current = { spanNs, endNs: null };
        live.current.dirty = true;
      }),
    ]);
    return () => {
      for (const stop of stops) stop();
    };
  }, [recorded]);

  const shown = useMemo(
    () =>
      recorded.every(({ feed }) => feed.machine.cpus <= STACK_CPUS)
        ? recorded
        : recorded.filter(({ lane }) => lane === focus),
    [recorded, focus],
  );
  const text = palette?.text ?? 11;
  const gutter = Math.ceil(text * 4.6);
  const plot = { w: Math.max(size.w - gutter, 0), h: Math.max(size.h - Math.ceil(text * AXIS), 0) };
  const rows = useMemo(
    () =>
      rowsOf(
        shown.map(({ feed }) => feed.machine),
        plot.h,
        text,
      ),
    [shown, plot.h, text],
  );

  const nowNs = (): number => edgeNs(shown);
  const latest = useRef({ furthestNs, onRange });
  latest.current = { furthestNs, onRange };
  const limitNs = (): number => Math.max(nowNs(), furthestNs());
  /** What is known of a lane in the stretch on the screen. */
  const knownOf = (feed: LaneFeed, segments: Segments): Segments =>
    (camera.current.endNs !== null && past.current.get(feed)) || segments;

  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context || !palette || plot.w < 20 || plot.h < 20 || rows.rows.length === 0) return;
    const strip = makeStrip(Math.round(plot.w * size.ratio), Math.ceil(plot.h * size.ratio) + 1, size.ratio);
    const colored = (colours: Palette) => shown.map(({ feed }) => taskColors(feed.tasks, colours, followed));
    const painted = colored(palette);
    /** The lanes as they are in the stretch on the screen. */
    const lanesIn = (colors: readonly Uint32Array[]) =>
      shown.map(({ feed, segments, marks }, i) => ({
        segments: (camera.current.endNs !== null && past.current.get(feed)) || segments,
        marks,
        colors: colors[i] ?? new Uint32Array(),
        nowNs: segments.nowNs,
      }));
    const viewOf = (ratio: number) => {
      const toNs = rightEdge(camera.current, edgeNs(shown));
      return { width: plot.w, fromNs: toNs - camera.current.spanNs, toNs, ratio };
    };
    drawnBy(context.canvas, (ctx) => {
      if (!host.current) return;
      const colours = readPalette(host.current);
      paintTimeline(ctx, rectStrip(plot.w, plot.h), rows, lanesIn(colored(colours)), viewOf(1), colours);
    });
    live.current.dirty = true;
    /** Where the camera rests, since when, and whether what it shows has been asked for. */
    let rest = { key: '', sinceMs: 0, asked: true };
    const ask = (nowMs: number) => {
      const { endNs, spanNs } = camera.current;
      const key = `${endNs} ${spanNs}`;
      if (key !== rest.key) rest = { key, sinceMs: nowMs, asked: endNs === null };
      if (rest.asked || endNs === null || nowMs - rest.sinceMs < REST_MS) return;
      rest.asked = true;
      const { furthestNs: furthest, onRange: load } = latest.current;
      const [from, to] = [Math.max(0, endNs - spanNs), Math.min(endNs, furthest())];
      for (const { lane, feed, segments } of shown) {
        const holds = (one: Segments | undefined) => one !== undefined && one.fromNs <= from && one.nowNs >= to;
        if (holds(past.current.get(feed))) continue;
        if (holds(segments)) {
          past.current.delete(feed);
          live.current.dirty = true;
          continue;
        }
        void load(lane, Math.max(0, from - spanNs * AROUND), Math.min(to + spanNs * AROUND, furthest())).then(
          (told) => {
            if (!told || told.frame.length === 0) return;
            const stretch = Segments.of(
              feed.machine.cpus,
              new FrameView(told.first),
              told.log,
              new FrameView(told.frame),
            );
            past.current.set(feed, stretch);
            live.current.dirty = true;
          },
        );
      }
    };
    let drawn = -1;
    let last = Number.NEGATIVE_INFINITY;
    return onFrame((nowMs) => {
      ask(nowMs);
      const version = shown.reduce((sum, { feed }) => sum + feed.version, 0);
      if (version === drawn && !live.current.dirty) return;
      if (live.current.playing && nowMs - last < EVERY_MS[live.current.pace]) return;
      for (const { feed, segments } of recorded) {
        if (feed.frame && feed.frame.ns !== segments.nowNs) {
          segments.accept(NO_LOG, feed.frame, live.current.windowNs);
        }
      }
      drawn = version;
      last = nowMs;
      live.current.dirty = false;
      paintTimeline(context, strip, rows, lanesIn(painted), viewOf(size.ratio), palette);
    });
  }, [shown, recorded, rows, palette, plot.w, plot.h, size.ratio, followed]);

  // React listens to wheel events passively; zooming must keep the page from scrolling.
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      const at = event.offsetX / Math.max(element.clientWidth, 1);
      zoomBy(Math.exp(event.deltaY * 0.002), at);
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  });

  /** While paused, the view is taken off "now" first, so that it stays under the pointer. */
  const stand = (): Camera =>
    live.current.playing || camera.current.endNs !== null
      ? camera.current
      : { ...camera.current, endNs: rightEdge(camera.current, nowNs()) };
  const zoomBy = (factor: number, at: number): void => {
    camera.current = zoom(stand(), factor, at, limitNs());
    live.current.dirty = true;
    tell();
  };

  const timeAt = (x: number): number => {
    const toNs = rightEdge(camera.current, nowNs());
    return toNs - camera.current.spanNs * (1 - x / Math.max(plot.w, 1));
  };

  const xAt = (ns: number): number => {
    const toNs = rightEdge(camera.current, nowNs());
    return plot.w * (1 - (toNs - ns) / camera.current.spanNs);
  };

  const onMove = (event: PointerEvent<HTMLCanvasElement>): void => {
    const { offsetX, offsetY } = event.nativeEvent;
    const drag = dragged.current;
    if (drag?.brush) {
      showBrush(drag.startX, offsetX);
    } else if (drag && !live.current.playing && Math.abs(offsetX - drag.startX) >= CLICK_PX) {
      camera.current = pan(stand(), (drag.x - offsetX) / Math.max(plot.w, 1), limitNs());
      drag.x = offsetX;
      live.current.dirty = true;
    }
    pointer.current = { x: offsetX, y: offsetY };
    tell();
  };

  const showBrush = (from: number, to: number | null): void => {
    if (!brush.current) return;
    brush.current.hidden = to === null;
    if (to === null) return;
    brush.current.style.left = `${gutter + Math.min(from, to)}px`;
    brush.current.style.width = `${Math.abs(to - from)}px`;
  };

  const onUp = (event: PointerEvent<HTMLCanvasElement>): void => {
    const { offsetX, offsetY } = event.nativeEvent;
    const drag = dragged.current;
    dragged.current = null;
    showBrush(0, null);
    if (!drag) return;
    if (Math.abs(offsetX - drag.startX) >= CLICK_PX) {
      if (!drag.brush) return;
      camera.current = brushed(timeAt(drag.startX), timeAt(offsetX));
      live.current.dirty = true;
    } else if (offsetY > plot.h) {
      onSeek(Math.max(0, timeAt(offsetX)));
    } else {
      const row = rowAt(rows, offsetY);
      const lane = row && shown[row.lane];
      if (!row || !lane) return;
      const segments = knownOf(lane.feed, lane.segments);
      const i = segments.find(row.cpu, timeAt(offsetX));
      const task = segments.task(row.cpu, i);
      if (task >= lane.feed.tasks.length >> 1) return;
      const [start, end] = [segments.start(row.cpu, i), segments.end(row.cpu, i)].map((ns) => xAt(ns));
      const near = Math.min(START_PX, ((end ?? 0) - (start ?? 0)) / 3);
      if (offsetX - (start ?? 0) <= near) onArrival(lane.lane, task, segments.start(row.cpu, i));
      else onFollow(task);
    }
  };

  const tell = (): void => {
    const at = pointer.current;
    if (cross.current) {
      cross.current.hidden = at === null;
      if (at) cross.current.style.transform = `translateX(${gutter + at.x}px)`;
    }
    if (!readout.current) return;
    const row = at && rowAt(rows, Math.min(at.y, plot.h));
    const lane = row && shown[row.lane];
    if (!at || !row || !lane) {
      readout.current.textContent = t('timeline.hint');
      return;
    }
    if (at.y > plot.h) {
      readout.current.textContent = t('timeline.axis');
      return;
    }
    const ns = timeAt(at.x);
    const { feed } = lane;
    const segments = knownOf(feed, lane.segments);
    const who = { lane: t('timeline.lane', { lane: lane.lane.toUpperCase() }), cpu: row.cpu };
    const i = segments.find(row.cpu, ns);
    const task = segments.task(row.cpu, i);
    if (task === UNKNOWN || ns > segments.nowNs || ns < segments.start(row.cpu, i)) {
      const isLater = ns > Math.max(lane.segments.nowNs, furthestNs()) && !feed.frame?.done;
      readout.current.textContent = t(isLater ? 'timeline.later' : 'timeline.unknown', who);
      return;
    }
    const from = segments.start(row.cpu, i);
    const to = segments.end(row.cpu, i);
    const when = { ...who, from: moment(from), to: moment(to), span: duration(to - from) };
    readout.current.textContent =
      task === NO_TASK || task === WASTED
        ? t(task === WASTED ? 'timeline.wasted' : 'timeline.idle', when)
        : t('timeline.segment', {
            ...when,
            task,
            role: t(`machine.role.${ROLES[feed.tasks[task * 2] ?? 0] ?? 'job'}`),
            group: feed.tasks[task * 2 + 1] ?? 0,
          });
  };

  return (
    <div className="timeline">
      <div className="timeline-bar">
        <p className="timeline-readout" ref={readout} aria-live="off" data-left-out>
          {t('timeline.hint')}
        </p>
        <Takeaway
          title={t('panels.timeline')}
          name="timeline"
          table={() => {
            const toNs = rightEdge(camera.current, nowNs());
            const lanes = shown.map(({ lane, feed, segments }) => ({ lane, segments, tasks: feed.tasks }));
            return timelineTable(lanes, toNs - camera.current.spanNs, toNs);
          }}
        />
        <button type="button" onClick={() => zoomBy(1 / ZOOM_STEP, 0.5)} aria-label={t('timeline.zoomIn')}>
          +
        </button>
        <button type="button" onClick={() => zoomBy(ZOOM_STEP, 0.5)} aria-label={t('timeline.zoomOut')}>
          −
        </button>
      </div>
      <div className="timeline-plot" ref={host}>
        <svg className="timeline-labels" width={gutter} height={size.h} aria-hidden="true">
          {shown.length > 1 &&
            rows.lanes.map((lane, i) => (
              <g key={shown[i]?.lane}>
                <rect className={`timeline-lane-${shown[i]?.lane}`} x={0} y={lane.y} width={3} height={lane.h} rx={1} />
                <text className="timeline-lane" x={8} y={lane.y + text * 0.95} fontSize={text}>
                  {shown[i]?.lane.toUpperCase()}
                </text>
              </g>
            ))}
          {rows.labels.map(({ lane, cpus, y }) => (
            <text key={`${lane}-${cpus[0]}`} x={gutter - 6} y={y} fontSize={text * 0.9} textAnchor="end">
              {writeCpuList(cpus)}
            </text>
          ))}
        </svg>
        <canvas
          ref={canvas}
          className="timeline-canvas"
          role="img"
          aria-label={t('timeline.label')}
          style={{ left: gutter, width: plot.w, height: size.h }}
          width={Math.round(plot.w * size.ratio)}
          height={Math.round(size.h * size.ratio)}
          onPointerMove={onMove}
          onPointerDown={(event) => {
            const { offsetX, offsetY } = event.nativeEvent;
            dragged.current = { startX: offsetX, x: offsetX, brush: event.shiftKey || offsetY > plot.h };
            event.currentTarget.setPointerCapture(event.pointerId);
          }}
          onPointerUp={onUp}
          onPointerCancel={() => {
            dragged.current = null;
            showBrush(0, null);
          }}
          onPointerLeave={() => {
            pointer.current = null;
            tell();
          }}
        />
        <div className="timeline-brush" ref={brush} hidden />
        <div className="timeline-cross" ref={cross} hidden />
      </div>
    </div>
  );
}

/** How far all lanes that go on have come: beyond it one of them would be blank. */
function edgeNs(lanes: readonly { readonly feed: LaneFeed; readonly segments: Segments }[]): number {
  const going = lanes.filter(({ feed }) => !feed.frame?.done);
  const times = (going.length > 0 ? going : lanes).map(({ segments }) => segments.nowNs);
  return going.length > 0 ? Math.min(...times) : Math.max(0, ...times);
}

function makeStrip(width: number, height: number, ratio: number): Strip {
  const image = new ImageData(width, height);
  const stripe = Math.round(STRIPE * ratio);
  return { pixels: new Uint32Array(image.data.buffer), width, stripe, put: (ctx) => ctx.putImageData(image, 0, 0) };
}
