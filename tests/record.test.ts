/**
 * The rows of the record that the acts draw beside a text. `npm run generate` writes them, so that an act does not load the
 * whole record.
 */
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { loadAct } from '../src/rooms/acts/steps';
import { REPORT, seedsOf } from '../src/rooms/replication/report';
import { ACT_NUMBERS } from '../src/scenario/acts';

test('the rows that the acts draw are those of the record', async () => {
  const acts = await Promise.all(ACT_NUMBERS.map(loadAct));
  const drawn = acts.flatMap(({ steps }) =>
    steps.flatMap(([, { published = [] }]) => published.filter((one) => one.drawn)),
  );
  const tables = drawn.map(({ table, quantity = 'time', rows: names }) => {
    const about = REPORT.tables.find((one) => one.table === table);
    const rows = REPORT.rows.filter(
      (row) => row.table === table && row.quantity === quantity && (names === undefined || names.includes(row.row)),
    );
    expect(rows.length, table).toBeGreaterThan(1);
    return [
      table,
      {
        author: about?.author,
        date: about?.date,
        seeds: about && seedsOf(about),
        unit: rows[0]?.unit,
        rows: rows.map(({ row, load, published, simulated, gain_published, gain_simulated, gain_ci95 }) => ({
          row,
          load,
          published,
          simulated,
          gain:
            gain_published === null ? null : { published: gain_published, simulated: gain_simulated, half: gain_ci95 },
        })),
      },
    ] as const;
  });
  const text = `${JSON.stringify(Object.fromEntries(tables))}\n`;
  await expect(text).toMatchFileSnapshot(resolve('src/rooms/acts/generated/record.json'));
});
