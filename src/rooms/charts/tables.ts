/** Shared parts of the charts' files. */

import type { Point } from '../../engine/wire/series';
import type { Table } from '../../ui/table';
import { letter } from '../../words/format';

export { letter };

/** A figure over simulated time. */
export const linesTable = (lanes: readonly (readonly Point[])[], figure: string, unit: string): Table => ({
  columns: [{ name: 'lane' }, { name: 'simulated time', unit: 'ms' }, { name: figure, unit }],
  rows: lanes.flatMap((points, lane) => points.map(({ ns, value }) => [letter(lane), ns / 1e6, value])),
});
