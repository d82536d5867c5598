/** Every step of every act: the simulator of this build supports its claims. */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '../../../tests/lib/kept';
import { ACT_NUMBERS } from '../../scenario/acts';
import { setLanguage } from '../../words';
import { loadAct } from './steps';
import type { Step } from './types';

const story = (page: Page) => page.locator('.acts');
const clock = (page: Page) => page.getByRole('status', { name: /Simulated time|模拟时间/ });

/** How the task of a step is done, by act and step. */
const TASKS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  '5 yours': (page) => page.locator('.lane-lines.lane-a').getByRole('button', { name: 'isolated' }).click(),
};

/**
 * The named parts are lit, on the screen and not covered; the new word is beside its part and covers nothing that is
 * lit.
 */
async function expectLit(page: Page, step: Step): Promise<void> {
  if (!step.shot?.lights) return;
  const layers = page.locator('.act-layer');
  await expect(layers.first()).toHaveAttribute('data-lights', /\[/);
  if (step.word) await expect(page.locator('.act-note')).toBeVisible();
  // After a step with a figure the machine is drawn anew.
  await expect(async () => {
    const faults = await layers.evaluateAll((all) => {
      const found: string[] = [];
      const note = document.querySelector('.act-note')?.getBoundingClientRect();
      for (const layer of all as HTMLElement[]) {
        // On a phone one of two large machines is behind the other.
        if (getComputedStyle(layer).visibility === 'hidden') continue;
        const at = layer.getBoundingClientRect();
        const lit = JSON.parse(layer.dataset.lights ?? '[]') as [number, number, number, number][];
        for (const [x, y, w, h] of lit) {
          const [left, top] = [at.x + x, at.y + y];
          const [midX, midY] = [left + w / 2, top + h / 2];
          const on = document.elementFromPoint(midX, midY)?.closest('.lane-machine');
          if (!on?.contains(layer)) found.push(`covered: ${layer.dataset.lane} ${[x, y, w, h].map(Math.round)}`);
          const meets =
            note &&
            innerWidth > 700 &&
            note.left < left + w - 1 &&
            left + 1 < note.right &&
            note.top < top + h - 1 &&
            top + 1 < note.bottom;
          if (meets) found.push(`under the word: ${layer.dataset.lane} ${[x, y, w, h].map(Math.round)}`);
        }
      }
      // On a phone the lit parts may leave no room: the word is beside the part that it explains.
      const about = document.querySelector('.act-leader rect')?.getBoundingClientRect();
      const meets =
        note &&
        about &&
        note.left < about.right &&
        about.left < note.right &&
        note.top < about.bottom &&
        about.top < note.bottom;
      if (meets) found.push('under the word: what it is about');
      // The counts in the lens, too.
      for (const label of document.querySelectorAll('.decision-label')) {
        const { left, right, top, bottom } = label.getBoundingClientRect();
        const meets = note && note.left < right && left < note.right && note.top < bottom - 3 && top + 3 < note.bottom;
        if (meets) found.push(`under the word: ${label.textContent}`);
      }
      if (note && (note.left < 0 || note.right > innerWidth || note.top < 0 || note.bottom > innerHeight))
        found.push('word');
      return { found, lit: (all as HTMLElement[]).map(({ dataset }) => JSON.parse(dataset.lights ?? '[]').length) };
    });
    expect(faults.found).toEqual([]);
    if (step.word) expect(Math.max(...faults.lit)).toBeGreaterThan(0);
  }).toPass({ timeout: 20_000 });
}

/** The figure of the step contains its result, and every word that names a part of it lights that part. */
async function expectFigure(page: Page, name: string, step: Step): Promise<void> {
  if (!step.shot?.figure) return;
  await expect(page.locator('.act-figure-host')).toHaveAttribute('data-step', name);
  const figure = page.locator('.act-figure');
  await expect(figure).toHaveAccessibleName(/^[^…{}]+$/);
  for (const word of await present(page).locator('.acts-text b[tabindex="0"]').all()) {
    await word.focus();
    await expect(figure.locator('[data-lit]'), (await word.textContent()) ?? '').not.toHaveCount(0);
  }
  await expect(figure).toBeInViewport({ ratio: 0.99 });
  // A wire is a line, whatever other sheets say of its colour.
  for (const wire of await figure.locator('.layout-wire').all()) await expect(wire).toHaveCSS('fill', 'none');
}

/** The current step. */
const present = (page: Page) => story(page).locator('.acts-step[data-current="true"]');
const openHow = (page: Page) => present(page).locator('.acts-how > summary').click();

/** Draws a curve with the keys, and hands it in. */
async function sketch(page: Page): Promise<void> {
  const points = present(page).getByRole('slider');
  await expect(points).not.toHaveCount(0);
  for (const point of await points.all()) {
    await point.press('ArrowUp');
    await expect(point).toHaveAttribute('data-drawn', 'true');
  }
  await present(page).getByRole('button', { name: 'Measure it' }).click();
  await expect(present(page).locator('.acts-sketch')).toHaveAttribute('data-measured', 'true', { timeout: 60_000 });
}

async function openAct(page: Page, fragment: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`./#v3&${fragment}`);
  await expect(story(page)).toHaveAttribute('data-arrived', 'true');
}

/** All that is claimed is measured, and holds. */
async function expectClaims(page: Page, { claims, beside }: Step): Promise<void> {
  const names = Object.keys(claims);
  await expect(story(page).locator('[data-claim]')).toHaveCount(names.length);
  // Many complete runs take long; their result is judged at once.
  if (beside) await expect(story(page).locator('[data-claim][data-state="open"]')).toHaveCount(0, { timeout: 60_000 });
  for (const name of names) {
    const claim = story(page).locator(`[data-claim="${name}"]`);
    await expect(claim, (await claim.textContent()) ?? name).toHaveAttribute('data-state', 'holds');
  }
  await expect(story(page).locator('.acts-claims')).not.toContainText(/[{}…]/);
}

/** Steps of one test: a whole act takes longer than a test may. */
const STRETCH = 3;

for (const number of ACT_NUMBERS) {
  const { steps, words } = await loadAct(number);
  for (let from = 0; from < steps.length; from += STRETCH) {
    const stretch = steps.slice(from, from + STRETCH);
    // The first act begins whenever anything is tested.
    const tag = number === ACT_NUMBERS[0] && from === 0 ? [] : '@long';
    test(`act ${number} from ${stretch[0]?.[0]}: each step shows what its words name`, { tag }, async ({ page }) => {
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(String(error)));
      await setLanguage('en');
      await openAct(page, `act=${number}.${Math.max(from, 1)}`);
      for (const [i, [name, step]] of stretch.entries()) {
        if (from + i > 0) await page.keyboard.press('PageDown');
        await expect(story(page)).toHaveAttribute('data-step', name);
        await expect(story(page)).toHaveAttribute('data-arrived', 'true');
        await expect(present(page).getByRole('heading', { level: 2 })).toHaveText(words('en')[name]?.title ?? '');
        await expect(page).toHaveURL(new RegExp(`#v3&act=${number}\\.${from + i + 1}$`));
        // A game continues from the moment of its step.
        if (step.game) await expect(page.locator('.game-cpu').first()).toBeVisible();
        // A run that has ended is at its end; the lens is before its decision.
        else await expect.poll(() => momentNs(page)).toBeLessThanOrEqual(step.atNs);
        await expectLit(page, step);
        await expectFigure(page, name, step);
        if (step.sketch) {
          await expect(story(page).locator('[data-claim]')).toHaveCount(0);
          await sketch(page);
        }
        const task = TASKS[`${number} ${name}`];
        if (step.task) {
          await expect(story(page).locator('.acts-task')).toHaveAttribute('data-done', 'false');
          await task?.(page);
          await expect(story(page).locator('.acts-task')).toHaveAttribute('data-done', 'true');
        }
        if (step.answers) {
          // The answers are not there before one was chosen.
          await expect(story(page).locator('[data-claim]')).toHaveCount(0);
          const [other = ''] = Object.keys(step.answers).filter((answer) => answer !== step.expected);
          await story(page).locator(`[data-answer="${other}"]`).click();
          await expect(story(page).locator('.acts-question')).toHaveAttribute('data-outcome', step.expected ?? '');
          await expect(story(page).locator('.acts-question [role="status"]')).not.toContainText(/[{}…]/);
          await expect(story(page).locator('.acts-verdict')).toHaveAttribute('data-right', 'false');
        }
        await expectClaims(page, step);
        await expect(present(page).locator('.acts-text').first()).not.toContainText(/[{}…]/);
        await expect(present(page).locator('.acts-open')).toHaveCount(0);
        if (step.answers || step.sketch) await expect(present(page).locator('.acts-card svg')).toBeVisible();
        if (step.published) {
          await openHow(page);
          await expect(story(page).locator('table.beside')).toHaveCount(step.published.length);
          const remarks = await story(page).locator('.beside-remark').allTextContents();
          expect(remarks).toEqual([...new Set(remarks)]);
        }
      }
      expect(errors).toEqual([]);
    });
  }
}

for (const [width, height] of [
  [1024, 768],
  [390, 844],
] as const) {
  for (const number of ACT_NUMBERS) {
    const { steps } = await loadAct(number);
    test(`act ${number}: named parts are lit and uncovered at ${width}x${height}`, { tag: '@long' }, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height });
      await openAct(page, `act=${number}.1`);
      for (const [i, [name, step]] of steps.entries()) {
        if (i > 0) await page.keyboard.press('PageDown');
        await expect(story(page)).toHaveAttribute('data-step', name);
        await expect(story(page)).toHaveAttribute('data-arrived', 'true');
        // A phone shows a table in the place of the machine.
        if (width > 700 || !step.shot?.panel) await test.step(name, () => expectLit(page, step));
        // Before a word further down is focused, which scrolls the text.
        await test.step(`${name}: its title is seen`, () =>
          expect
            .poll(() =>
              present(page)
                .getByRole('heading', { level: 2 })
                .evaluate((title) => {
                  const { x, y, width, height } = title.getBoundingClientRect();
                  return title.contains(document.elementFromPoint(x + width / 4, y + height / 2));
                }),
            )
            .toBe(true));
        await test.step(name, () => expectFigure(page, name, step));
      }
    });
  }
}

test('the name of an act, and that of an experiment, is read whole on a phone', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const isWhole = async (name: string) => {
    const text = page.getByText(name, { exact: true }).filter({ visible: true }).first();
    await expect(text).toBeVisible();
    expect(await text.evaluate((one) => one.scrollWidth <= one.clientWidth || one.clientWidth === 0)).toBe(true);
    const { x, width } = (await text.boundingBox())!;
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(390);
  };
  await openAct(page, 'act=3.1');
  await isWhole('3. Never idle while others wait');
  // It is a list all the same.
  await page.getByRole('combobox', { name: 'Acts' }).selectOption({ label: '4. Stay home' });
  await isWhole('4. Stay home');
  await page.goto('about:blank');
  await page.goto('./#v3&p=container');
  await isWhole('A container with a CPU limit');
});

test('on a phone the Chinese name of an act breaks between its clauses only', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAct(page, 'act=1.1&lang=zh');
  for (const act of ACT_NUMBERS) {
    await page.getByRole('combobox', { name: '各幕' }).selectOption(String(act));
    await expect(page).toHaveURL(new RegExp(`act=${act}\\.1&`));
    const lines = await story(page)
      .locator('.acts-act > b')
      .evaluate(({ firstChild }) => {
        const range = document.createRange();
        const lines = new Map<number, string>();
        for (let i = 0; i < (firstChild?.textContent?.length ?? 0); i += 1) {
          range.setStart(firstChild!, i);
          range.setEnd(firstChild!, i + 1);
          const { top } = range.getBoundingClientRect();
          lines.set(Math.round(top), (lines.get(Math.round(top)) ?? '') + range.toString());
        }
        return [...lines.values()];
      });
    for (const line of lines.slice(0, -1)) expect(line.trim(), lines.join(' | ')).toMatch(/，$/);
  }
});

test('beside the machine the text is as wide as its column', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openAct(page, 'act=1.7');
  const wide = await present(page)
    .locator('.acts-text')
    .first()
    .evaluate((text) => text.clientWidth);
  // The width of a scroll bar differs.
  expect(Math.abs(wide - 504)).toBeLessThanOrEqual(16);
  // The figures in the text equal those above the lanes, at the same moment while it plays.
  const isInText = () =>
    page.evaluate(() => {
      const said = (selector: string) => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);
      const words = said('.acts-step[data-current=true] .acts-text b');
      return said('.lane-figure b').map((figure) => words.includes(figure.replace('\u00a0%', '')));
    });
  await expect.poll(isInText).toEqual([true, true]);
});

test('on a phone the figure beside a lane’s title does not reach under the flip button', { tag: '@long' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const lang of ['en', 'zh'])
    for (const place of ['act=2.9', 'act=3.8']) {
      await openAct(page, `${place}&lang=${lang}`);
      const figure = page.locator('.lane:visible .lane-figure').filter({ visible: true }).first();
      await expect(figure).toContainText('%');
      const button = await page.locator('.lanes-turn').boundingBox();
      const words = await figure.locator('span').filter({ visible: true }).boundingBox();
      expect(words!.x + words!.width <= button!.x || words!.y >= button!.y + button!.height, `${place} ${lang}`).toBe(
        true,
      );
      await page.goto('about:blank');
    }
});

test('on a phone the title of a step stays below the machine when its figures appear', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const lang of ['en', 'zh']) {
    await page.goto('about:blank');
    await openAct(page, `act=6.4&lang=${lang}`);
    await expect(present(page).locator('.acts-text').last()).toContainText('7.8');
    const gap = () =>
      story(page)
        .locator('.acts-scroll')
        .evaluate((host) => {
          const title = host.querySelector('[data-current="true"] h2');
          return (title?.getBoundingClientRect().top ?? 0) - host.getBoundingClientRect().top;
        });
    await expect.poll(gap).toBeGreaterThan(16);
  }
});

test('on a phone the way on is always in view, and a step is played there', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openAct(page, 'act=1.3');
  const bar = present(page).locator('.acts-nav');
  const slider = bar.getByRole('slider', { name: 'Position in this step' });
  const figure = page.locator('.act-figure');
  for (const button of ['Back', 'Play this step', 'Who loses?'])
    await expect(bar.getByRole('button', { name: button })).toBeInViewport({ ratio: 1 });
  await expect(slider).toHaveValue('100');
  const last = await figure.textContent();
  await slider.fill('20');
  await expect(slider).toHaveValue('20');
  await expect.poll(() => figure.textContent()).not.toBe(last);
  // The moment stands below the bar, and is what the slider says.
  const time = (await slider.getAttribute('aria-valuetext')) ?? '';
  expect(time).toMatch(/^\d+\.\d+\sms$/);
  await expect(bar.getByText(time, { exact: true })).toBeInViewport({ ratio: 1 });
  await bar.getByRole('button', { name: 'Play this step' }).click();
  await expect.poll(async () => Number(await slider.inputValue()), { intervals: [50] }).toBeGreaterThan(20);
  await bar.getByRole('button', { name: 'Pause' }).click();
  await expect(bar.getByRole('button', { name: 'Play this step' })).toBeVisible();
  await expect(story(page)).toHaveAttribute('data-step', 'bounce');
});

/** The displayed moment as text, in ms or s. */
async function momentNs(page: Page): Promise<number> {
  const [, digits, unit] = /^([\d.]+)\s(ms|s)$/.exec((await clock(page).textContent()) ?? '') ?? [];
  return Math.round(Number(digits) * (unit === 's' ? 1e9 : 1e6));
}

test('the queues of both lanes stand where the machines would, on every screen', { tag: '@long' }, async ({ page }) => {
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('about:blank');
    await openAct(page, 'act=6.4');
    const figure = page.locator('.act-figure');
    await expect(figure).toHaveAccessibleName(
      /CFS.*: sleeper 2 runs on: least vruntime\. EEVDF.*: hog 1 runs on: protected/,
    );
    await expect(page.locator('.lane-machine')).toHaveCount(0);
    const flags = figure.locator('.nl-flag');
    await expect(flags).toHaveCount(3);
    const room = (await figure.boundingBox())!;
    for (const flag of await flags.all()) {
      const { x, width: wide } = (await flag.boundingBox())!;
      expect(x + wide, String(width)).toBeLessThanOrEqual(room.x + room.width + 1);
    }
    // Waits are times of both lanes, not a difference.
    const waits = present(page).getByRole('table', { name: 'Wait of the sleeper' });
    await expect(waits.getByRole('row')).toHaveText([/^A0$/, /^B3\.\d+\sms$/]);
  }
});

test('a pick is drawn in the queue, without the decision lens over it', { tag: '@long' }, async ({ page }) => {
  await openAct(page, 'act=6.5');
  await expect(page.locator('#decision')).toHaveCount(0);
  await expect(page.locator('.act-figure .nl-place')).toHaveText(['1', '2']);
  await expect(page.locator('.act-figure .nl-next')).toHaveCount(1);
  await page.keyboard.press('ArrowRight');
  await expect(story(page)).toHaveAttribute('data-step', 'debt');
});

test('a delayed task is named in its row, however long the names are', { tag: '@long' }, async ({ page }) => {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const)
    for (const [lang, name] of [
      ['en', 'ghost'],
      ['zh', '延迟出队'],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto('about:blank');
      await openAct(page, `act=6.6&lang=${lang}`);
      const row = page.locator('.act-figure [data-state="delayed"]');
      const said = row.getByText(name, { exact: true });
      await expect(said).toBeVisible();
      const [sign, text] = await Promise.all([row.locator('.nl-sign').boundingBox(), said.boundingBox()]);
      expect(text!.x, `${width} ${lang}`).toBeGreaterThan(sign!.x + sign!.width);
    }
});

test('a number of the text is dragged, and the figure follows', async ({ page }) => {
  await openAct(page, 'act=1.3');
  const figure = page.locator('.act-figure');
  const number = present(page).getByRole('slider', { name: 'bytes from x to y' });
  await expect(number).toHaveText('4');
  const { x, y, width, height } = (await number.boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 + 80, y + height / 2, { steps: 8 });
  await page.mouse.up();
  await expect(number).toHaveText('128');
  await expect(figure).toHaveAccessibleName(/128 bytes apart, on two cache lines/);
  await expect(story(page)).toHaveAttribute('data-step', 'bounce');
  await number.press('Home');
  await expect(number).toHaveText('4');
  await expect(figure.locator('.struct-way')).toHaveCount(2);
  await number.press('ArrowRight');
  await expect(number).toHaveText('8');
  await expect(story(page)).toHaveAttribute('data-step', 'bounce');
  await expect(page).toHaveURL(/stride|s=8|w=/);
});

test('the word of a lane lights its machine, and the machine its word', async ({ page }) => {
  await openAct(page, 'act=2.2');
  const word = present(page).locator('.acts-text .acts-lane.lane-b').first();
  const dimmed = (lane: string) => page.locator(`.machine[data-lane="${lane}"] [data-dim="true"]`).count();
  const before = await dimmed('a');
  await word.hover();
  await expect(word).toHaveAttribute('data-lit', 'true');
  await expect.poll(() => dimmed('a')).toBeGreaterThan(before);
  await page.locator('.lane-b .lane-machine').hover();
  await expect(word).toHaveAttribute('data-lit', 'true');
  await page.locator('.lane-a .lane-machine').hover();
  await expect(word).not.toHaveAttribute('data-lit', 'true');
});

test('the word of a task lights its row in the queue, and the row its word', async ({ page }) => {
  await openAct(page, 'act=6.1');
  const row = page.locator('.act-figure [data-part="task-2"]').first();
  const word = present(page).locator('.acts-task-word', { hasText: 'sleeper' });
  await word.focus();
  await expect(row).toHaveAttribute('data-lit', 'true');
  await word.blur();
  await row.locator('.nl-sign').hover();
  await expect(word).toHaveAttribute('data-lit', 'true');
});

test('a rule that a step itself changes is said by the lane, not by a badge', { tag: '@long' }, async ({ page }) => {
  await openAct(page, 'act=6.7');
  await expect(page.locator('.act-figure').getByText('slices of tasks are ignored')).toBeVisible();
  await expect(page.getByText(/changes? to the model/).filter({ visible: true })).toHaveCount(0);
});

test('nodes write the sum and read the pointers; only with the new order no CPU waits', async ({ page }) => {
  await openAct(page, 'act=5.3');
  const lanes = page.locator('.act-figure .layout-lane');
  await expect(lanes).toHaveCount(2);
  await expect(page.locator('.act-figure')).toHaveAccessibleName(
    /^A: the pointers lie on the line of load_avg.* \d+ waits for a pointer\. B: the pointers lie on another line.* no CPU waits/,
  );
  for (const [lane, lines] of [1, 2].entries()) {
    const hot = lanes.nth(lane).locator('.layout-line:has([data-part])');
    await expect(hot).toHaveCount(lines);
    // Four nodes, each with a wire to the sum and one to the pointers.
    await expect(lanes.nth(lane).locator('.layout-wire')).toHaveCount(8);
  }
});

test('a queue has the history of its time slices under O(1), otherwise of its lags', { tag: '@long' }, async ({
  page,
}) => {
  for (const [step, titles] of [
    ['1', ['time slices left']],
    ['4', ['lag of each task', 'lag of each task']],
  ] as const) {
    await openAct(page, `act=6.${step}`);
    await expect(page.locator('.act-figure text').filter({ hasText: /^The last/ })).toHaveText(
      titles.map((title) => new RegExp(title)),
    );
    await page.goto('about:blank');
  }
});

test('a claim that the run contradicts is not marked as holding', { tag: '@long' }, async ({ page }) => {
  // Both lanes on the same two CPUs: the distance is the same.
  await openAct(page, 'p=false-sharing&cb=0,1&act=1.4');
  await expect(story(page).locator('[data-claim="slower"]')).toHaveAttribute('data-state', 'fails');
  await expect(story(page).locator('.acts-changed')).toContainText('You have changed the experiment');
  await story(page).getByRole('button', { name: 'Restore the experiment of the step' }).click();
  await expect(story(page).locator('[data-claim="slower"]')).toHaveAttribute('data-state', 'holds');
  await expect(page).toHaveURL(/#v3&act=1\.4$/);
});

test('a step has a link and a history entry; reload returns to it, and the first key moves on', async ({ page }) => {
  await openAct(page, 'act=1.3&theme=dark');
  await page.keyboard.press('ArrowRight');
  await expect(story(page)).toHaveAttribute('data-step', 'waits');
  await expect(page).toHaveURL(/#v3&act=1\.4&theme=dark$/);
  await page.reload();
  await expect(story(page)).toHaveAttribute('data-step', 'waits');
  await page.goBack();
  await expect(story(page)).toHaveAttribute('data-step', 'bounce');
  await page.keyboard.press('PageUp');
  await expect(story(page)).toHaveAttribute('data-step', 'cluster');
  await expect(page).toHaveURL(/#v3&act=1\.2/);
  await page.keyboard.press('PageUp');
  await expect(story(page)).toHaveAttribute('data-step', 'places');
  await page.keyboard.press('ArrowLeft');
  await expect(story(page)).toHaveAttribute('data-step', 'places');
});

test('a change in an act is in its link', { tag: '@long' }, async ({ page }) => {
  await openAct(page, 'act=5.4');
  await page.locator('.lane-lines.lane-a').getByRole('button', { name: 're-layout' }).click();
  await expect(page).toHaveURL(/p=task-group&a=task_group:relayout&act=5\.4$/);
  await page.reload();
  await expect(story(page)).toHaveAttribute('data-step', 'yours');
  await expect(story(page).locator('.acts-task')).toHaveAttribute('data-done', 'true');
});

test('an act that is left leaves its experiment, and going back opens it again', { tag: '@long' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./#v3&p=steal');
  await expect(page.locator('.machine[data-lane="a"]')).toBeVisible();
  await page.keyboard.press('a');
  await expect(story(page)).toHaveAttribute('data-step', 'places');
  await expect(story(page)).toHaveAttribute('data-arrived', 'true');
  await story(page)
    .getByRole('button', { name: /^Close the act/ })
    .click();
  await expect(story(page)).toHaveCount(0);
  await expect(page).toHaveURL(/#v3&p=false-sharing$/);
  await expect(page.getByLabel('Experiment', { exact: true })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(story(page)).toHaveAttribute('data-step', 'places');
  await page.goBack();
  await expect(story(page)).toHaveCount(0);
  await expect(page).toHaveURL(/#v3&p=steal$/);
});

test('the last step links to its experiment and to all others', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const last = ACT_NUMBERS.at(-1);
  const { steps } = await loadAct(last ?? 0);
  await openAct(page, `act=${last}.${steps.length}`);
  // One row, and no button is cut.
  const buttons = present(page).locator('.acts-nav > button');
  await expect(buttons).toHaveText(['Back', 'Try it yourself', 'All acts and experiments']);
  const cut = await buttons.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
  expect(cut).toBe(0);
  await buttons.nth(2).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  await expect(story(page)).toHaveCount(0);
  await page.goBack();
  await buttons.nth(1).click();
  await expect(story(page)).toHaveCount(0);
  await expect(page).toHaveURL(/#v3&p=turns/);
});

test('a bad number opens the nearest step with a notice', { tag: '@long' }, async ({ page }) => {
  await openAct(page, 'act=9.2');
  const last = ACT_NUMBERS.at(-1);
  await expect(story(page)).toHaveAccessibleName(new RegExp(`^Act ${last}`));
  const said = `The link asks for act = 9, outside 1 to ${last}; the nearest value was taken.`;
  await expect(page.getByText(said)).toBeVisible();
  await page.goto('about:blank');
  await openAct(page, 'act=1.40');
  await expect(story(page)).toHaveAttribute('data-step', 'question');
  await expect(page.getByText(/^The link asks for step = 40, outside 1 to \d/)).toBeVisible();
});

test('the arrow keys belong to the decision lens while it is open, the clicker’s to the act', async ({ page }) => {
  await openAct(page, 'act=1.8');
  const tried = page.locator('#decision [aria-current="step"]');
  await expect(page.locator('#decision')).toBeVisible();
  await page.keyboard.press('Home');
  const before = await tried.textContent();
  await page.keyboard.press('ArrowRight');
  await expect(tried).not.toHaveText(before ?? '');
  await expect(story(page)).toHaveAttribute('data-step', 'wake');
  await page.keyboard.press('PageDown');
  await expect(story(page)).toHaveAttribute('data-step', 'question');
  await expect(page.locator('#decision')).toHaveCount(0);
});

test('in a small window, too, a step opens its decision at the result', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await openAct(page, 'act=1.8');
  await expect(page.locator('#decision')).toBeVisible();
  await expect(page.locator('.lane-b .decision-layer')).toHaveAttribute('data-done', 'true');
  await expect(page.locator('#decision .lens-column h3').first()).toBeInViewport();
  // The lens has made the text higher since.
  await page.waitForTimeout(500);
  await expect(page.locator('.lane-b .decision-layer')).toHaveAttribute('data-done', 'true');
});

test('a step shows the same decision, whether it is opened by its link or from the step before', async ({ page }) => {
  const shown = async () => {
    await expect(story(page)).toHaveAttribute('data-step', 'gate');
    const figure = page.locator('.act-figure');
    await expect(figure).toHaveAccessibleName(/^CPU \d+ runs out of work/);
    return figure.getAttribute('aria-label');
  };
  await openAct(page, 'act=3.2');
  const byLink = await shown();
  await page.goto('about:blank');
  await openAct(page, 'act=3.1');
  await page.keyboard.press('PageDown');
  await expect.poll(shown).toBe(byLink);
  await page.reload();
  await expect.poll(shown).toBe(byLink);
});

/** Scrolls to a fraction of the current step's stretch. */
const scrollTo = (page: Page, share: number) =>
  story(page)
    .locator('.acts-scroll')
    .evaluate((host, wanted) => {
      const step = host.querySelector<HTMLElement>('[data-current="true"]');
      const way = step?.querySelector<HTMLElement>(':scope > .acts-way');
      host.scrollTop = (step?.offsetTop ?? 0) + wanted * (way?.offsetHeight ?? 0);
    }, share);

test('scrolling inside a step plays its stretch in both directions', async ({ page }) => {
  await openAct(page, 'act=1.3');
  await expect.poll(() => momentNs(page)).toBe(10e6);
  await scrollTo(page, 0);
  await expect.poll(() => momentNs(page)).toBe(9_999_000);
  await scrollTo(page, 0.97);
  await expect.poll(() => momentNs(page)).toBe(10e6);
  await scrollTo(page, 0.2);
  await expect.poll(() => momentNs(page)).toBe(9_999_000);
  await expect(story(page)).toHaveAttribute('data-step', 'bounce');
});

test('scrolling on opens the next step, and the step is in the link', { tag: '@long' }, async ({ page }) => {
  await openAct(page, 'act=1.3');
  await story(page)
    .locator('.acts-scroll')
    .evaluate((host) => {
      host.scrollTop = host.querySelector<HTMLElement>('[data-place="3"]')?.offsetTop ?? 0;
    });
  await expect(story(page)).toHaveAttribute('data-step', 'waits');
  await expect(page).toHaveURL(/#v3&act=1\.4$/);
});

test('a link followed while scrolling settles opens, however long it takes', async ({ page }) => {
  await openAct(page, 'act=2.3');
  await page.route(/\/three-[^/]*\.js$/, async (route) => {
    await new Promise((later) => setTimeout(later, 1000));
    await route.continue();
  });
  await story(page)
    .locator('.acts-scroll')
    .evaluate(async (host) => {
      host.scrollTop = host.querySelector<HTMLElement>('[data-place="4"]')?.offsetTop ?? 0;
      // Two frames: the scroll has been noticed, and rests.
      for (let i = 0; i < 2; i += 1) await new Promise((next) => requestAnimationFrame(next));
      location.hash = '#v3&act=3.1&theme=dark';
    });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(story(page)).toHaveAccessibleName(/^Act 3/);
  await expect(page).toHaveURL(/#v3&act=3\.1&theme=dark$/);
});

test('while the line moves to the reading thread, that thread waits', { tag: '@long' }, async ({ page }) => {
  await openAct(page, 'act=1.4');
  const lane = page.locator('.act-figure .struct-lane').nth(1);
  const states = new Set<string>();
  for (let i = 0; i <= 30; i += 1) {
    await scrollTo(page, i / 30);
    await expect.poll(() => momentNs(page)).toBeLessThanOrEqual(10e6);
    states.add(
      await lane.evaluate((lane) => {
        const [reader, writer] = ['reader', 'writer'].map((part) => lane.querySelector(`[data-part="${part}"]`));
        const waits = reader?.querySelector('[data-waits]') !== null;
        const lost = [reader, writer].map((one) => one?.querySelector('.struct-lost') !== null);
        return `${waits ? 'waits' : 'runs'} ${lost.join(' ')}`;
      }),
    );
  }
  // Whenever the reader waits, its copy is lost, and the writer's is valid.
  expect([...states].filter((state) => state.startsWith('waits'))).toEqual(['waits true false']);
  expect(states.size).toBeGreaterThan(1);
});

test('at its moment the reader reads again in A, and waits in B for the line that crosses the chip', async ({
  page,
}) => {
  await openAct(page, 'act=1.3');
  const state = (lane: number) =>
    page
      .locator('.act-figure .struct-lane')
      .nth(lane)
      .evaluate((lane) => ({
        waits: lane.querySelector('[data-part="reader"] [data-waits]') !== null,
        lost: lane.querySelectorAll('.struct-lost').length,
        moves: lane.querySelectorAll('.struct-token').length,
      }));
  await expect.poll(() => state(0)).toEqual({ waits: false, lost: 0, moves: 0 });
  await expect.poll(() => state(1)).toEqual({ waits: true, lost: 1, moves: 1 });
});

test('the reader’s list knows the line in A; in B it does not, and the other list is asked', async ({ page }) => {
  await openAct(page, 'act=1.5');
  const lanes = page.locator('.act-figure .directory-lane');
  const answers = (lane: number) =>
    lanes
      .nth(lane)
      .locator('.directory-answer')
      .evaluateAll((all) => (all as SVGElement[]).map(({ dataset, textContent }) => [dataset.has, textContent]));
  await expect.poll(() => answers(0)).toEqual([['true', 'CPU 1']]);
  await expect
    .poll(() => answers(1))
    .toEqual([
      ['false', 'not here'],
      ['true', 'CPU 4'],
    ]);
  // The reader asks: two paths in A, three in B.
  for (const [lane, paths] of [2, 3].entries()) {
    await expect(lanes.nth(lane)).toHaveAttribute('data-asker', '0');
    await expect(lanes.nth(lane).locator('.figure-order')).toHaveCount(paths);
  }
});

test('only the reader’s bar is longer in two clusters, and the mail’s times stand beside ours', async ({ page }) => {
  await openAct(page, 'act=1.6');
  const figure = page.locator('.act-figure');
  await expect(figure.locator('[data-part="reader"] .times-said')).toHaveText(/^\+\d\d %$/);
  await expect(figure.locator('[data-part="writer"] .times-said')).toHaveText('no longer');
  await expect(figure.locator('.times-more')).toHaveCount(1);
  await expect(present(page).getByRole('table', { name: 'As published, and here' }).getByRole('row')).toHaveCount(4);
});

test('few tasks: the level splits pairs, the scan adds nothing, and neither is the first bar', {
  tag: '@long',
}, async ({ page }) => {
  await openAct(page, 'act=2.5');
  const rows = present(page).getByRole('table', { name: 'Messages moved, eight pairs' }).getByRole('row');
  await expect(rows).toHaveCount(3, { timeout: 60_000 });
  const [neither, level, both] = await rows.allTextContents();
  expect(neither).toMatch(/^neither100\.0\s%$/);
  const [, percent] = /^Athe level(9\d\.\d)\s%$/.exec(level ?? '') ?? [];
  expect(both).toBe(`Blevel and scan${percent}\u00a0%`);
});

test('each number has a line to itself, and nothing tells the answer before it is given', async ({ page }) => {
  await openAct(page, 'act=1.9');
  const figure = page.locator('.act-figure');
  await expect(figure).toHaveAccessibleName('x and y are 64 bytes apart: each has a cache line of its own.');
  await expect(figure.locator('.struct-lane').first().locator('.struct-line')).toHaveCount(2);
  await expect(figure.locator('.struct-way')).toHaveCount(0);
  await present(page).locator('[data-answer="same"]').click();
  await expect(figure).toHaveAccessibleName(/No line goes back and forth\.$/);
});

test('ten tasks are given CPUs by hand, and both kernels decide in the same state', { tag: '@long' }, async ({
  page,
}) => {
  await openAct(page, 'act=2.4');
  const free = page.locator('.game-cpu[data-state="free"][aria-disabled="false"]');
  await expect(free.first()).toBeVisible();
  // A busy CPU cannot be chosen and shows why.
  await page.locator('.game-cpu[data-state="busy"]').first().click();
  await expect(present(page).locator('.acts-game')).toContainText('is busy');
  for (let i = 0; i < 10; i += 1) {
    await free.first().press('Enter');
    await expect(page.locator('.game-cpu[data-state="explained"]').first()).toBeVisible();
    await present(page).getByRole('button', { name: 'Next task' }).click();
  }
  await expect(present(page).locator('.acts-game')).toContainText('All 10 tasks run');
  const spent = await present(page).locator('.game-score span').allTextContents();
  expect(spent).toHaveLength(3);
  expect(spent[1]).not.toBe(spent[2]);
});

test('a game is played with the arrow keys, inside its step, and the focus is never lost', async ({ page }) => {
  await openAct(page, 'act=2.4');
  const focused = page.locator('.game-cpu:focus');
  await expect(page.locator('.game-cpu').first()).toBeVisible();
  // The CPUs of lane A are in one list, which is one stop of the Tab key.
  await expect(page.locator('.machine[data-lane="a"] .m-cpu[role="button"]')).toHaveCount(0);
  await expect(page.locator('.game-cpu[tabindex="0"]')).toHaveCount(1);
  await page.locator('.game-cpu[tabindex="0"]').focus();
  const start = await focused.getAttribute('data-game-cpu');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowUp');
  await expect(focused).toHaveCount(1);
  expect(await focused.getAttribute('data-game-cpu')).not.toBe(start);
  // At the edge of the machine they do nothing.
  for (let i = 0; i < 12; i += 1) await page.keyboard.press('ArrowRight');
  await expect(focused).toHaveCount(1);
  await expect(page).toHaveURL(/act=2\.4/);
  const next = present(page).getByRole('button', { name: 'Next task' });
  for (let i = 0; i < 10; i += 1) {
    await page.locator('.game-cpu[data-state="free"][aria-disabled="false"]').first().focus();
    await page.keyboard.press('Enter');
    await expect(next).toBeFocused();
    // A cell keeps its task, and each kernel says why it chose its CPU.
    const flag = page.locator('.game-cpu[data-state="explained"]').first();
    expect(await flag.evaluate((own) => getComputedStyle(own).backgroundColor)).toBe('rgba(0, 0, 0, 0)');
    const { color, backgroundColor } = await flag.locator('.game-tag').evaluate((own) => {
      const style = getComputedStyle(own);
      return { color: style.color, backgroundColor: style.backgroundColor };
    });
    expect(color).not.toBe(backgroundColor);
    await expect(present(page).locator('.acts-game')).toContainText(/A, CPU \d+: \S.+\.B, CPU \d+: \S.+\./);
    await page.keyboard.press('Enter');
    if (i < 9) await expect(focused).toHaveCount(1);
  }
  await expect(present(page).getByRole('button', { name: 'Ten others' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(focused).toHaveCount(1);
  await expect(page).toHaveURL(/act=2\.4/);
});

test('a person steals a task, and the bitmap shows the CPUs that have one', { tag: '@long' }, async ({ page }) => {
  await openAct(page, 'act=3.3');
  await expect(page.locator('.game-cpu[data-state="shut"]').first()).toBeVisible();
  await present(page).getByRole('button', { name: 'Show the bitmap' }).click();
  await page.locator('.game-cpu[data-state="bit"]').first().click();
  await expect(present(page).locator('.acts-game')).toContainText('Found: CPU');
  await expect(present(page).getByRole('button', { name: 'Another one' })).toBeVisible();
});

test('a step plays unless reduced motion is on', { tag: '@long' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('./#v3&act=1.7');
  await expect.poll(() => momentNs(page)).toBeGreaterThan(4.01e6);
  await page.keyboard.press('PageDown');
  await expect(story(page)).toHaveAttribute('data-step', 'wake');
  await expect(story(page)).toHaveAttribute('data-arrived', 'true');
});

for (const [width, height] of [
  [1440, 900],
  [1024, 768],
  [390, 844],
] as const) {
  test(`beside the machine and accessible at ${width}x${height}, in both languages`, { tag: '@long' }, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    for (const [lang, theme] of [
      ['zh', 'dark'],
      ['en', 'projector'],
    ]) {
      await openAct(page, `act=1.6&theme=${theme}&lang=${lang}`);
      await openHow(page);
      await expect(story(page).locator('table.beside')).toHaveCount(2);
      const [text, machine] = [
        await story(page).locator('.acts-scroll').boundingBox(),
        await page.locator('#lanes').boundingBox(),
      ];
      if (!text || !machine) throw new Error('no text or no machine');
      const apart =
        text.x + text.width <= machine.x ||
        machine.x + machine.width <= text.x ||
        text.y + text.height <= machine.y ||
        machine.y + machine.height <= text.y;
      expect(apart).toBe(true);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      const { violations } = await new AxeBuilder({ page }).include('.acts').analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
      await page.goto('about:blank');
    }
  });
}
