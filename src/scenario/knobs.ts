/** The knobs of a source: its `const volatile` numbers and truth values, as text. */

/** A knob, and where its value stands in the source. */
export interface Knob {
  readonly name: string;
  readonly type: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  /** The word behind the range: `ns` is shown as a time. */
  readonly unit: string;
  readonly from: number;
  readonly to: number;
}

const NUMBER = String.raw`-?(?:0x[\da-fA-F]+|\d+)`;
const DECLARED = new RegExp(
  String.raw`^[ \t]*const[ \t]+volatile[ \t]+(?:unsigned[ \t]+|signed[ \t]+)?(\w+)[ \t]+(\w+)[ \t]*=[ \t]*(${NUMBER}|true|false)(?:[uUlL]*)[ \t]*;` +
    String.raw`(?:[ \t]*(?:/\*|//)[ \t]*(${NUMBER})[ \t]*\.\.[ \t]*(${NUMBER})[ \t]*(\w*))?`,
  'gmd',
);

/** Without a range in a comment, a number may become ten times as large or as small. */
const rangeAround = (value: number): readonly [number, number] =>
  value === 0 ? [0, 10] : [Math.floor(Math.min(value / 10, value * 10)), Math.ceil(Math.max(value / 10, value * 10))];

/** The knobs of a source in its order; with `names`, those among them. */
export function knobsOf(source: string, names: readonly string[] | null = null): readonly Knob[] {
  return Array.from(source.matchAll(DECLARED), (found): Knob => {
    const [, type = '', name = '', text = '', low, high, unit = ''] = found;
    const isTruth = text === 'true' || text === 'false';
    const value = isTruth ? Number(text === 'true') : Number(text);
    const [least, most] = isTruth ? [0, 1] : low && high ? [Number(low), Number(high)] : rangeAround(value);
    const [from = 0, to = 0] = found.indices?.[3] ?? [];
    return { name, type: isTruth ? 'bool' : type, value, least, most, unit, from, to };
  }).filter(({ name, value }) => (names?.includes(name) ?? true) && Number.isSafeInteger(value));
}

/** A slider has this many positions. */
export const POSITIONS = 200;

/** A wide range is divided by ratio, a narrow one evenly. */
const isWide = ({ least, most }: Knob): boolean => least > 0 && most / least >= 50;

/** The position of a value on the slider. */
export function positionOf(knob: Knob, value = knob.value): number {
  const { least, most } = knob;
  const at = Math.min(most, Math.max(least, value));
  const part = isWide(knob) ? Math.log(at / least) / Math.log(most / least) : (at - least) / (most - least || 1);
  return Math.round(part * POSITIONS);
}

/** The value at a position: whole, and with two digits if the range is wide. */
export function valueAt(knob: Knob, position: number): number {
  const { least, most } = knob;
  const part = position / POSITIONS;
  if (!isWide(knob)) return Math.round(least + part * (most - least));
  const exact = least * (most / least) ** part;
  return Math.min(most, Math.max(least, Number(exact.toPrecision(2))));
}

/** A value as it is written in the source. */
export const textOf = ({ type }: Pick<Knob, 'type'>, value: number): string =>
  type === 'bool' ? String(value !== 0) : String(value);

/** The source with the values of the knobs written into it. */
export const withValues = (source: string, knobs: readonly Knob[]): string =>
  knobs
    .toSorted((one, other) => other.from - one.from)
    .reduce((text, knob) => {
      const now = text.slice(knob.from, knob.to);
      const isSame = Number(now) === knob.value || now === textOf(knob, knob.value);
      return isSame ? text : text.slice(0, knob.from) + textOf(knob, knob.value) + text.slice(knob.to);
    }, source);
