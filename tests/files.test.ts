import { expect, test } from 'vitest';
import { FrameView } from '../src/engine/wire/frame';
import { rectStrip } from '../src/rooms/timeline/rects';
import { Segments } from '../src/rooms/timeline/segments';
import { paintRow } from '../src/rooms/timeline/strip';
import { SvgContext } from '../src/ui/export/context';
import { aligned, csv } from '../src/ui/export/files';
import { frameWords, logWords, machine } from './drawing/fake';

const table = {
  columns: [{ name: 'cause' }, { name: 'A', unit: 'moves' }],
  rows: [
    ['wake, far', 12],
    ['say "hi"', null],
    ['=1+1', 3],
  ],
} as const;

test('a CSV begins with what was run, and quotes what must be quoted', () => {
  expect(csv(table, ['title', 'two\nlines', 'https://x/#v1&p=cluster']).split('\r\n')).toEqual([
    '# title',
    '# two lines',
    '# https://x/#v1&p=cluster',
    'cause,A (moves)',
    '"wake, far",12',
    '"say ""hi""",',
    '"=1+1",3',
    '',
  ]);
});

test('a text table stands in columns, Chinese too', () => {
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

test('equal stretches of the timeline become one rectangle each', () => {
  const strip = rectStrip(10, 4);
  const red = 0xff0000ff;
  // Two lines from 2 to 5 px, as pixels four times as fine.
  for (const y of [1, 2]) strip.pixels.fill(red, y * strip.width + 8, y * strip.width + 20);
  const drawn: unknown[] = [];
  const ctx = {
    fillStyle: '',
    fillRect(...box: number[]) {
      drawn.push([ctx.fillStyle, ...box]);
    },
  };
  strip.put(ctx as unknown as CanvasRenderingContext2D);
  expect(drawn).toEqual([['rgb(255 0 0 / 1.000)', 2, 1, 3, 2]]);
});

test('the stripes of what is wasted are as wide in a file as on the page', () => {
  const m = machine('classroom-8');
  const segments = new Segments(8);
  const log = logWords([{ kind: 'wasted', ns: 0, cpu: 0, wasted: true }]);
  segments.accept(log, new FrameView(frameWords(m, { ns: 100, running: [] })), 1000);
  const strip = rectStrip(20, 1);
  const span = { fromNs: 0, toNs: 100, width: strip.width, stripe: strip.stripe };
  paintRow(segments, 0, span, strip.pixels, 0, new Uint32Array(), { unknown: 1, wasted: 0xff0000ff });
  const widths: number[] = [];
  const ctx = { fillStyle: '', fillRect: (_x: number, _y: number, w: number) => widths.push(w) };
  strip.put(ctx as unknown as CanvasRenderingContext2D);
  expect(widths).toEqual([2, 2, 2, 2, 2]);
});

test('what is drawn on a context that writes SVG is placed, scaled and in order', () => {
  // `none` needs no canvas to be read.
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
