/** The state machine of playback: standing, playing, seeking or loading, and what follows a seek or a load. */
import type { SeekTarget } from './seek';

interface Standing {
  readonly kind: 'standing';
  readonly after: 'stand';
}
interface Playing {
  readonly kind: 'playing';
  readonly after: 'resume';
}
/** The lanes seek; then they play again if they played before. */
export interface Seeking {
  readonly kind: 'seeking';
  readonly target: SeekTarget;
  after: 'stand' | 'resume';
}
/** A scenario is loaded and runs to its start moment. `play`: play was pressed meanwhile. */
export interface Loading {
  readonly kind: 'loading';
  readonly target: SeekTarget;
  after: 'stand' | 'resume' | 'play';
}
type State = Standing | Playing | Seeking | Loading;

const STANDING: Standing = { kind: 'standing', after: 'stand' };
const PLAYING: Playing = { kind: 'playing', after: 'resume' };

export class PlaybackState {
  #state: State = STANDING;
  readonly #onPlaying: (playing: boolean) => void;

  /** `onPlaying` is called whenever `playing` changes. */
  constructor(onPlaying: (playing: boolean) => void) {
    this.#onPlaying = onPlaying;
  }

  get kind(): State['kind'] {
    return this.#state.kind;
  }
  /** Whether the lanes play now, or will after the present seek or load. */
  get playing(): boolean {
    return this.#state.after === 'resume';
  }
  /** Also true if play was pressed during a load. */
  get willPlay(): boolean {
    return this.playing || this.#state.after === 'play';
  }

  /** Plays; during a load, after it. Otherwise only if a lane `canPlay`. */
  play(canPlay: () => boolean): void {
    const state = this.#state;
    if (state.after === 'resume') return;
    if (state.kind === 'loading') {
      state.after = 'play';
      return;
    }
    if (!canPlay()) return;
    if (state.kind === 'seeking') state.after = 'resume';
    else this.#state = PLAYING;
    this.#onPlaying(true);
  }

  /** Stops playback, now or after the present seek or load. */
  stop(): void {
    const state = this.#state;
    if (state.after !== 'resume') return;
    if (state.kind === 'playing') this.#state = STANDING;
    else state.after = 'stand';
    this.#onPlaying(false);
  }

  /** Cancels a play that was pressed during a load. */
  cancelPlay(): void {
    if (this.#state.after === 'play') this.#state.after = 'stand';
  }

  /** Cancels the present seek or load. */
  cut(): void {
    if ('target' in this.#state) this.#state.target.isCut = true;
  }

  /** Begins a load that runs to `startNs`, and cancels the present seek or load. */
  load(startNs: number): Loading {
    this.cut();
    const operation: Loading = { kind: 'loading', target: { toNs: startNs, isCut: false }, after: this.#state.after };
    this.#state = operation;
    return operation;
  }

  /** Begins a seek. A waiting load has precedence. */
  seek(target: SeekTarget): Seeking {
    const operation: Seeking = { kind: 'seeking', target, after: this.playing ? 'resume' : 'stand' };
    if (this.#state.kind !== 'loading') this.#state = operation;
    return operation;
  }

  /** Whether no other seek or load has begun since. */
  isCurrent(operation: Seeking | Loading): boolean {
    return this.#state === operation;
  }

  /** Ends a seek or a load, unless another one has begun since. */
  end(operation: Seeking | Loading): void {
    if (this.#state === operation) this.#state = operation.after === 'resume' ? PLAYING : STANDING;
  }
}
