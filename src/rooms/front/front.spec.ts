import AxeBuilder from '@axe-core/playwright';
import { edit } from '../../../tests/hands';
import { expect, fresh, type Page, test } from '../../../tests/lib/kept';
import { MACHINES } from '../../scenario/catalog';
import { PRESET_IDS } from '../../scenario/presets';

const clock = (page: Page) => page.locator('.clock');
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const lanes = (page: Page) => page.locator('#root .front-lanes');
const handle = (page: Page) => page.getByRole('slider', { name: 'How many tasks' });
const verdict = (page: Page) => page.locator('#root .front-verdict');
const headline = (page: Page) => page.locator('#root .front-headline');
const caption = (page: Page) => page.getByRole('group', { name: 'One wake-up, step by step' });
/** The simulated time that the lanes show (ns); 0: nothing was drawn yet. */
const shown = async (page: Page): Promise<number> => Number((await lanes(page).getAttribute('data-ns')) ?? 0);
/** Runs of many seeds take their time on a busy machine. */
const MEASURED = { timeout: 80_000 };

async function open(page: Page, fragment = '', reducedMotion: 'reduce' | 'no-preference' = 'no-preference') {
  await page.emulateMedia({ reducedMotion });
  await page.goto(`./${fragment}`);
}

test('without a fragment the page opens its first screen; every row links to its experiment', async ({ page }) => {
  await open(page, '', 'reduce');
  await expect(page).toHaveTitle('Scheduler Playground');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Same program, same machine.');
  const experiments = page.getByRole('region', { name: /^Experiments/ });
  await expect(experiments.getByRole('link')).toHaveCount(PRESET_IDS.length);
  await expect(page.getByRole('region', { name: /^Machines/ }).getByRole('link')).toHaveCount(
    Object.keys(MACHINES).length,
  );
  await expect(page.getByRole('navigation', { name: 'The acts' }).getByRole('link').first()).toHaveAttribute(
    'href',
    /#v3&act=1/,
  );
  await expect(link(page, 'Idle stealing')).toHaveAttribute('href', '#v3&p=steal');
  await expect(clock(page)).toHaveCount(0);
  await link(page, 'Idle stealing').click();
  await expect(page).toHaveURL(/#v3&p=steal$/);
  await expect(clock(page)).toBeVisible();
  await expect(page.getByLabel('Experiment', { exact: true }).last()).toHaveValue('steal');
  await page.goBack();
  await expect(link(page, 'Idle stealing')).toBeVisible();
  await link(page, 'IBM NUMA-Q (2003) · 16 CPUs').click();
  await edit(page);
  await expect(page.getByLabel('Machine', { exact: true })).toHaveValue('numaq-16');
  await expect(page).toHaveURL(/#v3&p=numa2003&machine=numaq-16&w=hackbench,g=20&t=\d+ms$/);
});

test('the lanes run, and the share of wake-ups that leave the waker’s cluster is theirs', async ({ page }) => {
  await open(page);
  await expect.poll(() => shown(page)).toBeGreaterThan(4e6);
  const before = await shown(page);
  await expect.poll(() => shown(page)).toBeGreaterThan(before);
  const share = async (lane: string) =>
    Number.parseInt((await page.locator(`#root .lane-${lane} .front-share b`).textContent()) ?? '', 10);
  await expect.poll(() => share('a')).toBeGreaterThan(15);
  await expect.poll(() => share('b')).toBeLessThan(10);
});

test('the headline equals the verdict, and both follow the handle to a loss of B', { tag: '@long' }, async ({
  page,
}) => {
  test.setTimeout(240_000);
  await open(page, '', 'reduce');
  await expect(verdict(page)).toContainText(/B moves [\d.]+ ± [\d.]+ % more/, MEASURED);
  // More seeds may come in between two looks.
  const percents = () =>
    page.evaluate(() => {
      const of = (selector: string) => /([\d.]+)( ±| %)/.exec(document.querySelector(selector)?.textContent ?? '')?.[1];
      return [of('#root .front-headline em'), of('#root .front-verdict b')];
    });
  const [said, measured] = await percents();
  expect(said).toBe(measured);
  await expect(headline(page)).toContainText(/% faster\. Why\?/);
  await handle(page).press('ArrowLeft');
  await expect(page.locator('#root .front-handle-head')).toContainText('8 tasks on 8 CPUs');
  await expect(verdict(page)).toContainText(/B moves [\d.]+ ± [\d.]+ % fewer/, MEASURED);
  await expect(headline(page)).toContainText(/% slower\. Why\?/);
  await expect(page.locator('#root .front-why')).toContainText('Where they began decides');
  await expect(page.locator('#root .front-bars')).toContainText(/B loses [\d.]+ %/);
  expect(new Set(await percents()).size).toBe(1);
});

test('the slider restarts the lanes with its number of tasks', async ({ page }) => {
  await open(page, '', 'reduce');
  await expect.poll(() => shown(page)).toBeGreaterThan(0);
  const running = () => page.locator('#root .lane-a [data-cpu][aria-label*="running"]').count();
  await handle(page).fill('1');
  await expect(page.locator('#root .front-handle-head')).toContainText('2 tasks on 8 CPUs');
  await expect.poll(running).toBeLessThanOrEqual(2);
  await handle(page).press('End');
  await expect(page.locator('#root .front-handle-head')).toContainText('16 tasks on 8 CPUs');
  await expect.poll(running).toBeGreaterThan(4);
});

test('four sentences follow one wake-up, play automatically and end', { tag: '@long' }, async ({ page }) => {
  await open(page);
  await expect.poll(() => shown(page)).toBeGreaterThan(4e6);
  // Each sentence is visible for two seconds only, so the page records them.
  await page.evaluate(() => {
    const sentences: Record<string, string> = {};
    Object.assign(window, { sentences });
    const note = () => {
      const own = document.querySelector<HTMLElement>('.front-caption');
      if (own?.dataset.step) sentences[own.dataset.step] = own.querySelector('p')?.textContent ?? '';
    };
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await page.getByRole('button', { name: 'Follow one wake-up' }).click();
  await expect(caption(page)).toHaveAttribute('data-step', 'cost', { timeout: 60_000 });
  const sentences = await page.evaluate(() => (window as unknown as { sentences: Record<string, string> }).sentences);
  expect(Object.keys(sentences)).toEqual(['writes', 'a', 'b', 'cost']);
  expect(sentences.writes).toMatch(/In A, CPU\s\d has written a message/);
  expect(sentences.a).toMatch(/across the chip/);
  expect(sentences.b).toMatch(/in the waker’s cluster|next door/);
  expect(sentences.cost).toMatch(/91\sns across the chip, 20\sns next door/);
  // A went across the chip, B did not.
  await expect(page.locator('#root .lane-a .front-trail')).toHaveAttribute('data-way', 'far');
  await expect(page.locator('#root .lane-b .front-trail')).toHaveAttribute('data-way', 'near');
  const stood = await shown(page);
  await caption(page).press('ArrowLeft');
  await expect(caption(page)).toHaveAttribute('data-step', 'b');
  await page.keyboard.press('Escape');
  await expect(caption(page)).toHaveCount(0);
  await expect(page.locator('.front-trail')).toHaveCount(0);
  await expect.poll(() => shown(page)).toBeGreaterThan(stood);
});

test('with reduced motion the lanes are paused, and the wake-up advances step by step', { tag: '@long' }, async ({
  page,
}) => {
  await open(page, '', 'reduce');
  await expect.poll(() => shown(page)).toBeGreaterThan(4e6 - 1);
  const at = await shown(page);
  await page.waitForTimeout(800);
  expect(await shown(page)).toBe(at);
  await page.getByRole('button', { name: 'Follow one wake-up' }).click();
  await expect(caption(page)).toHaveAttribute('data-step', 'writes');
  await page.waitForTimeout(2500);
  await expect(caption(page)).toHaveAttribute('data-step', 'writes');
  // Each sentence stands over the machine of the lane that it is about, in place of the name of that lane.
  const expectAbove = async (lane: 'a' | 'b') => {
    const [said, head] = await Promise.all([
      caption(page).boundingBox(),
      page.locator(`#root .lane-${lane} .front-lane-head`).boundingBox(),
    ]);
    expect(Math.abs((said?.y ?? 0) - (head?.y ?? Number.NaN))).toBeLessThan(8);
  };
  await expectAbove('a');
  for (const [step, lane] of [
    ['a', 'a'],
    ['b', 'b'],
    ['cost', 'b'],
  ] as const) {
    await caption(page).getByRole('button', { name: 'Next' }).click();
    await expect(caption(page)).toHaveAttribute('data-step', step);
    await expectAbove(lane);
  }
  await caption(page).getByRole('button', { name: 'End' }).click();
  await expect(caption(page)).toHaveCount(0);
});

test('the bars and the gains by load are drawn before anything is measured here', async ({ page }) => {
  await open(page, '', 'reduce');
  const bars = page.locator('#root .front-bar-column i');
  await expect(bars).toHaveCount(8);
  const heights = await bars.evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().height));
  expect(heights).toHaveLength(8);
  for (const height of heights) expect(height).toBeGreaterThan(1);
  await expect(page.locator('#root .front-why')).toContainText('a simulator of the Linux scheduler');
  await page.getByRole('searchbox', { name: 'Filter' }).fill('Classroom');
  const row = page.getByRole('region', { name: /^Experiments/ }).getByRole('row', { name: /^Classroom/ });
  const gain = row.getByRole('img');
  await gain.scrollIntoViewIfNeeded();
  await expect(gain).toHaveAccessibleName(/^\d+ pairs \(\d+ tasks\): B gains \d+\.\d+ ± \d+\.\d+ %$/);
  await expect(gain).toHaveText(/^\+\d+\.\d+ %at \d+ tasks$/);
});

test('the lanes can be paused', { tag: '@long' }, async ({ page }) => {
  await open(page);
  await expect.poll(() => shown(page)).toBeGreaterThan(1e6);
  const toggle = page.locator('#root .front-go .quiet');
  await toggle.click();
  await expect(toggle).toHaveAccessibleName('Play');
  const moving = page.locator('#root .front-loop .l1-line');
  await moving.scrollIntoViewIfNeeded();
  await expect(moving).toHaveCSS('animation-play-state', 'paused');
  const at = await shown(page);
  await page.waitForTimeout(500);
  expect(await shown(page)).toBe(at);
  await toggle.click();
  await expect.poll(() => shown(page)).toBeGreaterThan(at);
  await moving.scrollIntoViewIfNeeded();
  await expect(moving).toHaveCSS('animation-play-state', 'running');
});

for (const width of [1440, 1024, 390]) {
  test(`at ${width} px the load moves nothing below it, and the handle covers no label`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await open(page, '', 'reduce');
    // What the verdict rests on comes later than the bars.
    await expect(verdict(page).locator('small')).toHaveCount(2);
    const tops = () =>
      page
        .locator('#root :is(.front-go, .front-path)')
        .evaluateAll((parts) => parts.map((part) => Math.round(part.getBoundingClientRect().top + scrollY)));
    const before = await tops();
    expect(before).toHaveLength(2);
    await handle(page).focus();
    await page.keyboard.press('Home');
    for (let load = 0; load < 8; load += 1) {
      await expect(verdict(page).locator('small')).toHaveCount(2);
      expect(await tops()).toEqual(before);
      const covered = await page.locator('#root .front-bars').evaluate((bars) => {
        const knob = bars.querySelector('.front-knob')!.getBoundingClientRect();
        return [...bars.querySelectorAll('small')]
          .map((label) => ({ text: label.textContent, box: label.getBoundingClientRect() }))
          .filter(({ box }) => box.left < knob.right && knob.left < box.right)
          .filter(({ box }) => box.top < knob.bottom && knob.top < box.bottom)
          .map(({ text }) => text);
      });
      expect(covered).toEqual([]);
      await page.keyboard.press('ArrowRight');
    }
    // With more tasks than CPUs the wires stay, and the text says why.
    await expect(page.locator('#root .front-why [data-current="true"]')).toContainText('stay apart');
    await expect(page.locator('#root .front-share b').first()).toHaveText(/^0\.\d %$/);
  });
}

test('a text and a topic narrow the lists', async ({ page }) => {
  await open(page, '', 'reduce');
  const experiments = page.getByRole('region', { name: /^Experiments/ });
  const machines = page.getByRole('region', { name: /^Machines/ });
  await page.getByRole('searchbox', { name: 'Filter' }).fill('steal');
  await expect(experiments.getByRole('link')).toHaveText(['Idle stealing', 'Stealing on eight sockets']);
  await page.getByRole('searchbox').fill('whose turn');
  await expect(experiments.getByRole('link')).toHaveText([
    'A debt after a sleep',
    'CFS beside EEVDF',
    'A container with a CPU limit',
    'The quota bug of 4.18',
    'A burst above the quota',
    'One busy thread among twenty',
  ]);
  await page.getByRole('searchbox').fill('kunpeng');
  await expect(machines.getByRole('link')).toHaveText(['24', '48', '96', '128', '320']);
  // *Your machine* is always a row of the list, whatever the search text.
  const own = machines.getByRole('row').nth(1);
  await expect(own).toHaveText('Your machine … lscpu, or by hand');
  await page.getByRole('searchbox').fill('');
  await page.getByRole('button', { name: 'NUMA' }).click();
  await expect(experiments.getByRole('link').filter({ hasText: 'numa_test' })).toBeVisible();
  await expect(link(page, 'Idle stealing')).toHaveCount(0);
  await expect(link(page, 'Classroom · 8 CPUs')).toHaveCount(0);
  await page.getByRole('searchbox').fill('nothing of this kind');
  await expect(experiments).toContainText('None matches.');
  await page.getByRole('searchbox').fill('');
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await expect(experiments.getByRole('link')).toHaveCount(PRESET_IDS.length);
  // The whole row leads there.
  await own.click();
  await expect(page.getByRole('dialog', { name: 'Your machine' })).toBeVisible();
});

fresh('the live screen replaces the prerendered one in place', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.route(/shell|Front-.*\.js/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 5000));
    await route.continue();
  });
  await page.goto('./', { waitUntil: 'commit' });
  const lane = page.locator('#prerendered .front-lane.lane-b');
  await expect(lane).toBeVisible();
  await expect(page.locator('#prerendered h1')).toContainText('Same program, same machine.');
  const before = await lane.boundingBox();
  const now = page.locator('#root .front-lane.lane-b');
  await expect(now).toBeVisible();
  await expect(page.locator('#prerendered')).toHaveCount(0);
  expect(await now.boundingBox()).toEqual(before);
});

test('any fragment opens its content, and an embedded page has no first screen', { tag: '@long' }, async ({ page }) => {
  await open(page, '#v3', 'reduce');
  await expect(clock(page)).toHaveText('4.000 ms');
  await expect(page.locator('#prerendered')).toBeHidden();
  await open(page, '#v3&p=classroom&embed=1&show=gallery', 'reduce');
  await page.reload();
  await expect(page.getByRole('button', { name: /^(Play|Pause)$/ })).toBeVisible();
  await expect(page.locator('#root .front')).toHaveCount(0);
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await page.waitForTimeout(500);
  await expect(page.locator('#root .front, dialog')).toHaveCount(0);
});

test('from an experiment the first screen is one key or one click away, and the experiment is as it was', {
  tag: '@long',
}, async ({ page }) => {
  await open(page, '#v3&p=steal&t=40ms', 'reduce');
  await expect(clock(page)).toHaveText('40.000 ms');
  await page.keyboard.press('.');
  await page.keyboard.press(' ');
  await page.keyboard.press('g');
  await expect(page).toHaveURL(/#v3&p=steal&t=40ms&show=gallery$/);
  await expect(link(page, 'Two threads, one line')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/#v3&p=steal&t=40ms$/);
  await expect(clock(page)).toHaveText(/^40\.0/);
  await page.getByRole('button', { name: 'Scheduler Playground' }).click();
  await expect(page.locator('#root .front')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Back to the experiment' }).click();
  await expect(clock(page)).toHaveText('40.000 ms');
  await expect(page.getByLabel('Experiment', { exact: true }).last()).toHaveValue('steal');
});

test('the lanes of an experiment pause while the first screen is open, and resume after it', {
  tag: '@long',
}, async ({ page }) => {
  await open(page, '#v3&p=cluster&t=0ms');
  const now = async () => Number.parseFloat((await clock(page).textContent()) ?? '');
  await expect.poll(now).toBeGreaterThan(0);
  const before = await now();
  let watchedMs = -Date.now();
  await page.keyboard.press('g');
  await expect(page.locator('#root .front')).toBeVisible();
  watchedMs += Date.now();
  await page.waitForTimeout(3000);
  watchedMs -= Date.now();
  await page.keyboard.press('g');
  await expect(clock(page)).toHaveText(/ms$/);
  const there = await now();
  watchedMs += Date.now();
  // A second of watching is 0.01 ms at most, however busy the machine; the clock may have been behind by one.
  expect(there - before).toBeLessThan((watchedMs / 1000 + 1) * 0.01);
  await expect.poll(now).toBeGreaterThan(there);
});

test('the first screen is for everyone: keys, both languages, themes', { tag: '@long' }, async ({ page }) => {
  await open(page, '', 'reduce');
  await expect(page.getByRole('heading', { name: /^Experiments/ })).toBeVisible();
  await page.keyboard.press('l');
  await expect(page.getByRole('heading', { name: /^实验/ })).toBeVisible();
  await expect(page).toHaveURL(/show=gallery.*lang=zh|lang=zh.*show=gallery/);
  await page.keyboard.press('t');
  await page.keyboard.press('t');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  // Keys of an experiment do nothing here.
  await page.keyboard.press('?');
  await expect(page.locator('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: '跟随一次唤醒' }).click();
  await expect(page.getByRole('group', { name: '一次唤醒，一步一步' })).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
});

for (const [width, height] of [
  [1024, 768],
  [390, 844],
] as const) {
  test(`the first screen fits at ${width} by ${height}`, { tag: '@long' }, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await open(page, '', 'reduce');
    await expect(link(page, 'Cluster-first wake-up')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });
}
