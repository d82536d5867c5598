// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FigureTable } from './FigureTable';

interface Item {
  readonly name: string;
  readonly value: number;
}

const a: Item = { name: 'a', value: 1 };
const b: Item = { name: 'b', value: 22 };

test('rows have a row header and cells, under the headers of columns and sections', () => {
  render(
    <FigureTable<Item>
      className="figures"
      caption={<caption>Things</caption>}
      columns={[
        { head: 'Name', cell: ({ name }) => name },
        { head: null, cell: (_, index) => `#${index + 1}` },
        { head: 'Value', cell: ({ value }) => value, className: 'n', attributes: () => ({ 'data-label': 'Value' }) },
      ]}
      sections={[
        { key: 'first', rows: [a] },
        { key: 'second', title: <tr aria-label="second" />, rows: [b] },
      ]}
      rowKey={({ name }) => name}
      rowAttributes={({ value }) => ({ 'data-large': value > 9 })}
    />,
  );
  const table = screen.getByRole('table', { name: 'Things' });
  expect(table.className).toBe('figures');
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Name', 'Value']);
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['a', 'b']);
  const rows = [...table.querySelectorAll('tbody')].map((body) =>
    [...body.querySelectorAll('tr')].map((row) => row.textContent),
  );
  expect(rows).toEqual([['a#11'], ['', 'b#122']]);
  const value = screen.getByText('22');
  expect([value.className, value.dataset.label, value.closest('tr')?.dataset.large]).toEqual(['n', 'Value', 'true']);
});
