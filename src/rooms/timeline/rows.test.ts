import { describe, expect, it } from 'vitest';
import { MACHINE_IDS, machine } from '../../../tests/drawing/fake';
import { groupName, nodesOf } from './groups';
import { rowAt, rowOf, rowsOf } from './rows';

const TEXT = 12;
const named = (rows: ReturnType<typeof rowsOf>) =>
  rows.rows.map(({ cpus, folded }) => (folded ? groupName(cpus) : `[${cpus[0]}]`)).join(' ');

describe('rows', () => {
  it.each(MACHINE_IDS)('%s: every CPU is in one row, rows are in order, apart and never under 8 px', (id) => {
    const m = machine(id);
    for (const height of [60, 117, 220, 440]) {
      const { rows, labels, height: all } = rowsOf(m, m.cpus - 1, height, TEXT);
      // The text of the first one is whole.
      expect(labels[0]?.y).toBeGreaterThanOrEqual(TEXT / 2);
      expect(rows.flatMap(({ cpus }) => cpus).sort((a, b) => a - b)).toEqual(
        Array.from({ length: m.cpus }, (_, i) => i),
      );
      rows.forEach((row, i) => {
        expect(row.h).toBeGreaterThanOrEqual(8);
        expect(row.y + row.h).toBeLessThan(rows[i + 1]?.y ?? all + 1);
      });
    }
  });

  it('of a small machine all lie open, of a larger one those of the group that was pointed at', () => {
    expect(named(rowsOf(machine('classroom-8'), 0, 117, TEXT))).toBe('[0] [1] [2] [3] [4] [5] [6] [7]');
    const rows = rowsOf(machine('kunpeng920-24'), 6, 117, TEXT);
    expect(named(rows)).toBe('0–3 [4] [5] [6] [7] 8–11 12–15 16–19 20–23');
    expect(rows.labels.filter(({ open }) => open).map(({ cpus }) => groupName(cpus))).toEqual(['4–7']);
    expect(rows.rows.map(({ h }) => h)).toEqual([9, 11, 11, 11, 11, 9, 9, 9, 9]);
    expect(rows.height).toBeLessThanOrEqual(117);
  });

  it('of a machine with nodes fold one level further if their clusters do not fit', () => {
    expect(named(rowsOf(machine('kunpeng920-96'), 26, 117, TEXT))).toBe(
      '0–23 [24] [25] [26] [27] 28–31 32–35 36–39 40–43 44–47 48–71 72–95',
    );
    expect(rowsOf(machine('kunpeng920-96'), 26, 117, TEXT).height).toBeLessThanOrEqual(117);
    expect(named(rowsOf(machine('kunpeng920-48'), 0, 400, TEXT))).toMatch(/^\[0\] .* \[3\] 4–7 .* 44–47$/);
  });

  it('that do not fit keep their height, and reach further than there is room', () => {
    expect(rowsOf(machine('icelake-160'), 0, 117, TEXT).height).toBeGreaterThan(300);
  });

  it('are found by position and by CPU', () => {
    const rows = rowsOf(machine('kunpeng920-24'), 6, 300, TEXT);
    for (const row of rows.rows) expect(rowAt(rows, row.y + row.h / 2)).toBe(row);
    expect(rowAt(rows, 500)).toBeNull();
    expect(rowOf(rows, 21)?.folded).toBe(true);
  });
});

describe('groups', () => {
  it('are the nodes that the diagram draws as boxes', () => {
    const units = (id: Parameters<typeof machine>[0]) => nodesOf(machine(id)).map((node) => node.units.map(groupName));
    expect(units('classroom-8')).toEqual([['0–3', '4–7']]);
    expect(units('numaq-16')).toEqual([['0–3'], ['4–7'], ['8–11'], ['12–15']]);
    expect(units('xeon-e5-2630v4-40')[1]?.[0]).toBe('10,30');
  });
});
