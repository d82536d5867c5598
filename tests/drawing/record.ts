/** A canvas context that records the drawing calls. */
export interface Call {
  readonly name: string;
  readonly args: readonly unknown[];
  /** The styles in force at the call. */
  readonly fill: string;
  readonly stroke: string;
  readonly width: number;
  readonly alpha: number;
  readonly dash: readonly number[];
}

export interface Recording {
  readonly ctx: CanvasRenderingContext2D;
  readonly calls: Call[];
  /** The calls of a method, in order. */
  of(name: string): Call[];
}

export function record(): Recording {
  const calls: Call[] = [];
  const state: Record<string, unknown> = { fillStyle: '', strokeStyle: '', lineWidth: 1, globalAlpha: 1, font: '' };
  let dash: readonly number[] = [];
  const ctx = new Proxy(state, {
    get(target, key: string) {
      if (key in target) return target[key];
      if (key === 'measureText') return (text: string) => ({ width: text.length * 6 });
      return (...args: unknown[]) => {
        if (key === 'setLineDash') dash = args[0] as readonly number[];
        calls.push({
          name: key,
          args,
          fill: String(target.fillStyle),
          stroke: String(target.strokeStyle),
          width: Number(target.lineWidth),
          alpha: Number(target.globalAlpha),
          dash,
        });
      };
    },
    set(target, key: string, value) {
      target[key] = value;
      return true;
    },
  }) as unknown as CanvasRenderingContext2D;
  return { ctx, calls, of: (name) => calls.filter((c) => c.name === name) };
}

/** A picture made by {@link FakeOffscreenCanvas}, with its recorded calls. */
export interface FakeImage {
  readonly recording: Recording;
}

export class FakeOffscreenCanvas {
  readonly #recording = record();
  constructor(
    readonly width: number,
    readonly height: number,
  ) {}
  getContext(): CanvasRenderingContext2D {
    return this.#recording.ctx;
  }
  transferToImageBitmap(): FakeImage {
    return { recording: this.#recording };
  }
}

export class FakePath2D {
  constructor(readonly d: string) {}
}

/** The sprites copied in a recording: their drawings and the positions of their corners (device pixels). */
export const sprites = (seen: Recording): { image: Recording; x: number; y: number }[] =>
  seen.of('drawImage').map(({ args }) => ({
    image: (args[0] as FakeImage).recording,
    x: args[1] as number,
    y: args[2] as number,
  }));
