/** Numbers as a person reads them. */

/** A number with three digits, or all before the point. */
export const short = (value: number): string =>
  String(Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3))).replace('-', '−');

/** Points with at most two digits after the point. */
export const pointsOf = (points: number): string => String(Math.round(points * 100) / 100);

/** Half the width of an interval, with two digits. */
export const roughly = (value: number): string => short(Number(value.toPrecision(2)));
