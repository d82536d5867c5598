import { inflateSync } from 'node:zlib';
import { extractTextItems } from 'unpdf';
import { expect, type Page, test } from './lib/kept';
import { isWhole } from './long';

/** The content of a PDF: its pages with their sizes (pt), its bitmaps (px), and the number of shapes. */
function contentsOf(pdf: Buffer) {
  const text = pdf.toString('latin1');
  const pictures = [...text.matchAll(/\/Width (\d+)\s*\/Height (\d+)/g)].map(
    ([, w, h]) => [Number(w), Number(h)] as const,
  );
  const sizes = [...text.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, w, h]) => [Number(w), Number(h)]);
  let shapes = 0;
  for (const { index, 0: begin } of text.matchAll(/stream\r?\n/g)) {
    const from = index + begin.length;
    try {
      const drawn = inflateSync(pdf.subarray(from, text.indexOf('endstream', from))).toString('latin1');
      shapes += drawn.match(/\b(re|l|c)\n/g)?.length ?? 0;
    } catch {
      // Some streams are uncompressed or no drawings.
    }
  }
  return { pages: text.match(/\/Type ?\/Page\b/g)?.length ?? 0, sizes, pictures, shapes };
}

const printed = async (page: Page) => contentsOf(await page.pdf({ preferCSSPageSize: true, printBackground: true }));

/** Landscape sheets of paper (pt). */
const PAPERS = { A4: [842.88, 595.92], Letter: [792, 612] } as const;

/** Prints on a sheet, and lists words that reach beyond its edge. */
async function printedOn(page: Page, paper: keyof typeof PAPERS) {
  const pdf = await page.pdf({ format: paper, landscape: true, printBackground: true });
  const { items } = await extractTextItems(new Uint8Array(pdf));
  const words = items.flat();
  const [width, height] = PAPERS[paper];
  return {
    ...contentsOf(pdf),
    pdf,
    text: words
      .map(({ str }) => str)
      .join(' ')
      .replace(/\s+/g, ' '),
    cut: words
      .filter(({ str, x, y, width: w }) => str.trim() && (x < 0 || y < 0 || x + w > width || y > height))
      .map(({ str }) => str),
  };
}

async function open(page: Page, fragment: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`./#v3&${fragment}`);
  await expect(page.locator('.lane-a canvas').first()).toBeVisible();
  await expect(page.locator('.lane-b canvas').first()).toBeVisible();
  await expect(page.locator('.print-foot')).toBeAttached();
  await page.waitForLoadState('networkidle');
}

test('an experiment prints in the light theme with its scenario and link, and without buttons', {
  tag: '@long',
}, async ({ page }) => {
  await open(page, 'p=cluster&t=2ms&theme=dark');
  await page.emulateMedia({ media: 'print', reducedMotion: 'reduce' });
  await expect(page.locator('.print-foot')).toContainText('p=cluster');
  await expect(page.locator('.print-foot')).toContainText('Cluster-first wake-up');
  await expect(page.locator('#lanes')).toBeVisible();
  for (const name of [/^(Play|Pause)$/, 'Share']) await expect(page.getByRole('button', { name }).first()).toBeHidden();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light');
});

for (const [what, fragment, pages] of [
  ['an experiment', 'p=cluster&t=2ms', 1],
  ['a stage', 'p=cluster&t=2ms&cue=0', 1],
  ['an act', 'act=2.2', 1],
  ['an embedded page', 'p=cluster&t=2ms&embed=1', 1],
] as const) {
  test(`${what} prints its machines`, { tag: '@long' }, async ({ page }) => {
    await open(page, fragment);
    const paper = await printed(page);
    expect(paper.pages).toBeGreaterThan(0);
    expect(paper.pages).toBeLessThanOrEqual(pages);
    // The canvas of each lane, and the shapes of its SVG.
    expect(paper.pictures.filter(([w, h]) => w > 200 && h > 150).length).toBeGreaterThanOrEqual(2);
    expect(paper.shapes).toBeGreaterThan(400);
  });
}

test('an act prints its current step, whole, without the buttons between steps', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 500 });
  await open(page, 'act=2.9');
  await page.emulateMedia({ media: 'print' });
  const steps = page.locator('.acts-step:visible');
  await expect(steps).toHaveCount(1);
  await expect(steps).toHaveAttribute('data-current', 'true');
  await expect(page.locator('.acts-nav:visible')).toHaveCount(0);
  const isInside = () => page.locator('.acts-scroll').evaluate((one) => one.scrollHeight <= one.clientHeight);
  await expect.poll(isInside).toBe(true);
});

/** Steps with their figures, by the width of the window. */
const STEPS = [
  [1440, 'act=1.3'],
  [1024, 'act=1.5'],
  [1440, 'act=1.6'],
  [1440, 'act=1.9'],
  [1440, 'act=2.5'],
  [1024, 'act=2.6'],
  [1440, 'act=4.4'],
  [2560, 'act=2.6'],
  [1440, 'act=2.7'],
  [1440, 'act=2.8'],
  [1440, 'act=5.1'],
  [1024, 'act=5.5'],
  [1440, 'act=6.7'],
] as const;

for (const paper of ['A4', 'Letter'] as const) {
  // By turns on one of both papers, or with LONG_TESTS=all on each.
  for (const [width, fragment] of STEPS.filter((_, i) => isWhole || (i % 2 === 0) === (paper === 'A4'))) {
    test(`${fragment} at ${width} px has its text and its drawings on one sheet of ${paper}`, { tag: '@long' }, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('about:blank');
      await page.goto(`./#v3&${fragment}`);
      await expect(page.locator('.lane-b canvas, .act-figure').first()).toBeVisible();
      await expect(page.locator('.print-foot')).toBeAttached();
      await page.waitForLoadState('networkidle');
      const step = page.locator('.acts-step[data-current="true"]');
      await expect(page.locator('.acts')).toHaveAttribute('data-arrived', 'true');
      await expect(step.locator('.acts-open')).toHaveCount(0, { timeout: 60_000 });
      if (fragment === 'act=2.7') {
        const points = step.getByRole('slider');
        await expect(points).not.toHaveCount(0);
        for (const point of await points.all()) await point.press('ArrowUp');
        await step.getByRole('button', { name: 'Measure it' }).click();
        await expect(step.locator('.acts-sketch')).toHaveAttribute('data-measured', 'true', { timeout: 60_000 });
      }
      const said = await step.locator('h2, .acts-text, .acts-how > summary > span, header h3').allTextContents();
      expect(await page.title()).toMatch(/^Act \d: /);
      said.push(await page.title());
      const sheet = await printedOn(page, paper);
      await test.info().attach(`${fragment}.pdf`, { body: sheet.pdf, contentType: 'application/pdf' });
      expect([fragment, sheet.pages, sheet.cut]).toEqual([fragment, 1, []]);
      const letters = sheet.text.replace(/\s/g, '');
      for (const words of said) expect(letters).toContain(words.replace(/\s/g, ''));
      // A figure is an SVG; machines are one each, under a canvas.
      const isFigure = (await page.locator('.act-figure').count()) > 0;
      const canvases = sheet.pictures.filter(([w, h]) => w > 150 && h > 100).length;
      expect(sheet.shapes, fragment).toBeGreaterThan(isFigure ? 40 : 400);
      expect(canvases, fragment).toBeGreaterThanOrEqual(isFigure ? 0 : 2);
    });
  }

  test(`a figure, and a stage of any size, fit on one sheet of ${paper}`, { tag: '@long' }, async ({ page }) => {
    for (const [width, height, fragment, words] of [
      [1440, 900, 'act=2.1', 'A map with one'],
      [1440, 900, 'p=cluster&t=2ms&cue=0', 'Cluster-first wake-up'],
      [2560, 1300, 'p=cluster&t=2ms&cue=0', 'Cluster-first wake-up'],
      [1024, 768, 'p=steal&t=2ms', 'Idle stealing'],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto('about:blank');
      await page.goto(`./#v3&${fragment}`);
      await expect(page.locator('.lane-b canvas, .act-figure').first()).toBeVisible();
      await expect(page.locator('.print-foot')).toBeAttached();
      await page.waitForLoadState('networkidle');
      const sheet = await printedOn(page, paper);
      await test.info().attach(`${fragment}.pdf`, { body: sheet.pdf, contentType: 'application/pdf' });
      expect([fragment, sheet.pages, sheet.cut]).toEqual([fragment, 1, []]);
      expect(sheet.text).toContain(words);
      expect(sheet.shapes).toBeGreaterThan(100);
    }
  });
}

test('a deck printed to PDF has a picture of each frame', { tag: '@long' }, async ({ page }) => {
  test.setTimeout(180_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./examples/deck/index.html?print-pdf');
  const frames = ['Classroom', 'Cluster scheduler', 'Idle stealing'];
  const foots = frames.map((title) => page.frameLocator(`iframe[title="${title}"]`).locator('.print-foot'));
  for (const [i, title] of frames.entries()) {
    const frame = page.frameLocator(`iframe[title="${title}"]`);
    await expect(frame.locator('.lane-b canvas').first()).toBeVisible();
    await expect(foots[i]!).toBeAttached();
  }
  await page.emulateMedia({ media: 'print', reducedMotion: 'reduce' });
  for (const [i, link] of ['p=classroom', 'p=cluster', 'p=steal'].entries()) {
    const foot = foots[i]!;
    // The state of the lanes, and the link of the whole page.
    await expect(foot.locator('.print-sentence')).toHaveText(/^(Paused|Done) at [\d.]+\sm?s: \S/);
    await expect(foot.locator('.print-link')).toContainText(link);
    await expect(foot.locator('.print-link')).not.toContainText('embed=1');
    // Both fit into the frame, below the picture.
    const [own, said, picture] = await Promise.all([
      foot.evaluate((node) => node.getBoundingClientRect().bottom - node.scrollHeight + node.clientHeight),
      foot.locator('.print-link').evaluate((node) => node.getBoundingClientRect().bottom),
      page
        .frameLocator(`iframe[title="${frames[i]}"]`)
        .locator('#lanes')
        .evaluate((node) => node.getBoundingClientRect().bottom),
    ]);
    expect(said).toBeLessThanOrEqual(own + 1);
    expect(picture).toBeLessThanOrEqual((await foot.evaluate((node) => node.getBoundingClientRect().top)) + 1);
  }
  await expect(page.frameLocator('iframe[title="Idle stealing"]').locator('.lane-b h2')).toContainText('steal');
  const paper = await printed(page);
  expect(paper.pages).toBe(4);
  // Every slide is landscape.
  expect(paper.sizes).toHaveLength(4);
  for (const [w = 0, h = 0] of paper.sizes) expect(w).toBeGreaterThan(h);
  expect(paper.pictures.filter(([w, h]) => w > 200 && h > 100).length).toBeGreaterThanOrEqual(2 * frames.length);
  expect(paper.shapes).toBeGreaterThan(1200);
});

test('Share creates a poster of both machines, with the legend, the link and its QR code', async ({ page }) => {
  await open(page, 'p=cluster&t=2ms&theme=dark');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Poster (SVG)' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('poster-cluster.svg');
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  const svg = Buffer.concat(chunks).toString();
  for (const words of ['Cluster-first wake-up', 'plain kernel', 'p=cluster', 'crispEdges'])
    expect(svg).toContain(words);
  // A browser can draw it as an SVG.
  const size = await page.evaluate(async (text) => {
    const picture = new Image();
    picture.src = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
    await picture.decode();
    return [picture.naturalWidth, picture.naturalHeight];
  }, svg);
  expect(size[0]).toBeGreaterThan(900);
  expect(size[1]).toBeGreaterThan(300);
  await test.info().attach('poster.svg', { body: svg, contentType: 'image/svg+xml' });
});

/** Portrait sheets of paper (pt). */
const SHEETS = { A4: [595.92, 842.88], Letter: [612, 792] } as const;

/** A sheet of questions on paper, and what reaches beyond its edge. */
async function sheetOn(page: Page, paper: keyof typeof SHEETS) {
  await expect(page.locator('.paper')).toBeAttached({ timeout: 60_000 });
  const pdf = await page.pdf({ format: paper, printBackground: true });
  const items = (await extractTextItems(new Uint8Array(pdf))).items.flat();
  const [width, height] = SHEETS[paper];
  const text = items
    .map(({ str }) => str)
    .join(' ')
    .replace(/\s+/g, ' ');
  const cut = items.filter(({ x, y, width: w }) => x < 0 || y < 0 || x + w > width || y > height);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(page.locator('.paper')).toHaveCount(0);
  return { text, cut, ...contentsOf(pdf) };
}

/** The page of assignments, on which nothing waits for a printer. */
async function openAssignments(page: Page, address = './#assignment'): Promise<void> {
  await page.goto(address);
  await page.evaluate(() => {
    window.print = () => {};
  });
}

test('an assignment is printed as a sheet with empty axes and boxes, and with its solutions', async ({ page }) => {
  await openAssignments(page);
  await page.getByLabel('Open a document').setInputFiles('examples/assignments/nice.json');
  for (const paper of ['A4', 'Letter'] as const) {
    await page.getByRole('button', { name: 'Print a sheet' }).click({ timeout: 60_000 });
    const sheet = await sheetOn(page, paper);
    expect(sheet.text).toContain('What is a nice value worth?');
    expect(sheet.text).toContain('Student number');
    expect(sheet.text).toMatch(/☐.*☐/);
    expect(sheet.text).not.toContain('☒');
    expect(sheet.text).not.toContain('Make and mark an assignment');
    expect(sheet.cut).toEqual([]);
    expect(sheet.pages).toBeGreaterThan(1);
    await page.getByRole('button', { name: 'Print the solutions' }).click();
    const solutions = await sheetOn(page, paper);
    expect(solutions.text).toContain('☒');
    expect(solutions.text).toContain('Solutions');
    expect(solutions.text).toContain('Every answer that meets the goal is right.');
    expect(solutions.text).not.toContain('Student number');
    expect(solutions.cut).toEqual([]);
  }
});

test('an act is printed as a worksheet with empty axes and boxes', async ({ page }) => {
  await openAssignments(page);
  for (const [paper, act, asked] of [
    ['A4', '1', 'How long will lane B take?'],
    ['Letter', '2', 'pairs on 24 CPUs'],
  ] as const) {
    await page.getByLabel('Acts').selectOption(act);
    await page.getByRole('button', { name: 'Print a worksheet' }).click();
    const sheet = await sheetOn(page, paper);
    expect(sheet.text).toContain(`Act ${act}: `);
    expect(sheet.text).toContain(asked);
    expect(sheet.text).toContain('What is meant by “');
    expect(sheet.text).not.toContain('☒');
    expect(sheet.text).not.toContain('Mark answers');
    expect(sheet.cut).toEqual([]);
    expect(sheet.sizes[0]?.map((side) => Math.round(side))).toEqual(SHEETS[paper].map((side) => Math.round(side)));
  }
});

test('the solutions of a worksheet come from runs, in both languages', { tag: '@long' }, async ({ page }) => {
  test.setTimeout(300_000);
  await openAssignments(page);
  const solutionsOf = async (act: string, button: string, list: string) => {
    await page.getByLabel(list).selectOption(act);
    await page.getByRole('button', { name: button }).click();
    await expect(page.locator('.paper')).toBeAttached({ timeout: 120_000 });
    // Chinese characters are in the PDF as radicals, with spaces around them.
    return (await sheetOn(page, 'A4')).text.normalize('NFKC').replace(/(\p{sc=Han}) (?=\p{sc=Han})/gu, '$1');
  };
  // The figures that the act tells.
  expect(await solutionsOf('1', 'Print its solutions', 'Acts')).toMatch(
    /☒ As long as A\..*A took [\d.]+ ms, B [\d.]+ ms/,
  );
  expect(await solutionsOf('2', 'Print its solutions', 'Acts')).toMatch(/\+[\d.]+ %.*pairs on 24 CPUs/);
  await page.evaluate(() => localStorage.setItem('scheduler-playground.look', '{"lang":"zh"}'));
  await page.reload();
  await openAssignments(page);
  expect(await solutionsOf('1', '打印练习纸的参考答案', '各幕')).toMatch(/☒ 和 A ?一样久.*A ?用了 ?[\d.]+ ms/);
});
