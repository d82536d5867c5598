/** The recording of a lane: the log of the present, and the last requested interval of the past. */
import type { LaneFeed } from '../../engine/lanes/lane';
import type { RangeAnswer } from '../../engine/lanes/questions';
import { FrameView } from '../../engine/wire/frame';
import { Segments } from './segments';

const NO_LOG = new Uint32Array(0);

export class Recording {
  readonly segments: Segments;
  past: Segments | null = null;
  /** How often the past was dropped; the visible part must then be requested again. */
  forgotten = 0;

  constructor(readonly feed: LaneFeed) {
    this.segments = new Segments(feed.machine.units.length);
  }

  /** The lane's event count at the last update, while it is not subscribed. */
  #heard = 0;

  /** Listens to the lane; `keptNs`: the logged part of a step; `jumped`: called after a seek. */
  follow(keptNs: () => number, jumped: () => void): () => void {
    const { feed, segments } = this;
    const accept = (log: Uint32Array, frame: FrameView) =>
      segments.accept(log, frame, Math.min(keptNs(), frame.ns - feed.loggedFromNs));
    if (segments.nowNs === 0)
      for (const { frame, log } of feed.opening) {
        accept(log, frame);
        this.#heard = frame.events;
      }
    if (feed.frame && feed.frame.events !== this.#heard) segments.standAt(feed.frame);
    const stops = [
      feed.onLog((log) => feed.frame && accept(log, feed.frame)),
      feed.onReset((log) => {
        segments.clear();
        if (feed.frame) accept(log, feed.frame);
        this.forget();
        jumped();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      this.#heard = feed.frame?.events ?? 0;
    };
  }

  /** The lane has jumped, or its future changed from some moment on. */
  forget(): void {
    this.past = null;
    this.forgotten += 1;
  }

  /** Time has passed without an event. */
  catchUp(keptNs: number): void {
    const { feed, segments } = this;
    if (feed.frame && feed.frame.ns !== segments.nowNs) segments.accept(NO_LOG, feed.frame, keptNs);
  }

  /** Whether an interval is known; one inside the present log needs no past. */
  holds(fromNs: number, toNs: number): boolean {
    const within = (one: Segments | null) => one !== null && one.fromNs <= fromNs && one.nowNs >= toNs;
    if (within(this.past)) return true;
    if (!within(this.segments)) return false;
    this.past = null;
    return true;
  }

  /** The log of the present may be shorter than the timeline. */
  lacks(fromNs: number): boolean {
    const { segments, feed } = this;
    return Math.max(feed.loggedFromNs, segments.beganNs) > fromNs && !this.holds(fromNs, segments.nowNs);
  }

  /**
   * Accepts a requested interval; one that ends at the lane's time, or at the start of the present log, is joined with
   * it.
   */
  take({ first, log, frame }: RangeAnswer): void {
    if (frame.length === 0) return;
    const [begin, end] = [new FrameView(first), new FrameView(frame)];
    if (end.ns === this.segments.nowNs) {
      this.segments.restart(begin, log, end);
      this.past = null;
    } else if (end.ns === this.segments.beganNs) {
      this.segments.precede(begin, log, end);
      this.past = null;
    } else this.past = Segments.of(this.feed.machine.units.length, begin, log, end);
  }
}
