/**
 * Smoke, widths and legibility in Firefox. Playwright drives only a Firefox of its own, so puppeteer drives the installed
 * one (Debian's package `firefox-esr`, or `FIREFOX_PATH`) through WebDriver BiDi.
 */
import { existsSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { type Browser, launch, type Page } from 'puppeteer-core';
import { extractText, getDocumentProxy } from 'unpdf';
import { layoutFaults, SCREENS } from './lib/layout';
import { legibility } from './lib/legible';

const PATH = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr';

// One browser, which takes seconds to start.
test.describe.configure({ mode: 'default' });
test.skip(!existsSync(PATH), `Firefox is not installed: there is no ${PATH}.`);

let browser: Browser;
test.beforeAll(async () => {
  browser = await launch({
    browser: 'firefox',
    executablePath: PATH,
    // Still lanes, so that two looks at one screen agree.
    extraPrefsFirefox: { 'ui.prefersReducedMotion': 1 },
  });
});
test.afterAll(() => browser?.close());

/** A page, and the errors that it reports. */
async function opened(address: string, width = 1440, height = 900): Promise<readonly [Page, string[]]> {
  const page = await browser.newPage();
  await page.setViewport({ width, height });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.goto(address);
  await page.waitForSelector('canvas, .act-figure', { visible: true });
  return [page, errors];
}

for (const [what, fragment, shown] of [
  ['the first screen', '', '.front-lanes[data-ns]:not([data-ns="0"])'],
  ['an experiment', '#v3&p=cluster&t=2ms', '.lane-b canvas'],
  ['a step of an act', '#v3&act=2.3', '.acts[data-arrived="true"]'],
  ['an experiment in Chinese', '#v3&p=task-group&lang=zh', '.lane-b canvas'],
] as const) {
  test(`Firefox: ${what} opens without errors`, { tag: '@long' }, async ({ baseURL }) => {
    const [page, errors] = await opened(`${baseURL}${fragment}`);
    await page.waitForSelector(shown, { timeout: 60_000 });
    expect(errors).toEqual([]);
    await page.close();
  });
}

for (const fragment of ['act=1.2', 'act=2.6']) {
  test(`Firefox: ${fragment} prints on one sheet, with its text`, { tag: '@long' }, async ({ baseURL }) => {
    const [page] = await opened(`${baseURL}#v3&${fragment}`);
    await page.waitForSelector('.acts[data-arrived="true"]', { timeout: 60_000 });
    await page.waitForSelector('.print-foot');
    // The letters of a plain piece of the text: the PDF names glyphs of bold faces and digits by number.
    const said = await page.$eval('.acts-step[data-current="true"] .acts-text', (text) => {
      const pieces = [...text.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
      return pieces.map((node) => node.nodeValue ?? '').sort((a, b) => b.length - a.length)[0] ?? '';
    });
    expect(said.length).toBeGreaterThan(20);
    const pdf = await page.pdf({ format: 'A4', landscape: true, printBackground: true });
    await test.info().attach(`${fragment}.pdf`, { body: Buffer.from(pdf), contentType: 'application/pdf' });
    const sheets = await getDocumentProxy(new Uint8Array(pdf));
    const { text, totalPages } = await extractText(sheets, { mergePages: true });
    expect(totalPages).toBe(1);
    const lettersOf = (one: string) => one.replace(/[^A-Za-z]/g, '');
    expect(lettersOf(text)).toContain(lettersOf(said));
    await page.close();
  });
}

for (const [name, screen] of Object.entries(SCREENS)) {
  test(`Firefox: the ${name} from 320 to 2560 px`, { tag: '@long' }, async ({ baseURL }) => {
    test.setTimeout(240_000);
    const [page] = await opened(`${baseURL}${screen.fragment}`);
    const { parts, drawings } = screen;
    await page.waitForSelector(drawings, { visible: true });
    const found: string[] = [];
    // Around the breakpoint of 700 px every 10 px, elsewhere every 80.
    const widths = Array.from({ length: 225 }, (_, i) => 320 + 10 * i).filter(
      (width) => width % 80 === 0 || (width >= 690 && width <= 760),
    );
    for (const width of widths) {
      await page.setViewport({ width, height: 900 });
      for (const fault of await page.evaluate(layoutFaults, { parts, drawings })) found.push(`${width}: ${fault}`);
    }
    expect(found).toEqual([]);
    await page.close();
  });
}

for (const [name, fragment] of [
  ['first screen', '#v3&show=gallery'],
  ['experiment', '#v3&p=cluster&t=2ms'],
  ['counters', '#v3&p=task-group&t=2ms'],
  ['act', '#v3&act=2.3'],
  ['stage', '#v3&p=cluster&t=2ms&cue=0'],
] as const) {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    for (const lang of ['en', 'zh']) {
      test(`Firefox: the ${name} is legible, ${width} px, ${lang}`, { tag: '@long' }, async ({ baseURL }) => {
        const [page] = await opened(`${baseURL}${fragment}&lang=${lang}`, width, height);
        await page.waitForFunction(() =>
          [...document.fonts].some((face) => face.family === 'Inter' && face.status === 'loaded'),
        );
        await page.waitForFunction(
          () => document.querySelector('.acts[data-arrived=false], [aria-busy=true]') === null,
        );
        const faults = await page.evaluate(legibility, '');
        expect(faults.map(({ kind, what, by }) => `${kind}: ${what} (${by})`)).toEqual([]);
        await page.close();
      });
    }
  }
}
