import { expect, type Page, test } from './lib/kept';
import { type FaultKind, legibility } from './lib/legible';

const faultsOf = async (page: Page, body: string, width = 760): Promise<FaultKind[]> => {
  await page.setViewportSize({ width, height: 400 });
  await page.setContent(`<!doctype html><style>
    body { margin: 0; font: 15px/22px sans-serif; color: #000; background: #fff; }
    p { margin: 0; }
  </style>${body}`);
  return (await page.evaluate(legibility, '')).map(({ kind }) => kind);
};

const box = (style: string, text = 'Reads well') => `<p style="${style}">${text}</p>`;
const svg = (size: number) =>
  `<svg viewBox="0 0 100 100" width="200" height="200"><text x="5" y="40" font-size="${size}">CPU</text></svg>`;

const PLANTED = [
  ['a sentence that can be read', box(''), []],
  ['type of 11 px', box('font-size: 11px'), ['small']],
  ['Chinese of 12 px', box('font-size: 12px', '集群'), ['small']],
  ['Chinese of 13 px', box('font-size: 13px', '集群'), []],
  ['an SVG drawn twice as large', svg(7), []],
  ['an SVG drawn twice as large, and too small', svg(5), ['small']],
  ['what only screen readers are told', box('position: absolute; clip-path: inset(50%); font-size: 1px'), []],
  ['a box that cuts its line', box('width: 40px; overflow: hidden; white-space: nowrap'), ['cut']],
  [
    'a line that ends in an ellipsis',
    box('width: 40px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis'),
    ['cut'],
  ],
  [
    'an ellipsis with the whole in its title',
    '<p title="Reads well" style="width: 40px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis">Reads well</p>',
    [],
  ],
  [
    'a box that cuts its line until the page has its size',
    `${box('width: 40px; overflow: hidden; white-space: nowrap')}
     <script>setTimeout(() => document.querySelector('p').removeAttribute('style'), 300)</script>`,
    [],
  ],
  ['a box that cuts a line in half', `<div style="height: 8px; overflow: hidden">${box('')}</div>`, ['cut']],
  ['two labels over each other', `${box('')}${box('position: absolute; inset: 4px auto auto 8px')}`, ['overlap']],
  [
    'a label under a sheet that has one of its own',
    `${box('')}${box('position: absolute; inset: 0 auto auto 0; background: #fff; pointer-events: none')}`,
    [],
  ],
  ['lines set tight', box('width: 60px; line-height: 1', 'One two three four'), []],
  ['a small button', '<button style="width: 20px; height: 20px; padding: 0" aria-label="x"></button>', ['control']],
  [
    'a tick box with its label',
    '<label style="display: block; padding: 4px 0"><input type="checkbox"> Yes</label>',
    [],
  ],
  [
    'a small cell in a large part of a drawing',
    `<svg width="200" height="100"><rect role="button" width="90" height="60"/><rect role="button" x="4" y="4" width="12" height="12"/></svg>`,
    [],
  ],
  [
    'a small cell by itself',
    `<svg width="200" height="100"><rect role="button" width="12" height="12"/></svg>`,
    ['control'],
  ],
  [
    'a box that is scrolled sideways',
    `<div style="width: 90px; overflow: auto">${box('width: 300px')}</div>`,
    ['sideways'],
  ],
  [
    'a wide table in a region of its own',
    '<section tabindex="0" aria-label="All" style="width: 90px; overflow: auto"><table style="width: 300px"><tr><td>One</table></section>',
    [],
  ],
  [
    'a wide table in a region without a name',
    '<section tabindex="0" style="width: 90px; overflow: auto"><table style="width: 300px"><tr><td>One</table></section>',
    ['sideways'],
  ],
  ['a page wider than its window', box('width: 800px'), ['sideways']],
  ['grey on white', box('color: #999'), ['contrast']],
  ['grey on white by a mixed colour', box('color: color-mix(in srgb, #000 40%, #fff)'), ['contrast']],
  ['white on a dark shape', `<div style="background: #123">${box('color: #fff')}</div>`, []],
  ['white on a half transparent one', `<div style="background: #1238">${box('color: #fff')}</div>`, ['contrast']],
  ['white on a dark shape that is inert', `<div inert style="background: #123">${box('color: #fff')}</div>`, []],
  ['what is dimmed on purpose', `<div style="opacity: 0.35">${box('')}</div>`, []],
  [
    'small type below the fold',
    `<div style="height: 100px; overflow: auto"><div style="height: 500px"></div>${box('font-size: 10px')}</div>`,
    ['small'],
  ],
] as const satisfies readonly (readonly [string, string, readonly FaultKind[]])[];

test('the walk finds planted faults, and none on a good page', { tag: '@long' }, async ({ page }) => {
  for (const [what, body, kinds] of PLANTED) expect(await faultsOf(page, body), what).toEqual(kinds);
});

test('on a phone a button has the size of a finger, unless it is drawn to scale', async ({ page }) => {
  const button = (name: string) => `<button class="${name}" style="width: 40px; height: 44px" aria-label="x"></button>`;
  expect(await faultsOf(page, button(''), 390)).toEqual(['control']);
  expect(await faultsOf(page, button('to-scale'), 390)).toEqual([]);
  expect(await faultsOf(page, button(''))).toEqual([]);
  const row = '<table><tr style="position: relative; height: 44px"><td><a href="/" class="whole">Classroom</a></table>';
  const whole = '<style>.whole { display: block } .whole::after { content: ""; position: absolute; inset: 0 }</style>';
  expect(await faultsOf(page, row, 390)).toEqual([]);
  expect(await faultsOf(page, `<style>.whole { display: block }</style>${row}`, 390)).toEqual(['control']);
  expect(await faultsOf(page, whole + row, 390)).toEqual([]);
});
