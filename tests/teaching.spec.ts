/** `docs/teaching.md` as a new lecturer follows it: its commands word by word, and what it says of the page. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';

const guide = readFileSync('docs/teaching.md', 'utf8');
const commandsOf = (text: string): readonly string[] =>
  [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block.replace(/\\\n\s*/g, '').trim());

/** What the Chinese guide has in italics for a person to press or find. */
const LABELS = [
  ['Print a sheet', '打印题纸'],
  ['Print the solutions', '打印参考答案'],
  ['Save as SCORM 1.2 zip', '保存为 SCORM 1.2 zip'],
  ['Make an assignment here', '在此编写作业'],
  ['Run it, and make the key', '运行并生成密钥'],
  ['Print a worksheet', '打印练习纸'],
  ['Show the class', '展示给全班'],
] as const;

/** What can be read, and tried, in ten minutes. */
const MOST_WORDS = 1200;

test('both guides have the same commands, and the labels of the page; the English one is short', () => {
  const chinese = readFileSync('docs/teaching.zh.md', 'utf8');
  expect(commandsOf(chinese)).toEqual(commandsOf(guide));
  expect(guide.trim().split(/\s+/).length).toBeLessThanOrEqual(MOST_WORDS);
  const flat = (text: string) => text.replace(/\s+/g, ' ');
  for (const [english, other] of LABELS) {
    expect(flat(guide)).toContain(`*${english}*`);
    expect(flat(chinese)).toContain(`*${other}*`);
  }
});

let home = '';
test.beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'lecturer-'));
  symlinkSync(resolve('examples'), join(home, 'examples'));
});
test.afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Runs a command of the guide in the folder of the lecturer. `SCHED` names a program that is built already. */
function command(words: string): string {
  const [, rest = ''] = /^npm run sim -- (.*)$/.exec(words) ?? [];
  const [program = '', ...first] = process.env.SCHED ? [process.env.SCHED] : ['node', 'scripts/run.mjs', 'sim'];
  return execFileSync(program, [...first, ...rest.split(/\s+/)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, INIT_CWD: home },
    ...(process.env.SCHED && { cwd: home }),
  });
}

/** A student answers every question with the keyboard, and hands in. */
async function student(page: Page, name: string, guess: string): Promise<string> {
  await page.evaluate(() => localStorage.clear());
  await page.goto('./#assignment');
  await page.reload();
  await page.getByLabel('Open an assignment').setInputFiles(join(home, 'students.json'));
  const parts = page.locator('.assignment-parts li');
  const fields = page.getByRole('spinbutton');
  const submit = async (count: number) => {
    await page.keyboard.press('Enter');
    await expect(parts).toHaveCount(count, { timeout: 60_000 });
    await page.getByRole('button', { name: 'Next question' }).press('Enter');
  };
  await page.getByRole('spinbutton', { name: 'Your guess' }).focus();
  await page.keyboard.type(guess);
  await submit(1);
  await expect(fields).toHaveCount(5);
  for (const [i, value] of ['50', '55.5', '75', '90', '98'].entries()) {
    await fields.nth(i).focus();
    await page.keyboard.type(value);
  }
  await submit(5);
  await page.getByRole('radio').first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.getByRole('button', { name: 'Check it' }).focus();
  await submit(1);
  await fields.first().focus();
  await page.keyboard.type('10');
  await submit(2);
  await page.getByLabel('Your answer').focus();
  await page.keyboard.type(`${name} thinks that the ratios are fixed.`);
  await page.getByLabel('Name', { exact: true }).focus();
  await page.keyboard.type(name);
  await page.getByLabel('Student number').focus();
  await page.keyboard.type(`s-${name}`);
  await page.getByRole('button', { name: 'Make the code' }).press('Enter');
  const code = page.getByLabel('Your code');
  await expect(code).toHaveValue(/^SPA1\..+\.$/);
  return code.inputValue();
}

test('a new lecturer comes from nothing to marks', { tag: '@long' }, async ({ page }) => {
  test.setTimeout(900_000);
  const took: string[] = [];
  let began = performance.now();
  const step = (name: string) => {
    took.push(`${name}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
    began = performance.now();
  };
  const [check = '', key = '', grade = ''] = commandsOf(guide);

  expect(command(check)).toContain('valid');
  step('1 choose');

  const answers = command(key);
  expect(answers).toContain('75');
  expect(readFileSync(join(home, 'students.json'), 'utf8')).not.toContain('holds');
  step('2 key');

  await page.goto('./#assignment');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByLabel('Open a document').setInputFiles(join(home, 'examples/assignments/nice.json'));
  await page.getByRole('button', { name: 'Copy the link for students' }).click({ timeout: 60_000 });
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/#assignment=/);
  step('3 hand out');

  mkdirSync(join(home, 'handed-in'));
  const codes: string[] = [];
  for (const [name, guess] of [
    ['Ada', '75'],
    ['Bob', '55'],
  ] as const)
    codes.push(await student(page, name, guess));
  step('  (two students answer)');

  const [ada = '', bob = ''] = codes;
  const files = {
    'Ada_11_assignsubmission_file_/answers.txt': strToU8(ada),
    'Bob_12_assignsubmission_onlinetext_/onlinetext.html': strToU8(`<p>${bob}</p>`),
  };
  writeFileSync(join(home, 'handed-in/course.zip'), zipSync(files));
  const summary = command(grade);
  expect(summary).toContain('2 answers, 2 of them replay exactly');
  const marks = readFileSync(join(home, 'marks.csv'), 'utf8');
  expect(marks).toMatch(/Participant 11,Ada,s-Ada,16,20,/);
  expect(marks).toMatch(/Participant 12,Bob,s-Bob,12,20,/);
  step('4 mark');

  await page.goto('./#assignment');
  await page.reload();
  await page.getByLabel('The assignment', { exact: true }).setInputFiles(join(home, 'students.json'));
  await page.getByLabel('The key').setInputFiles(join(home, 'key.json'));
  await page
    .getByLabel('Codes, files, or the zip of a course system')
    .setInputFiles(join(home, 'handed-in/course.zip'));
  await page.getByRole('button', { name: 'Mark', exact: true }).click();
  await expect(page.getByText('2 answers, 2 of them replay exactly')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Show the class' }).click();
  await expect(page.getByRole('dialog')).toContainText('1 of 2 right');
  await page.keyboard.press('Escape');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV for Moodle' }).click(),
  ]);
  expect(readFileSync(await download.path(), 'utf8')).toBe(marks);
  step('4 the same on the page');

  command(`${grade} --for canvas`);
  expect(readFileSync(join(home, 'marks.csv'), 'utf8')).toMatch(/^Student,ID,SIS User ID,SIS Login ID,Section,/);
  step('5 import');
  console.log(took.join('\n'));
});
