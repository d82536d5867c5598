/** Every step of every act: what it claims is what the simulator shows on this build. */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { ACT_NUMBERS } from '../../scenario/acts';
import { setLanguage } from '../../words';
import { loadAct } from './steps';

const story = (page: Page) => page.locator('.acts');
const clock = (page: Page) => page.getByRole('status', { name: /Simulated time|模拟时间/ });

/** How the task of a step is done, by act and step. */
const TASKS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  '5 yours': (page) => page.locator('.lane-lines.lane-a').getByRole('button', { name: 'isolated' }).click(),
};

async function openAct(page: Page, fragment: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`./#v1&${fragment}`);
  await expect(story(page)).toHaveAttribute('data-arrived', 'true', { timeout: 20_000 });
}

/** All that is claimed is measured, and holds. */
async function expectClaims(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const claim = story(page).locator(`[data-claim="${name}"]`);
    await expect(claim, (await claim.textContent()) ?? name).toHaveAttribute('data-state', 'holds', {
      // Runs beside the picture take as long as the machine takes.
      timeout: 60_000,
    });
  }
  await expect(story(page).locator('[data-claim]')).toHaveCount(names.length);
  await expect(story(page).locator('.acts-claims')).not.toContainText(/[{}…]/);
}

for (const number of ACT_NUMBERS) {
  test(`act ${number}: each step shows what it says`, { tag: '@long' }, async ({ page }) => {
    test.setTimeout(240_000);
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    await setLanguage('en');
    const { steps, words } = await loadAct(number);
    await openAct(page, `act=${number}&step=1`);
    for (const [i, [name, step]] of steps.entries()) {
      if (i > 0) await page.keyboard.press('PageDown');
      await expect(story(page)).toHaveAttribute('data-step', name);
      await expect(story(page)).toHaveAttribute('data-arrived', 'true', { timeout: 20_000 });
      await expect(story(page).getByRole('heading', { level: 2 })).toHaveText(words('en')[name]?.title ?? '');
      await expect(page).toHaveURL(new RegExp(`#v1&act=${number}&step=${i + 1}$`));
      // A run that has ended stands at its end; the lens stands before its decision.
      await expect.poll(() => momentNs(page)).toBeLessThanOrEqual(step.atNs);
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
      await expectClaims(page, Object.keys(step.claims));
      await expect(story(page).locator('.acts-text')).not.toContainText([/[{}]/]);
      if (step.published) {
        await expect(story(page).locator('table.beside')).toHaveCount(step.published.length);
        const remarks = await story(page).locator('.beside-remark').allTextContents();
        expect(remarks).toEqual([...new Set(remarks)]);
      }
    }
    expect(errors).toEqual([]);
  });
}

/** The moment that the page shows, as it is written: in ms or s. */
async function momentNs(page: Page): Promise<number> {
  const [, digits, unit] = /^([\d.]+) (ms|s)$/.exec((await clock(page).textContent()) ?? '') ?? [];
  return Math.round(Number(digits) * (unit === 's' ? 1e9 : 1e6));
}

test('a claim that the run does not bear out is not said to hold', async ({ page }) => {
  // Both lanes on the same two CPUs: the distance is the same.
  await openAct(page, 'p=false-sharing&cb=0,1&act=1&step=3');
  await expect(story(page).locator('[data-claim="slower"]')).toHaveAttribute('data-state', 'fails');
  await expect(story(page).locator('.acts-changed')).toContainText('You have changed the experiment');
  await story(page).getByRole('button', { name: 'Back to the step’s own' }).click();
  await expect(story(page).locator('[data-claim="slower"]')).toHaveAttribute('data-state', 'holds');
  await expect(page).toHaveURL(/#v1&act=1&step=3$/);
});

test('a step is a link and a step of the history; reload returns to it, and the first key goes on', async ({
  page,
}) => {
  await openAct(page, 'act=1&step=2&theme=dark');
  await page.keyboard.press('ArrowRight');
  await expect(story(page)).toHaveAttribute('data-step', 'waits');
  await expect(page).toHaveURL(/#v1&act=1&step=3&theme=dark$/);
  await page.reload();
  await expect(story(page)).toHaveAttribute('data-step', 'waits');
  await page.goBack();
  await expect(story(page)).toHaveAttribute('data-step', 'bounce');
  await page.keyboard.press('PageUp');
  await expect(story(page)).toHaveAttribute('data-step', 'places');
  await page.keyboard.press('ArrowLeft');
  await expect(story(page)).toHaveAttribute('data-step', 'places');
});

test('what is changed in an act is in its link', { tag: '@long' }, async ({ page }) => {
  await openAct(page, 'act=5&step=4');
  await page.locator('.lane-lines.lane-a').getByRole('button', { name: 're-layout' }).click();
  await expect(page).toHaveURL(/p=task-group&a=task_group:relayout&act=5&step=4$/);
  await page.reload();
  await expect(story(page)).toHaveAttribute('data-step', 'yours');
  await expect(story(page).locator('.acts-task')).toHaveAttribute('data-done', 'true');
});

test('an act that is left leaves its experiment, and going back opens it again', { tag: '@long' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./#v1&p=steal');
  await expect(page.locator('.machine[data-lane="a"]')).toBeVisible();
  await page.keyboard.press('a');
  await expect(story(page)).toHaveAttribute('data-step', 'places');
  await expect(story(page)).toHaveAttribute('data-arrived', 'true', { timeout: 20_000 });
  await story(page)
    .getByRole('button', { name: /^Leave the act/ })
    .click();
  await expect(story(page)).toHaveCount(0);
  await expect(page).toHaveURL(/#v1&p=false-sharing$/);
  await expect(page.getByLabel('Experiment', { exact: true })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(story(page)).toHaveAttribute('data-step', 'places');
  await page.goBack();
  await expect(story(page)).toHaveCount(0);
  await expect(page).toHaveURL(/#v1&p=steal$/);
});

test('a bad number opens the nearest step and says so', async ({ page }) => {
  await openAct(page, 'act=9&step=2');
  await expect(story(page)).toHaveAccessibleName(/^Act 5/);
  await expect(page.getByText('The link asks for act = 9, outside 1 to 5; the nearest value was taken.')).toBeVisible();
  await page.goto('about:blank');
  await openAct(page, 'act=1&step=40');
  await expect(story(page)).toHaveAttribute('data-step', 'question');
  await expect(page.getByText(/^The link asks for step = 40, outside 1 to \d/)).toBeVisible();
});

test('the arrow keys belong to the decision lens while it is open, the clicker’s to the act', async ({ page }) => {
  await openAct(page, 'act=1&step=6');
  const present = page.locator('#decision [aria-current="step"]');
  const before = await present.textContent();
  await page.keyboard.press('ArrowRight');
  await expect(present).not.toHaveText(before ?? '');
  await expect(story(page)).toHaveAttribute('data-step', 'wake');
  await page.keyboard.press('PageDown');
  await expect(story(page)).toHaveAttribute('data-step', 'question');
  await expect(page.locator('#decision')).toHaveCount(0);
});

test('a step is played where motion is wanted', { tag: '@long' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('./#v1&act=1&step=2');
  await expect.poll(() => momentNs(page)).toBeGreaterThan(10.5e6);
  await page.keyboard.press('PageDown');
  await expect(story(page)).toHaveAttribute('data-step', 'waits');
  await expect(story(page)).toHaveAttribute('data-arrived', 'true', { timeout: 20_000 });
  await expect(clock(page)).toHaveText(/^8\d\.\d+ ms$/);
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
      await openAct(page, `act=1&step=4&theme=${theme}&lang=${lang}`);
      await expect(story(page).locator('table.beside')).toHaveCount(2);
      const [text, machine] = [await story(page).boundingBox(), await page.locator('#lanes').boundingBox()];
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
