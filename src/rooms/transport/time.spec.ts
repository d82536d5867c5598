import AxeBuilder from '@axe-core/playwright';
import { inspect, openTab, switches } from '../../../tests/hands';
import { expect, fresh, type Page, test } from '../../../tests/lib/kept';

const firstDifference = (page: Page) => page.getByRole('region', { name: 'First difference' });
const clock = (page: Page) => page.getByRole('status', { name: 'Simulated time' });
const hashes = (page: Page) => page.locator('.hash');
const scrubber = (page: Page) => page.getByRole('slider', { name: 'Moment of the run' });
const events = (page: Page) => page.locator('.readouts .small span').first();

async function openPaused(page: Page, fragment: string, time: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`./${fragment}`);
  await expect(clock(page)).toHaveText(time);
  await expect(hashes(page)).toHaveText(/^[0-9a-f]{6} [0-9a-f]{6}$/);
}

/** Moves the scrubber to a moment (ns) and returns the displayed time. */
async function scrub(page: Page, ns: number, time: string): Promise<string> {
  await scrubber(page).evaluate((input: HTMLInputElement, value) => {
    input.step = '1';
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!;
    set!.call(input, String(value));
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }, ns);
  await expect(clock(page)).toHaveText(time);
  // The page moves the scrubber a moment later; until then it takes the same position again for no change.
  await expect(scrubber(page)).toHaveValue(String(ns));
  return `${await hashes(page).textContent()} ${await events(page).textContent()}`;
}

test('a seek reaches the same state as playing, forwards and backwards', async ({ page }) => {
  const link = '#v3&p=cluster&w=pairs,n=20';
  const seen: Record<string, string> = {};
  for (const time of ['1.500', '3.000']) {
    await openPaused(page, `${link}&t=${Number(time) * 1000}us`, `${time} ms`);
    seen[time] = `${await hashes(page).textContent()} ${await events(page).textContent()}`;
    await page.goto('about:blank');
  }
  await openPaused(page, `${link}&t=4ms`, '4.000 ms');
  expect(await scrub(page, 1_500_000, '1.500 ms')).toBe(seen['1.500']);
  expect(await scrub(page, 3_000_000, '3.000 ms')).toBe(seen['3.000']);
  expect(await scrub(page, 1_500_000, '1.500 ms')).toBe(seen['1.500']);
  await page.keyboard.press('Home');
  await expect(clock(page)).toHaveText('0.000000 ms');
  await page.keyboard.press('End');
  await expect(clock(page)).toHaveText('4.000 ms');
});

test('events and decisions are stepped forwards and back', async ({ page }) => {
  await openPaused(page, '#v3&p=cluster&t=503us', '0.503000 ms');
  const first = Number((await events(page).textContent())?.replace(/\D/g, ''));
  const stands = (count: number) => expect(events(page)).toHaveText(count.toLocaleString('en'));
  await page.keyboard.press('.');
  await stands(first + 1);
  const one = `${await hashes(page).textContent()}`;
  await page.keyboard.press('.');
  await stands(first + 2);
  const both = `${await hashes(page).textContent()}`;
  await page.keyboard.press(',');
  await stands(first + 1);
  await expect(hashes(page)).toHaveText(one);
  await page.keyboard.press('.');
  await stands(first + 2);
  await expect(hashes(page)).toHaveText(both);

  const before = (await clock(page).textContent()) ?? '';
  await page.keyboard.press('>');
  await expect(clock(page)).not.toHaveText(before);
  const there = (await clock(page).textContent()) ?? '';
  await page.keyboard.press('>');
  await expect(clock(page)).not.toHaveText(there);
  await page.keyboard.press('<');
  await expect(clock(page)).toHaveText(there);
});

test('a task is followed from its run queue, and stepped through decision by decision', { tag: '@long' }, async ({
  page,
}) => {
  await openPaused(page, '#v3&p=classroom&t=500us', '0.500000 ms');
  await inspect(page, 'a', 0);
  await page.getByRole('tab', { name: 'Run queue' }).click();
  const queue = page.locator('.queue-table');
  for (let cpu = 0; cpu < 8 && (await queue.count()) === 0; cpu++) {
    await page.locator(`.machine[data-lane="a"] [data-cpu="${cpu}"]`).focus();
    await page.keyboard.press('Enter');
    await page.waitForTimeout(100);
  }
  const follow = queue.getByRole('button', { name: /^Follow task \d+$/ }).first();
  const task = /\d+/.exec((await follow.getAttribute('aria-label')) ?? '')?.[0];
  await follow.click();
  await expect(page.locator('.following')).toContainText(`task ${task}`);
  await expect(page.locator('.machine[data-lane="a"] .m-followed')).toHaveAttribute('visibility', 'visible');
  // On a phone its buttons take the place of the speeds.
  const window = page.viewportSize()!;
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.locator('.following')).toBeInViewport({ ratio: 1 });
  await expect(page.locator('.speed')).toBeHidden();
  await page.setViewportSize(window);
  await page.keyboard.press('n');
  await expect(clock(page)).not.toHaveText('0.500000 ms');
  const moment = (await clock(page).textContent()) ?? '';
  await page.keyboard.press('n');
  await expect(clock(page)).not.toHaveText(moment);
  await page.keyboard.press('N');
  await expect(clock(page)).toHaveText(moment);
  await page.getByRole('button', { name: 'No longer follow the task' }).click();
  await expect(page.locator('.following')).toHaveCount(0);
});

test('the first difference of the lanes is marked, described in a sentence, and reachable by key', async ({ page }) => {
  await openPaused(page, '#v3&p=cluster', '4.000 ms');
  await openTab(page, 'Why');
  await expect(firstDifference(page).locator('p')).toHaveText(/^At \d+\.\d+\sms the lanes first differ.* cost \d/);
  await page.keyboard.press('d');
  await expect(clock(page)).not.toHaveText('4.000 ms');
  const said = (await firstDifference(page).locator('p').textContent()) ?? '';
  expect(said).toContain(`At ${await clock(page).textContent()} `);
  await expect(page.locator('.mark-difference')).toHaveAccessibleName(/^The lanes first differ at /);
  await expect(page.locator('.m-marked[visibility="visible"]').first()).toBeAttached();
});

fresh('lanes without a difference show no notice', { tag: '@long' }, async ({ page }) => {
  // Up to when the page knows each lane's decisions (ns).
  await page.addInitScript(() => {
    const shownNs: Record<string, number> = {};
    const asked = new Map<Worker, number>();
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (this: Worker, ...[request, ...rest]: [{ id: number; name: string }]) {
      if (request.name === 'trail') {
        if (!asked.has(this)) asked.set(this, asked.size);
        const lane = asked.get(this)!;
        this.addEventListener('message', ({ data }) => {
          if (data.id === request.id && 'answer' in data) shownNs[lane] = data.answer.ns;
        });
      }
      post.call(this, request, ...rest);
    };
    Object.assign(window, { shownNs });
  });
  // The machine has no clusters, so B's switches have no effect.
  await openPaused(page, '#v3&p=cluster&machine=xeon-e5-2630v4-20&t=1ms', '1.000 ms');
  await openTab(page, 'Why');
  await page.waitForFunction(() => {
    const { shownNs } = window as unknown as { shownNs: Readonly<Record<string, number>> };
    return Object.values(shownNs).filter((ns) => ns >= 1e6).length === 2;
  });
  await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))));
  await expect(firstDifference(page)).toHaveCount(0);
});

test('a flip in the past forks the lane; both futures are in the tree and in the link', async ({ page }) => {
  await openPaused(page, '#v3&p=cluster&b=-&t=2ms', '2.000 ms');
  const plain = (await hashes(page).textContent()) ?? '';
  await scrub(page, 1_000_000, '1.000 ms');
  await (await switches(page, 'B')).getByRole('button', { name: 'cluster domain' }).click();
  await expect(page).toHaveURL(/&b=-@1000000,cluster_domain/);
  await openTab(page, 'History');
  const forks = page.getByRole('region', { name: 'Forks' });
  await expect(forks.getByText('+ cluster domain')).toBeVisible();
  await expect(page.locator('.mark-flip')).toHaveCount(1);
  await page.keyboard.press('End');
  await expect(clock(page)).toHaveText('2.000 ms');
  const forked = (await hashes(page).textContent()) ?? '';
  expect(forked.split(' ')[0]).toBe(plain.split(' ')[0]);
  expect(forked.split(' ')[1]).not.toBe(plain.split(' ')[1]);

  // An earlier flip leaves the later one behind as a separate branch.
  await scrub(page, 500_000, '0.500000 ms');
  await (await switches(page, 'B')).getByLabel('cluster scan').selectOption('rfc');
  await expect(page).toHaveURL(/&forks=-@1000000,cluster_domain/);
  await expect(forks.getByRole('listitem')).toHaveCount(3);
  await page.reload();
  await expect(clock(page)).toHaveText('2.000 ms');
  await openTab(page, 'History');
  await expect(forks.getByRole('listitem')).toHaveCount(3);

  // The previous branch, shown again in B, is unchanged.
  const row = forks.getByRole('listitem').filter({ hasNot: page.locator('[aria-pressed="true"]') });
  await row.getByRole('button', { name: /in lane B$/ }).click();
  await expect(hashes(page)).toHaveText(forked);
  await page.goBack();
  await expect(hashes(page)).not.toHaveText(forked);

  await row.getByRole('button', { name: /^Delete branch/ }).click();
  await expect(forks.getByRole('listitem')).toHaveCount(2);
  await expect(page).not.toHaveURL(/forks=/);
});

test('the bar of time, the forks and the first difference pass axe', { tag: '@long' }, async ({ page }) => {
  test.slow();
  await openPaused(
    page,
    '#v3&p=cluster&b=cluster_domain@1000000,cluster_domain,cluster_scan:rfc&forks=-@1500000,steal:on&t=2ms',
    '2.000 ms',
  );
  await openTab(page, 'Why');
  await expect(firstDifference(page)).toBeVisible();
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name;
    }, theme);
    for (const tab of ['Why', 'History', 'Timeline', 'Model']) {
      await openTab(page, tab);
      const { violations } = await new AxeBuilder({ page }).include('.console').include('#drawer').analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(', ')}`)).toEqual([]);
    }
  }
});
