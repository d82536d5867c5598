/** What the browser tests do by hand on many pages. */
import { expect, type Locator, type Page } from '@playwright/test';

/** Opens what is run to be changed, where it is not open. */
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

/** Does what stands behind *More* in the bar. */
export async function fromMore(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^(More|更多)$/ }).click();
  await page.locator('.menu').getByRole('button', { name, exact: true }).click();
}
