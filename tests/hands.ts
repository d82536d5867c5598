/** Actions of a person that many browser tests share. */
import { expect, type Locator, type Page } from '@playwright/test';

/** Opens the editor of the experiment, unless it is open. */
export async function edit(page: Page): Promise<Locator> {
  const open = page.getByRole('complementary', { name: 'Edit the experiment' });
  if (!(await open.isVisible())) await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(open).toBeVisible();
  return open;
}

/** The switches of a lane. */
export async function switches(page: Page, letter: 'A' | 'B'): Promise<Locator> {
  return (await edit(page)).getByRole('group', { name: `Switches of lane ${letter}` });
}

/** Opens a tab of the drawer. */
export async function openTab(page: Page, name: string): Promise<void> {
  const tab = page.getByRole('tablist', { name: /^(Drawer|抽屉)$/ }).getByRole('tab', { name, exact: true });
  if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.click();
  await expect(tab).toHaveAttribute('aria-selected', 'true');
}

/** Clicks an item of *More* in the bar. */
export async function fromMore(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^(More|更多)$/ }).click();
  await page.locator('.menu').getByRole('button', { name, exact: true }).click();
}

/** A corner of a CPU: a task that moves there may cover its middle. */
const BESIDE_TASKS = { position: { x: 4, y: 4 } };

/** The bubble with the explanation. */
export const bubble = (page: Page): Locator => page.locator('#why');

/** Opens the explanation of a CPU. */
export async function askWhy(page: Page, lane: 'a' | 'b', cpu: number): Promise<Locator> {
  await page.locator(`.machine[data-lane="${lane}"] [data-cpu="${cpu}"]`).click(BESIDE_TASKS);
  await expect(bubble(page)).toBeVisible();
  return bubble(page);
}

/** Opens the Inspector of a CPU from the bubble, or changes the CPU of an open one. */
export async function inspect(page: Page, lane: 'a' | 'b', cpu: number): Promise<void> {
  const inspector = page.locator('#inspector');
  if (await inspector.isVisible()) {
    await page.locator(`.machine[data-lane="${lane}"] [data-cpu="${cpu}"]`).click(BESIDE_TASKS);
  } else {
    const name = /^(Inspect|检查) CPU/;
    const here = (await askWhy(page, lane, cpu)).getByRole('button', { name });
    // In a narrow window the button is in the lens.
    if (!(await here.isVisible()))
      await bubble(page)
        .getByRole('button', { name: /^(Every step|每一步)$/ })
        .click();
    await page.locator('#why, #decision').getByRole('button', { name }).click();
  }
  await expect(inspector).toBeVisible();
}
