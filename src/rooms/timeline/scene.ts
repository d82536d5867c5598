/** The timeline without the DOM: positions of rows and times, and the item under a pointer. */
import type { LaneKey } from '../../state/view';
import { type Span, xOf } from './bars';
import { type Camera, pan, rightEdge, zoom } from './camera';
import { groupName } from './groups';
import type { Mark } from './marks';
import type { Recording } from './recording';
import { type Row, type Rows, rowAt, rowOf, rowsOf } from './rows';
import { type Segments, WASTED } from './segments';
import { isTask, latestStart, type Stretch, stretchAt, stretchesOf } from './stretch';

export interface SceneLane {
  readonly lane: LaneKey;
  readonly recording: Recording;
  readonly marks: readonly Mark[];
}

export interface Size {
  /** Of one lane. */
  readonly width: number;
  readonly height: number;
  /** Height of the text. */
  readonly text: number;
  /** There is room for one column of labels. */
  readonly narrow: boolean;
}

export type Hit =
  | { readonly on: 'axis'; readonly ns: number }
  | { readonly on: 'group'; readonly row: Row; readonly ns: number }
  | { readonly on: 'cpu'; readonly stretch: Stretch; readonly ns: number };

/** Height of the time axis, in text heights. */
export const AXIS = 1.5;
/** Width of a digit, in text heights. */
const DIGIT = 0.64;
interface Gutter {
  readonly room: number;
  readonly group: number;
  readonly all: number;
}

const NO_ROWS: Rows = { rows: [], labels: [], pitch: 0, height: 0 };

/** The times at which the switches of a lane change, in its path or in another branch. */
const flipsOf = (marks: readonly Mark[]): string =>
  marks.flatMap(({ kind, ns }) => (kind === 'flip' || kind === 'fork' ? [ns] : [])).join();

export class TimelineScene {
  lanes: readonly SceneLane[] = [];
  camera: Camera;
  /** Something must be redrawn. */
  dirty = true;
  rows = NO_ROWS;
  /** How far the rows are scrolled up (px). */
  scroll = 0;
  size: Size = { width: 0, height: 0, text: 12, narrow: false };
  #open: number | null = null;
  #gutter: Gutter | null = null;

  constructor(public windowNs: number) {
    this.camera = { spanNs: windowNs, endNs: null };
  }

  get #machine() {
    return this.lanes[0]?.recording.feed.machine;
  }

  /** A CPU of the open group: the one pointed at, else the first of interest. */
  get open(): number {
    this.#open ??= this.#firstOfInterest();
    return this.#open ?? 0;
  }

  /** Opens the group of a CPU, and closes the open one. */
  openAt(cpu: number): void {
    this.#open = cpu;
    this.#lay();
    const open = this.rows.rows.filter(({ folded }) => !folded);
    for (const row of [open.at(-1), open[0], rowOf(this.rows, cpu)]) if (row) this.#show(row);
  }

  setLanes(lanes: readonly SceneLane[]): void {
    const before = this.#machine;
    for (const { recording, marks } of lanes) {
      const old = this.lanes.find((one) => one.recording === recording);
      if (old && flipsOf(old.marks) !== flipsOf(marks)) recording.forget();
    }
    this.lanes = lanes;
    if (this.#machine !== before) {
      this.#open = null;
      this.scroll = 0;
    }
    this.#lay();
  }

  resize(size: Size): void {
    this.size = size;
    this.#lay();
  }

  /** A CPU that was wasted in the visible interval, else one that ran a task; null: nothing has happened. */
  #firstOfInterest(): number | null {
    const { fromNs, toNs } = this.span;
    const has = (wanted: (stretch: Stretch) => boolean) => {
      for (const { segments } of this.lanes.map(({ recording }) => recording))
        for (let cpu = 0; cpu < segments.cpus; cpu += 1)
          if (stretchesOf(segments, 0, cpu, fromNs, toNs).some(wanted)) return cpu;
      return null;
    };
    return has(({ task }) => task === WASTED) ?? has(isTask);
  }

  #lay(): void {
    const machine = this.#machine;
    this.dirty = true;
    this.#gutter = null;
    if (!machine || this.size.height <= 0) return;
    this.rows = rowsOf(machine, this.open, this.#room, this.size.text);
    this.#gutter = null;
    this.#scrollTo(this.scroll);
  }

  /** Lays out the rows again once the group of interest is known. */
  settle(): void {
    if (this.#open === null && this.open !== 0) this.#lay();
  }

  /** Visible height of the rows. */
  get #room(): number {
    return Math.max(this.size.height - Math.ceil(this.size.text * AXIS), 0);
  }
  /** The left end of the axis. */
  get axis(): number {
    return Math.min(this.rows.height, this.#room);
  }
  get scrolls(): boolean {
    return this.rows.height > this.#room + 0.5;
  }
  #scrollTo(y: number): void {
    this.scroll = Math.min(Math.max(y, 0), Math.max(this.rows.height - this.#room, 0));
    this.dirty = true;
  }
  scrollBy(px: number): void {
    this.#scrollTo(this.scroll + px);
  }
  #show({ y, h }: Row): void {
    this.#scrollTo(Math.min(Math.max(this.scroll, y + h - this.#room), y));
  }

  /** Width of the labels: of groups (`room`: in characters), and of the CPUs of the open group, if both fit. */
  get gutter(): Gutter {
    this.#gutter ??= this.#measureGutter();
    return this.#gutter;
  }
  #measureGutter(): Gutter {
    const digits = String((this.#machine?.cpus ?? 1) - 1).length;
    const character = this.size.text * DIGIT;
    const range = 2 * digits + 1;
    const room = this.rows.labels.some(({ cpus }) => groupName(cpus).length > range) ? range + 1 : range;
    const group = Math.ceil(room * character + 4);
    return { room: range, group, all: this.size.narrow ? group : group + Math.ceil(digits * character) + 10 };
  }

  /** The moment that all running lanes have reached: beyond it one of them would be blank. */
  get nowNs(): number {
    const going = this.lanes.filter(({ recording: { feed } }) => !feed.frame?.done);
    const times = (going.length > 0 ? going : this.lanes).map(({ recording }) => recording.segments.nowNs);
    return going.length > 0 ? Math.min(...times) : Math.max(0, ...times);
  }
  get span(): Span {
    const toNs = rightEdge(this.camera, this.nowNs);
    return { fromNs: toNs - this.camera.spanNs, toNs, width: Math.max(this.size.width - this.gutter.all, 1) };
  }
  /** The known segments of a lane in the visible interval. */
  segments(lane: number): Segments | null {
    const recording = this.lanes[lane]?.recording;
    if (!recording) return null;
    return (this.camera.endNs !== null && recording.past) || recording.segments;
  }

  timeAt(x: number): number {
    const { fromNs, toNs, width } = this.span;
    return fromNs + ((x - this.gutter.all) / width) * (toNs - fromNs);
  }
  xAt(ns: number): number {
    return this.gutter.all + xOf(this.span, ns);
  }
  /** The middle of a CPU's row, with the scroll offset. */
  yAt(cpu: number): number | null {
    const row = rowOf(this.rows, cpu);
    return row && row.y + row.h / 2 - this.scroll;
  }

  /** The item at a position of a lane; null: none. */
  hit(lane: number, x: number, y: number): Hit | null {
    const segments = this.segments(lane);
    if (!segments) return null;
    const ns = this.timeAt(Math.max(x, this.gutter.all));
    if (y > this.axis) return { on: 'axis', ns };
    const row = rowAt(this.rows, y + this.scroll);
    if (!row) return null;
    const cpu = row.cpus[0] ?? 0;
    if (row.folded) return { on: 'group', row, ns };
    if (x < this.gutter.all) return null;
    return { on: 'cpu', stretch: stretchAt(segments, lane, cpu, ns), ns };
  }

  /** A picked interval with its present end; null: it has been dropped. */
  again({ lane, cpu, from }: Stretch): Stretch | null {
    const segments = this.segments(lane);
    const found = segments && stretchAt(segments, lane, cpu, from);
    return found?.from === from ? found : null;
  }

  /** The item next to the picked one in the direction of a key: in the same row, or in the row above or below. */
  beside(picked: Stretch | null, lane: number, key: string): Stretch | null {
    const segments = this.segments(lane);
    if (!segments) return null;
    const open = this.rows.rows.filter(({ folded }) => !folded);
    const at = open.findIndex(({ cpus }) => cpus[0] === picked?.cpu);
    if (!picked || at < 0) {
      const cpu = open[0]?.cpus[0];
      return cpu === undefined ? null : latestStart(segments, lane, cpu, this.span.toNs, -1);
    }
    if (key === 'ArrowLeft') return latestStart(segments, lane, picked.cpu, picked.from - 1, -1);
    if (key === 'ArrowRight') return latestStart(segments, lane, picked.cpu, picked.to, 1);
    const next = open[at + (key === 'ArrowDown' ? 1 : -1)];
    if (!next) return null;
    this.#show(next);
    return latestStart(segments, lane, next.cpus[0] ?? 0, picked.from, -1);
  }

  /** Opens the group above or below the open one. */
  openBeside(by: 1 | -1): void {
    const at = this.rows.labels.findIndex(({ cpus }) => cpus.includes(this.open));
    const next = this.rows.labels[at + by]?.cpus[0];
    if (next !== undefined) this.openAt(next);
  }

  /** While it plays, the view is detached from the present first, so that it stays under the pointer. */
  #standing(playing: boolean): Camera {
    const { camera } = this;
    return playing || camera.endNs !== null ? camera : { ...camera, endNs: rightEdge(camera, this.nowNs) };
  }
  look(camera: Camera): void {
    this.camera = camera;
    this.dirty = true;
  }
  /** `at`: the fraction of the plot that stays in place. */
  zoomBy(factor: number, at: number, playing: boolean, furthestNs: number): void {
    this.look(zoom(this.#standing(playing), factor, at, Math.max(this.nowNs, furthestNs)));
  }
  panBy(px: number, furthestNs: number): void {
    this.look(pan(this.#standing(false), px / this.span.width, Math.max(this.nowNs, furthestNs)));
  }
  /** Shows a sought moment: inside the present view, or at its edge. */
  jumped(): void {
    const { endNs, spanNs } = this.camera;
    const now = this.lanes[0]?.recording.feed.frame?.ns ?? 0;
    const isSeen = endNs === null || (now <= endNs && now >= endNs - spanNs);
    this.look(isSeen ? this.camera : { spanNs, endNs: null });
  }
}
