/**
 * The machine of one lane: an SVG for the static parts and canvases over it for traffic by link, the state of the CPUs,
 * lines between partners, moving tasks.
 */
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { LaneFeed } from '../../engine/lanes/lane';
import type { Pace } from '../../engine/lanes/pace';
import { onFrame } from '../../engine/loop';
import { CAUSES, DISTANCES, NO_TASK } from '../../scenario/generated/vocab';
import { onThemeChange, type Palette, readPalette } from '../../signs/palette';
import { drewPicture } from '../../state/picture';
import type { Spot } from '../../state/view';
import { center } from '../../ui/geometry';
import { neighbour } from '../../ui/neighbour';
import { drawnBy } from '../../ui/pictures';
import { language, useT } from '../../words';
import type { Layout, Placed } from './boxes';
import { type Manner, planCell } from './cell';
import { layout as layOut } from './layout';
import { litIn } from './lit';
import './machine.css';
import { Cpus, isByFinger, type Part, Parts, Structure } from './Structure';
import { Scene } from './scene';
import { cpuOf, speakCpu } from './speak';

/** Wall time between two readings of the CPUs into their labels (ms). */
const SPEAK_MS = 500;

/** How the moves of a lane are drawn. */
export interface Motion {
  readonly pace: Pace;
  /** While the run is paused, moving tasks stop. */
  readonly playing: boolean;
  /** Moves are steps. */
  readonly reduced: boolean;
}

/** Highlights on a lane's machine. */
export interface Marks {
  readonly selected?: number | null;
  /** A CPU that an element beside the drawing refers to. */
  readonly pointed?: number | null;
  /** The followed task; the CPU on which it is gets a frame. */
  readonly followed?: number | null;
  /** A CPU that is framed while the lane is at a moment (ns). */
  readonly moment?: { readonly cpu: number; readonly ns: number } | null;
  /** The lit parts; everything else is dimmed. Null: all are lit. */
  readonly spot?: Spot | null;
}

/** Actions of a person on a machine. */
export interface Actions {
  /** An arrow key moved the focus to a CPU. */
  readonly onSelect: (cpu: number) => void;
  /** A CPU was clicked, or Enter pressed on it. */
  readonly onOpen: (cpu: number) => void;
  /** The running task of a CPU was clicked. */
  readonly onFollow: (task: number) => void;
  /** The move of a task was clicked: the moving token, or its destination while the run is paused. */
  readonly onMove: (task: number) => void;
  /** A unit, node or link was selected; `cpu` is one of its CPUs. */
  readonly onPart: (part: Part, cpu: number, byFinger?: boolean) => void;
}

export interface MachineViewProps {
  readonly feed: LaneFeed;
  readonly lane: 'a' | 'b';
  readonly motion: Motion;
  readonly marks?: Marks;
  /** For the last row of a room: larger labels and shapes, firmer lines. */
  readonly stage?: boolean;
  /** Actions without a handler are not offered. */
  readonly actions?: Partial<Actions>;
  /** An overlay over the drawing. */
  readonly overlay?: (layout: Layout) => ReactNode;
}

/** Size of labels on a stage: a fraction of the window's height, and the minimum (px). */
const STAGE_SHARE = 0.022;
const STAGE_TEXT = 16;

/**
 * The smallest reliable touch target (px). On smaller cells a touch opens the surrounding unit, which lists its CPUs. On a
 * stage, where CPUs are all that can be opened, units are targets only around such cells.
 */
const LEAST_TOUCH = 24;
const isSmall = ({ cell }: Layout): boolean => Math.min(cell.w, cell.h) < LEAST_TOUCH;

/** The part of the drawing that contains a CPU. */
function partAround({ cpus, units }: Layout, cpu: number): Part | null {
  const box = cpus[cpu];
  const unit = units.find((one) => one.unit === box?.unit);
  if (!box || !unit) return null;
  return unit.framed ? { kind: 'unit', unit: unit.unit } : { kind: 'node', node: box.node };
}

/** The distance from the middle of a cell within which a click selects its task. */
const reach = ({ cell, cpus }: Layout, manner: Manner | null): number =>
  manner ? planCell(cell, manner, String(cpus.length).length).r + 1 : 0;

interface LayerProps {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly drawing: Placed;
  readonly ratio: number;
}

const NO_MARKS: Marks = {};
const NO_ACTIONS: Partial<Actions> = {};

/** Where each machine was scrolled by [`scrollOthers`]. */
const scrolledTo = new WeakMap<Element, string>();

/**
 * Scrolls the other lanes to the part that this one shows. The scroll event of a machine that was scrolled by this function
 * comes later, and must not scroll the first one back.
 */
function scrollOthers(machine: Element): void {
  const position = ({ scrollLeft, scrollTop }: Element) => `${scrollLeft} ${scrollTop}`;
  if (scrolledTo.get(machine) === position(machine)) return;
  scrolledTo.delete(machine);
  for (const other of document.querySelectorAll('.machine')) {
    if (other === machine) continue;
    other.scrollTo(machine.scrollLeft, machine.scrollTop);
    scrolledTo.set(other, position(other));
  }
}

export function MachineView({
  feed,
  lane,
  motion,
  marks = NO_MARKS,
  stage = false,
  actions = NO_ACTIONS,
  overlay,
}: MachineViewProps) {
  const { selected = null, pointed = null, followed = null, moment = null, spot = null } = marks;
  const { onSelect, onOpen, onFollow, onMove, onPart } = actions;
  const t = useT();
  const lang = language();
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const ground = useRef<HTMLCanvasElement>(null);
  const moves = useRef<HTMLCanvasElement>(null);
  const svg = useRef<SVGSVGElement>(null);
  const scene = useRef<Scene | null>(null);
  const [size, setSize] = useState({ w: 0, h: 0, ratio: 1 });
  const [palette, setPalette] = useState<Palette | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: sizes differ on a stage and by language.
  useEffect(() => {
    const host = frame.current;
    if (!host) return;
    const watch = new ResizeObserver(() => {
      const next = { w: Math.floor(host.offsetWidth), h: Math.floor(host.offsetHeight), ratio: devicePixelRatio };
      setSize((old) => (old.w === next.w && old.h === next.h && old.ratio === next.ratio ? old : next));
    });
    watch.observe(host);
    const read = () => setPalette(readPalette(host, CAUSES, DISTANCES));
    read();
    const stop = onThemeChange(read);
    return () => {
      watch.disconnect();
      stop();
    };
  }, [stage, lang]);

  const text = stage ? Math.max(STAGE_TEXT, Math.ceil(innerHeight * STAGE_SHARE)) : palette?.text;
  const manner = useMemo(() => (text === undefined ? null : { text, stage }), [text, stage]);
  const drawing = useMemo(
    () => (size.w > 60 && size.h > 60 && manner ? layOut(feed.machine, size.w, size.h, manner.text) : null),
    [feed.machine, size.w, size.h, manner],
  );
  const lit = useMemo(() => (drawing && spot ? litIn(drawing, spot) : null), [drawing, spot]);

  useEffect(() => {
    const [cells, over] = [ground, moves].map((one) => one.current?.getContext('2d'));
    if (!drawing || !palette || !manner || !cells || !over) return;
    const next = new Scene(feed, drawing.own, palette, manner, size.ratio);
    scene.current = next;
    const layers = { ground: cells, moves: over };
    const stop = onFrame((nowMs) => {
      // On another screen the window keeps its size.
      if (size.ratio !== devicePixelRatio) setSize({ ...size, ratio: devicePixelRatio });
      next.draw(layers, nowMs);
      if (feed.frame) drewPicture();
    });
    drawnBy(cells.canvas, (ctx) => {
      if (frame.current) next.drawOn(ctx, readPalette(frame.current, CAUSES, DISTANCES));
    });
    return () => {
      stop();
      next.dispose();
      scene.current = null;
    };
  }, [feed, drawing, palette, manner, size]);

  useEffect(() => {
    if (!scene.current) return;
    scene.current.pace = motion.pace;
    scene.current.playing = motion.playing;
    scene.current.reducedMotion = motion.reduced;
    scene.current.lit = lit?.cpus ?? null;
    scene.current.invalidate();
  });

  // Labels follow the frames slowly enough to read, and only if they change.
  useEffect(() => {
    let spoken = -1;
    let last = Number.NEGATIVE_INFINITY;
    return onFrame((nowMs) => {
      if (nowMs - last < SPEAK_MS || spoken === feed.version || !feed.frame || !svg.current) return;
      last = nowMs;
      spoken = feed.version;
      for (const cpu of svg.current.querySelectorAll<SVGGElement>('[data-cpu]')) {
        const label = speakCpu((key, params) => t(key, params, lang), Number(cpu.dataset.cpu), feed.frame, feed.tasks);
        if (cpu.getAttribute('aria-label') !== label) cpu.setAttribute('aria-label', label);
      }
    });
  }, [feed, t, lang]);

  const frames = useRef<SVGGElement>(null);
  useEffect(() => {
    let seen = -1;
    const framed: (number | null | undefined)[] = [];
    return onFrame(() => {
      const { frame, version } = feed;
      if (version === seen || !frames.current || !drawing || !frame) return;
      seen = version;
      const [followedCpu, markedCpu] = [
        followed === null ? null : cpuOf(frame, followed),
        moment && frame.ns === moment.ns ? moment.cpu : null,
      ];
      for (const [i, cpu] of [followedCpu, markedCpu].entries()) {
        // Browsers process an attribute again on every write, even with the same value.
        if (framed[i] === cpu) continue;
        framed[i] = cpu;
        const box = cpu === null ? undefined : drawing.cpus[cpu];
        const rect = frames.current.children[i] as SVGElement | undefined;
        rect?.setAttribute('visibility', box ? 'visible' : 'hidden');
        if (!rect || !box) continue;
        const out = 3.5;
        for (const [key, value] of Object.entries({
          x: box.x - out,
          y: box.y - out,
          width: box.w + 2 * out,
          height: box.h + 2 * out,
        })) {
          rect.setAttribute(key, String(value));
        }
      }
    });
  }, [feed, drawing, followed, moment]);

  /** A click on a moving task opens its decision; a click on a running task follows it. */
  const onToken = (event: MouseEvent<SVGSVGElement>): void => {
    if (event.detail === 0 || !svg.current || !drawing) return;
    const { left, top } = svg.current.getBoundingClientRect();
    const at = { x: event.clientX - left, y: event.clientY - top };
    const move = scene.current?.moveAt({ x: at.x - drawing.at.x, y: at.y - drawing.at.y });
    if (move && onMove) {
      event.stopPropagation();
      onMove(move.task);
      return;
    }
    if (onPart && isByFinger(event.nativeEvent) && isSmall(drawing)) return;
    const cpu = Number((event.target as Element).closest<SVGGElement>('[data-cpu]')?.dataset.cpu ?? -1);
    const box = drawing?.cpus[cpu];
    const task = feed.frame?.running(cpu) ?? NO_TASK;
    if (!box) return;
    const { x, y } = center(box);
    const isOn = Math.hypot(at.x - x, at.y - y) <= reach(drawing, manner);
    if (task !== NO_TASK && isOn) onFollow?.(task);
  };

  const onArrow = (event: KeyboardEvent<SVGSVGElement>): void => {
    const from = (event.target as Element).closest<SVGGElement>('[data-cpu]')?.dataset.cpu;
    const next = drawing && from !== undefined ? neighbour(drawing.cpus, Number(from), event.key) : null;
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    svg.current?.querySelector<SVGGElement>(`[data-cpu="${next}"]`)?.focus();
    onSelect?.(next);
  };

  const isLarger = drawing && (drawing.width > size.w || drawing.height > size.h);
  return (
    <div
      className="machine"
      ref={frame}
      data-lane={lane}
      data-stage={stage || undefined}
      data-larger={isLarger || undefined}
      onScroll={({ currentTarget }) => scrollOthers(currentTarget)}
    >
      {drawing && manner && (
        <div className="machine-sheet" style={{ width: drawing.width, height: drawing.height }}>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be an SVG. */}
          <svg
            ref={svg}
            className="machine-structure"
            role="group"
            aria-labelledby={`${id}-title ${id}-desc`}
            width={drawing.width}
            height={drawing.height}
            viewBox={`0 0 ${drawing.width} ${drawing.height}`}
            onKeyDown={onArrow}
            onClickCapture={onToken}
          >
            <title id={`${id}-title`}>
              {t('machine.label', { lane: lane.toUpperCase(), name: feed.machine.name })}
            </title>
            <desc id={`${id}-desc`}>
              {t('machine.desc', { cpus: feed.machine.cpus })} {onOpen && t('machine.desc.keys')}
            </desc>
            <Structure layout={drawing} lit={lit} />
            {onPart && (!stage || isSmall(drawing)) && <Parts layout={drawing} onPart={onPart} />}
            <Cpus
              layout={drawing}
              manner={manner}
              lit={lit}
              capacities={feed.machine.capacities}
              selected={selected}
              pointed={pointed}
              onOpen={
                onOpen &&
                ((cpu, byFinger) => {
                  const around = byFinger && isSmall(drawing) ? partAround(drawing, cpu) : null;
                  if (around && onPart) onPart(around, cpu, true);
                  else onOpen(cpu);
                })
              }
            />
            <g ref={frames}>
              <rect className="m-followed" rx={5} visibility="hidden" />
              <rect className="m-marked" rx={5} visibility="hidden" />
            </g>
          </svg>
          {[ground, moves].map((canvas, layer) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: layers are identified by index.
            <Layer key={layer} canvas={canvas} drawing={drawing} ratio={size.ratio} />
          ))}
          {overlay?.(drawing)}
        </div>
      )}
    </div>
  );
}

/** A canvas for the moving part of the drawing. */
function Layer({ canvas, drawing: { own, at }, ratio }: LayerProps) {
  const { width, height } = own;
  return (
    <canvas
      ref={canvas}
      className="machine-canvas"
      width={Math.round(width * ratio)}
      height={Math.round(height * ratio)}
      style={{ left: at.x, top: at.y, width, height }}
    />
  );
}
