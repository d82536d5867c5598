/**
 * What every CPU ran: one row a CPU, simulated time to the right, the colour of the running task's
 * group. Both lanes above each other where they fit, else the one in focus.
 */
import { type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { LaneFeed } from '../engine/lane';
import { onFrame } from '../engine/loop';
import type { Pace } from '../engine/pace';
import { useT } from '../i18n';
import { NO_TASK, ROLES } from '../scenario/generated/vocab';
import { duration, moment } from '../ui/format';
import { cpuList } from '../ui/names';
import { onThemeChange, type Palette, readPalette } from '../ui/palette';
import { drawnBy } from '../ui/pictures';
import { Takeaway } from '../ui/Takeaway';
import { type Camera, pan, rightEdge, zoom } from './camera';
import { AXIS, paintTimeline, type Strip, taskColors } from './paint';
import { rectStrip } from './rects';
import { rowAt, rowsOf, STACK_CPUS } from './rows';
import { Segments, UNKNOWN } from './segments';
import { timelineTable } from './table';
import './timeline.css';

/** Wall time between two drawings while playing (ms): every row is put anew, which is dear. */
const EVERY_MS: Readonly<Record<Pace, number>> = { watch: 30, race: 50 };
const ZOOM_STEP = 1.6;
const NO_LOG = new Uint32Array(0);

export interface TimelineLaneProps {
  readonly lane: 'a' | 'b';
  readonly feed: LaneFeed;
}
export interface TimelineProps {
  readonly lanes: readonly TimelineLaneProps[];
  /** The lane shown where both do not fit. */
  readonly focus: 'a' | 'b';
  readonly playing: boolean;
  readonly pace: Pace;
  /** The stretch of time shown at first, and kept in the log of a step (ns). */
  readonly windowNs: number;
}

export function Timeline({ lanes, focus, playing, pace, windowNs }: TimelineProps) {
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
  const dragged = useRef<number | null>(null);

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

  // All lanes are recorded, whichever is shown.
  const known = useRef(new WeakMap<LaneFeed, Segments>());
  const recorded = useMemo(
    () =>
      lanes.map(({ lane, feed }) => {
        const segments = known.current.get(feed) ?? new Segments(feed.machine.cpus);
        known.current.set(feed, segments);
        return { lane, feed, segments };
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
      feed.onReset(() => {
        segments.clear();
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

  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context || !palette || plot.w < 20 || plot.h < 20 || rows.rows.length === 0) return;
    const strip = makeStrip(Math.round(plot.w * size.ratio), Math.ceil(plot.h * size.ratio) + 1);
    const painted = shown.map(({ feed, segments }) => ({ segments, colors: taskColors(feed.tasks, palette) }));
    const viewOf = (ratio: number) => {
      const toNs = rightEdge(camera.current, edgeNs(shown));
      return { width: plot.w, fromNs: toNs - camera.current.spanNs, toNs, ratio };
    };
    drawnBy(context.canvas, (ctx) => {
      if (!host.current) return;
      const colours = readPalette(host.current);
      const lanes = shown.map(({ feed, segments }) => ({ segments, colors: taskColors(feed.tasks, colours) }));
      paintTimeline(ctx, rectStrip(plot.w, plot.h), rows, lanes, viewOf(1), colours);
    });
    live.current.dirty = true;
    let drawn = -1;
    let last = Number.NEGATIVE_INFINITY;
    return onFrame((nowMs) => {
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
      paintTimeline(context, strip, rows, painted, viewOf(size.ratio), palette);
    });
  }, [shown, recorded, rows, palette, plot.w, plot.h, size.ratio]);

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
    camera.current = zoom(stand(), factor, at, nowNs());
    live.current.dirty = true;
    tell();
  };

  const onMove = (event: PointerEvent<HTMLCanvasElement>): void => {
    const { offsetX, offsetY } = event.nativeEvent;
    if (dragged.current !== null && !live.current.playing) {
      camera.current = pan(stand(), (dragged.current - offsetX) / Math.max(plot.w, 1), nowNs());
      dragged.current = offsetX;
      live.current.dirty = true;
    }
    pointer.current = { x: offsetX, y: offsetY };
    tell();
  };

  const tell = (): void => {
    const at = pointer.current;
    if (cross.current) {
      cross.current.hidden = at === null;
      if (at) cross.current.style.transform = `translateX(${gutter + at.x}px)`;
    }
    if (!readout.current) return;
    const row = at && rowAt(rows, at.y);
    const lane = row && shown[row.lane];
    if (!at || !row || !lane) {
      readout.current.textContent = t('timeline.hint');
      return;
    }
    const toNs = rightEdge(camera.current, nowNs());
    const ns = toNs - camera.current.spanNs * (1 - at.x / plot.w);
    const { segments, feed } = lane;
    const who = { lane: t('timeline.lane', { lane: lane.lane.toUpperCase() }), cpu: row.cpu };
    const i = segments.find(row.cpu, ns);
    const task = segments.task(row.cpu, i);
    if (task === UNKNOWN || ns > segments.nowNs || ns < segments.start(row.cpu, i)) {
      readout.current.textContent = t('timeline.unknown', who);
      return;
    }
    const from = segments.start(row.cpu, i);
    const to = segments.end(row.cpu, i);
    const when = { ...who, from: moment(from), to: moment(to), span: duration(to - from) };
    readout.current.textContent =
      task === NO_TASK
        ? t('timeline.idle', when)
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
              {cpuList(cpus)}
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
            dragged.current = event.nativeEvent.offsetX;
            event.currentTarget.setPointerCapture(event.pointerId);
          }}
          onPointerUp={() => {
            dragged.current = null;
          }}
          onPointerLeave={() => {
            pointer.current = null;
            tell();
          }}
        />
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

function makeStrip(width: number, height: number): Strip {
  const image = new ImageData(width, height);
  return { pixels: new Uint32Array(image.data.buffer), width, put: (ctx) => ctx.putImageData(image, 0, 0) };
}
