/** What the lanes are doing, as one value, and what makes one state of another. Says when the page plays, and when no longer. */
import type { Way } from './ways';

interface Standing {
  readonly is: 'standing';
  readonly next: 'stand';
}
interface Playing {
  readonly is: 'playing';
  readonly next: 'go on';
}
/** The lanes stand at another moment soon, and then go on if they did before. */
export interface Seeking {
  readonly is: 'seeking';
  readonly way: Way;
  next: 'stand' | 'go on';
}
/** A scenario is loaded and brought to its start moment. `play`: it was asked for meanwhile. */
export interface Loading {
  readonly is: 'loading';
  readonly way: Way;
  next: 'stand' | 'go on' | 'play';
}
type State = Standing | Playing | Seeking | Loading;

const STANDING: Standing = { is: 'standing', next: 'stand' };
const PLAYING: Playing = { is: 'playing', next: 'go on' };

export class Doing {
  #state: State = STANDING;
  readonly #told: (playing: boolean) => void;

  /** `told` hears whether the page plays, whenever that changes. */
  constructor(told: (playing: boolean) => void) {
    this.#told = told;
  }

  get is(): State['is'] {
    return this.#state.is;
  }
  /** The lanes go on, now or after their way. */
  get playing(): boolean {
    return this.#state.next === 'go on';
  }
  /** It plays, or will as soon as the scenario is loaded. */
  get willPlay(): boolean {
    return this.playing || this.#state.next === 'play';
  }
  /** The moment (ns) of the start, while a scenario is loaded; else null. */
  get startNs(): number | null {
    return this.#state.is === 'loading' ? this.#state.way.toNs : null;
  }

  /** While a scenario is loaded: plays as soon as it stands at its start moment. Else only where a lane `canGoOn`. */
  play(canGoOn: () => boolean): void {
    const state = this.#state;
    if (state.next === 'go on') return;
    if (state.is === 'loading') {
      state.next = 'play';
      return;
    }
    if (!canGoOn()) return;
    if (state.is === 'seeking') state.next = 'go on';
    else this.#state = PLAYING;
    this.#told(true);
  }

  /** The lanes stand from now on, or as soon as they have come to the end of their way. */
  halt(): void {
    const state = this.#state;
    if (state.next !== 'go on') return;
    if (state.is === 'playing') this.#state = STANDING;
    else state.next = 'stand';
    this.#told(false);
  }

  /** Play is no longer wanted once the scenario is loaded. */
  takeBack(): void {
    if (this.#state.next === 'play') this.#state.next = 'stand';
  }

  /** Cuts the way short that the lanes are on. */
  cutWay(): void {
    if ('way' in this.#state) this.#state.way.isCut = true;
  }

  /** A scenario is loaded and brought to `startNs`; the way of the one before is cut short. */
  load(startNs: number): Loading {
    this.cutWay();
    const own: Loading = { is: 'loading', way: { toNs: startNs, isCut: false }, next: this.#state.next };
    this.#state = own;
    return own;
  }

  /** The lanes are on a way. A load that waits for its turn goes before. */
  seek(way: Way): Seeking {
    const own: Seeking = { is: 'seeking', way, next: this.playing ? 'go on' : 'stand' };
    if (this.#state.is !== 'loading') this.#state = own;
    return own;
  }

  /** Whether this is still what the lanes do. */
  isAt(own: Seeking | Loading): boolean {
    return this.#state === own;
  }

  /** The end of a way, unless another one has begun. */
  leave(own: Seeking | Loading): void {
    if (this.#state === own) this.#state = own.next === 'go on' ? PLAYING : STANDING;
  }
}
