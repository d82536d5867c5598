import AxeBuilder from '@axe-core/playwright';
import { edit } from '../../../tests/hands';
import { expect, type Page, test } from '../../../tests/lib/kept';

async function open(page: Page, fragment: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`./#v3&${fragment}`);
  await expect(page.locator('.lane-machine canvas').first()).toBeVisible();
}

test('each lane has its kernel in the editor, from the list or by name, and the titles name both', async ({ page }) => {
  await open(page, 'p=container&t=1ms');
  const editor = await edit(page);
  const [a, b] = [editor.getByLabel('Kernel A'), editor.getByLabel('Kernel B')];
  await expect(b.locator('option:checked')).toHaveText('as A');
  // Both lanes follow.
  await a.selectOption('6.5');
  await expect(page).toHaveURL(/kernel=6\.5/);
  await expect(page).not.toHaveURL(/k[ab]=/);
  await b.selectOption('by name …');
  await expect(b).toBeFocused();
  await b.fill('6.20.1');
  await b.press('Enter');
  await expect(editor.getByRole('alert')).toContainText(
    '“6.20.1” is not known. Known are 2.5.5x, 4.19, 4.20 and 5.4 to 7.3',
  );
  await b.fill('6.8.0-45-generic');
  await b.press('Enter');
  await expect(b).toHaveValue('6.8');
  await expect(b).toBeFocused();
  await expect(editor.getByText('6.8 is Ubuntu’s 6.8')).toBeVisible();
  await expect(page).toHaveURL(/kernel=6\.8&.*ka=6\.5/);
  await a.selectOption({ label: '6.18 (6.18.44, LTS)' });
  // Escape leaves the name and not the editor.
  await b.selectOption('by name …');
  await b.press('Escape');
  await expect(b).toHaveValue('6.8');
  await expect(editor).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(editor).toBeHidden();
  await expect(page.locator('.lane-a h2').first()).toContainText('EEVDF, Linux 6.18.44');
  await expect(page.locator('.lane-b h2').first()).toContainText('EEVDF, Linux 6.8');
});

test('a link with another name of a kernel opens with one sentence on it', async ({ page }) => {
  await open(page, 'p=turns&kernel=5.13.0-1023-aws&t=1ms');
  const said = page.getByRole('status').filter({ hasText: '5.13 runs as 5.10 here, the nearest kernel' });
  await expect(said).toContainText('capacity_greater');
  await said.getByRole('button').click();
  await expect(said).toBeHidden();
  await expect(page.locator('.lane-b h2').first()).toContainText('Linux 5.10');
  await (await edit(page)).getByLabel('Kernel A').selectOption('6.12.0');
  await expect(page).toHaveURL(/kernel=5\.10/);
});

test('what changed between two kernels: searched, and opened where a rule shows', async ({ page }) => {
  await open(page, 'p=cluster&t=1ms');
  await page.keyboard.press('k');
  const rules = page.getByRole('dialog', { name: 'Kernel rules' });
  await rules.getByLabel('Search rules').fill('newidle search');
  await expect(rules.locator('tbody tr').first()).toContainText('newidle');
  expect(await rules.locator('tbody tr').count()).toBeLessThan(6);
  await rules.getByLabel('Search rules').fill('nothing of it');
  await expect(rules.getByText('No rule matches.')).toBeVisible();
  await rules.getByRole('button', { name: 'What changed between two kernels' }).click();
  const changes = page.getByRole('dialog', { name: 'What changed between two kernels' });
  await changes.getByLabel('From').selectOption('6.8');
  await changes.getByLabel('To').selectOption('6.5');
  await expect(changes.getByRole('status')).toContainText('rules differ.');
  await expect(changes.getByRole('columnheader', { name: '6.5' })).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).include('dialog').analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  await changes.getByLabel('Search rules').fill('PLACE_LAG');
  await changes.getByRole('link', { name: 'see it where place_lag shows most' }).click();
  await expect(changes).toBeHidden();
  await expect(page.locator('.lane-a h2').first()).toContainText('CFS, Linux 6.5');
  await expect(page.locator('.lane-b h2').first()).toContainText('EEVDF, Linux 6.8');
});
