import { expect, test } from 'vitest';
import { SvgContext } from '../src/ui/export/context';
import { aligned, csv } from '../src/ui/export/files';

const table = {
  columns: [{ name: 'cause' }, { name: 'A', unit: 'moves' }],
  rows: [
    ['wake, far', 12],
    ['say "hi"', null],
    ['=1+1', 3],
  ],
} as const;

test('a CSV begins with its scenario, and quotes special characters', () => {
  expect(csv(table, ['title', 'two\nlines', 'https://x/#v3&p=cluster']).split('\r\n')).toEqual([
    '# title',
    '# two lines',
    '# https://x/#v3&p=cluster',
    'cause,A (moves)',
    '"wake, far",12',
    '"say ""hi""",',
    "'=1+1,3",
    '',
  ]);
});

test('no text of a CSV is a formula in a spreadsheet, and numbers stay numbers', () => {
  const cells = ['=1+1', '+cmd', '-cmd', '@SUM(A1)', '\tx', '=1,2', '-1.5', '+3.4', -2, '-', 'a=b'];
  const rows = cells.map((cell) => [cell]);
  expect(
    csv({ columns: [{ name: 'n' }], rows }, [])
      .split('\r\n')
      .slice(1, -1),
  ).toEqual(["'=1+1", "'+cmd", "'-cmd", "'@SUM(A1)", `"'\tx"`, `"'=1,2"`, '-1.5', '+3.4', '-2', '-', 'a=b']);
});

test('a comment line of a CSV is one cell, so that no part of it is a formula', () => {
  const comments = ['changed from: x,=1+2,@SUM(1)', 'name;=HYPERLINK("http://x","see")', 'a\t=1', '=1', 'plain'];
  const lines = csv({ columns: [{ name: 'n' }], rows: [] }, comments).split('\r\n');
  expect(lines).toEqual([
    '"# changed from: x,=1+2,@SUM(1)"',
    '"# name;=HYPERLINK(""http://x"",""see"")"',
    '"# a\t=1"',
    '# =1',
    '# plain',
    'n',
    '',
  ]);
});

test('the columns of a text table are aligned, also with Chinese', () => {
  const chinese = {
    columns: [{ name: '原因' }, { name: 'n' }],
    rows: [
      ['唤醒', 5],
      ['fork', 12],
    ],
  } as const;
  expect(aligned(chinese, ['source']).split('\n')).toEqual([
    '```',
    'source',
    '',
    '原因   n',
    '唤醒   5',
    'fork  12',
    '```',
    '',
  ]);
});

test('the SVG context writes shapes with their position, scale and order', () => {
  // `none` needs no canvas to be parsed.
  const ctx = new SvgContext();
  ctx.fillStyle = 'none';
  ctx.strokeStyle = 'none';
  ctx.setTransform(2, 0, 0, 2, 10, 20);
  ctx.lineWidth = 1.5;
  ctx.setLineDash([3, 1]);
  ctx.beginPath();
  ctx.moveTo(0, 0);
  ctx.lineTo(5, 5);
  ctx.stroke();
  ctx.save();
  ctx.translate(1, 1);
  ctx.globalAlpha = 0.5;
  ctx.font = '600 8px sans-serif';
  ctx.textAlign = 'right';
  ctx.fillText('<a & b>', 0, 0);
  ctx.restore();
  ctx.globalCompositeOperation = 'destination-over';
  ctx.fillRect(0, 0, 1, 1);
  expect(ctx.content).toBe(
    [
      '<path d="M10 20L12 20L12 22L10 22Z" fill="none"/>',
      '<path d="M10 20L20 30" fill="none" stroke="none" stroke-width="3" stroke-dasharray="6 2"/>',
      '<text x="12" y="22" font-size="16" font-weight="600" text-anchor="end" fill="none" opacity="0.5">&lt;a &amp; b&gt;</text>',
    ].join(''),
  );
});
