/** A canvas context that writes down what is drawn. */
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
