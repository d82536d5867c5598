/** A class of thirty hands in through a course system, as files and as codes, and is marked by the page and by `sched`. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { changed } from './lib/code';
import { cmiOf, packageOf, serve } from './lib/course';
import { buildOneFile } from './lib/one-file';

let folder = '';
let work = '';
test.beforeAll(() => {
  folder = buildOneFile();
  work = mkdtempSync(join(tmpdir(), 'class-'));
});
test.afterAll(() => {
  for (const one of [folder, work]) rmSync(one, { recursive: true, force: true });
});

/** `SCHED` names a program that is built already. */
const [program, ...first] = process.env.SCHED ? [process.env.SCHED] : ['node', 'scripts/run.mjs', 'sim'];
const sched = (...args: readonly string[]): string =>
  execFileSync(program, [...first, ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'ignore'],
  });

const RIGHT = [75, [50, 55.5, 75, 90, 98], [2], [10], 'The table has no such ratio.'];
/** Answers that differ from student to student. */
const answersOf = (i: number) => [
  60 + i,
  [50, 55.5, 75, 90 - (i % 3) * 20, 98],
  [i % 4],
  [8 + (i % 5)],
  `Student ${i} has a reason.`,
];

interface Row {
  readonly name: string;
  readonly points: number;
  readonly same_as: readonly string[];
  readonly differs: readonly number[];
  readonly is_late: boolean;
  readonly is_empty: boolean;
  readonly handed_in: number;
  readonly faults: readonly { readonly sentence: string }[];
  readonly marks: readonly unknown[];
}

test('a class of thirty is marked', { tag: '@long' }, async ({ page, context }) => {
  test.setTimeout(900_000);
  const { files, key, students } = await packageOf(page, folder, 'nice');
  const place = (name: string) => join(work, name);
  writeFileSync(place('students.json'), students);
  writeFileSync(place('key.json'), key);
  const codeOf = (name: string, number: string, answers: readonly unknown[], document = place('students.json')) =>
    sched('assignment', 'answer', document, '--name', name, '--number', number, '--answers', JSON.stringify(answers));

  // Three students answer in the course system.
  const suspended: string[] = [];
  for (const [i, guess] of [75, 55, 76].entries()) {
    const student = { id: `s-${27 + i}`, name: `Course ${27 + i}` };
    await context.unroute('https://course.test/**');
    await serve(context, files, student);
    const course = await context.newPage();
    // Not from the course, which keeps what it has when it is left.
    await course.goto('https://course.test/runtime.js');
    await course.evaluate(() => localStorage.clear());
    await course.goto('https://course.test/');
    const frame = course.frameLocator('iframe');
    await frame.getByRole('spinbutton', { name: 'Your guess' }).fill(String(guess), { timeout: 60_000 });
    await frame.getByRole('button', { name: 'Run it' }).click();
    await expect(frame.locator('.assignment-parts li')).toHaveCount(1, { timeout: 60_000 });
    await expect.poll(async () => (await cmiOf(course))?.suspend_data ?? '').toContain(' SPA1.');
    await expect.poll(async () => (await cmiOf(course))?.core.score.raw).toBe(guess === 55 ? '0' : '25');
    suspended.push((await cmiOf(course))?.suspend_data ?? '');
    await course.close();
  }

  // The others hand in files, which the course system packs.
  const name = (i: number) => `Student ${String(i).padStart(2, '0')}`;
  const codes = Array.from({ length: 26 }, (_, i) => codeOf(name(i + 1), `n${i + 1}`, answersOf(i + 1)));
  sched(
    'assignment',
    'key',
    'examples/assignments/nice.json',
    '--out',
    place('k2.json'),
    '--students',
    place('s2.json'),
  );
  const own = (i: number) => codes[i - 1] ?? '';
  const handedIn: [string, string][] = codes.map((code, i) => [
    `${name(i + 1)}_${1000 + i}_assignsubmission_file_/answers.txt`,
    code,
  ]);
  const file = (i: number) => handedIn[i - 1]?.[0] ?? '';
  const put = (i: number, text: string) => {
    handedIn[i - 1] = [file(i), text];
  };
  put(1, codeOf(name(1), 'n1', RIGHT));
  // Two are copied; only spaces and capitals of the text differ.
  put(2, codeOf(name(2), 'n2', answersOf(9)));
  put(9, codeOf(name(9), 'n9', answersOf(9).with(4, '  student 9  has a REASON.')));
  // Broken: cut, changed, no code, another edition, a newer version.
  put(3, own(3).slice(0, 120));
  put(4, own(4).replace(/[a-m]/, 'Z'));
  put(5, 'I have done it, but where is my code?');
  put(6, codeOf(name(6), 'n6', answersOf(6), place('s2.json')));
  put(7, own(7).replace('SPA1.', 'SPA2.'));
  // A run that nobody has done; nothing answered; a formula as a name.
  put(
    8,
    changed(own(8), (json) => json.replace(/"[0-9a-f]{16}"\]/, '"0000000000000000"]')),
  );
  put(10, codeOf(name(10), 'n10', [null, null, null, null, null]));
  put(11, codeOf("=cmd|' /C calc'!A0", 'n11', answersOf(11)));
  // Twice; late in Canvas; broken lines of a mail.
  handedIn.push([
    `${name(12)}_1011_assignsubmission_onlinetext_/onlinetext.html`,
    `<p>${codeOf(name(12), 'n12', RIGHT.with(4, 'A reason of my own.'))}</p>`,
  ]);
  handedIn[12] = [`student13_LATE_77_88_answers.txt`, own(13)];
  put(14, own(14).replace(/(.{60})/g, '$1\r\n'));
  // The thirtieth, whose name has 10,000 characters.
  const long = changed(own(15), (json) => json.replace(name(15), 'x'.repeat(10_000)));
  handedIn.push(['Student 30_1030_assignsubmission_file_/answers.txt', long]);
  const zip = zipSync(Object.fromEntries(handedIn.map(([path, text]) => [path, strToU8(text)])));
  mkdirSync(place('handed-in'));
  writeFileSync(place('handed-in/course.zip'), zip);
  writeFileSync(place('handed-in/scorm.txt'), suspended.join('\n'));

  const grade = (...more: readonly string[]) =>
    sched('grade', place('handed-in'), '--assignment', place('students.json'), '--key', place('key.json'), ...more);
  const { rows } = JSON.parse(grade('--json', '--out', place('moodle.csv'))) as { rows: readonly Row[] };
  grade('--for', 'canvas', '--out', place('canvas.csv'));
  expect(rows).toHaveLength(30);
  const row = (of: string) => rows.find((one) => one.name === of) as Row;
  const faults = Object.fromEntries(
    [3, 4, 5, 6, 7, 30].map((i) => [i, row(i === 30 ? 'Student 30' : name(i)).faults[0]?.sentence ?? '']),
  );
  expect(faults[3]).toMatch(/^The code was cut off after \d+ characters/);
  expect(faults[4]).toMatch(/^The code was changed/);
  expect(faults[5]).toBe('It does not contain an answer code.');
  expect(faults[6]).toMatch(/^The answers belong to another assignment/);
  expect(faults[7]).toBe('The code has version 2; this release reads versions up to 1.');
  expect(faults[30]).toBe('The name has 10000 characters; at most 200 are possible.');
  expect(row(name(1)).points).toBe(16);
  expect([row(name(2)).same_as, row(name(9)).same_as]).toEqual([[name(9)], [name(2)]]);
  expect(rows.filter(({ same_as }) => same_as.length > 0)).toHaveLength(2);
  expect(row(name(8)).differs).toEqual([1]);
  expect(row(name(10))).toMatchObject({ is_empty: true, points: 0 });
  expect(row(name(12))).toMatchObject({ handed_in: 2, points: 16 });
  expect(row(name(13)).is_late).toBe(true);
  expect(row(name(14)).marks).toHaveLength(5);
  expect([27, 28, 29].map((i) => row(`Course ${i}`).points)).toEqual([4, 0, 4]);
  const moodle = readFileSync(place('moodle.csv'), 'utf8');
  expect(moodle.trimEnd().split('\r\n')).toHaveLength(31);
  expect(moodle).toContain(`"'=cmd|' /C calc'!A0"`);
  // Canvas imports those who can be marked, below two rows of its own.
  expect(readFileSync(place('canvas.csv'), 'utf8').trimEnd().split('\r\n')).toHaveLength(2 + 24);

  // The page gives the same marks.
  await page.goto('./#assignment');
  await page.reload();
  await page.getByLabel('The assignment', { exact: true }).setInputFiles(place('students.json'));
  await page.getByLabel('The key').setInputFiles(place('key.json'));
  const given = [place('handed-in/course.zip'), place('handed-in/scorm.txt')];
  await page.getByLabel('Codes, files, or the zip of a course system').setInputFiles(given);
  await page.getByRole('button', { name: 'Mark', exact: true }).click();
  await expect(page.getByText('24 answers, 23 of them replay exactly')).toBeVisible({ timeout: 300_000 });
  const unread = page.locator('.assignment-unread li');
  await expect(unread).toHaveCount(6);
  for (const number of [3, 4, 5, 6, 7]) await expect(unread.filter({ hasText: faults[number] ?? '' })).toHaveCount(1);
  await expect(unread.filter({ hasText: 'Name: 10000 characters; at most 200 are possible.' })).toHaveCount(1);
  // Each run of a student can be opened: the second question has five.
  const student = page.locator('.assignment-table tr', { hasText: name(1) });
  await student.getByText('Links of the runs').click();
  await expect(student.getByRole('link')).toHaveText([
    'Question 1',
    ...[0, 1, 5, 10, 19].map((nice) => `Question 2, rival_nice = ${nice}`),
    'Question 3',
    'Question 4',
  ]);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/answers.png`, fullPage: true });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV for Moodle' }).click(),
  ]);
  expect(readFileSync(await download.path(), 'utf8')).toBe(moodle);
});

/** Answers of which no two are alike, so that hardly a run is done for two students. */
const VARIED: Readonly<Record<string, (i: number) => readonly unknown[]>> = {
  slices: (i) => [300 * i, (i % 160) - 80, [100 + 99 * i], [100 * i, i % 20], [i % 3]],
  clusters: (i) => [
    i % 24,
    (i % 30) - 10,
    { cluster_scan: SCANS[i % 5], wake_affine: i % 2 === 0 },
    [1 + (i % 48)],
    [0],
  ],
  nice: (i) => [i % 100, [50, 55, 75, 90, 98], [i % 4], [(i % 40) - 20], `Student ${i} has a reason.`],
  stealing: (i) => [
    (i % 60) - 30,
    1_000 * i,
    { steal: STEALS[i % 3], wake_affine: i % 2 === 0 },
    [-1, -2, -3, -4],
    [0],
  ],
  numa: (i) => [
    (i % 150) - 50,
    [i % 3],
    { exec_balance: i % 2 === 0, node_smoothing: i % 4 < 2 },
    [4 + (i % 45)],
    `No ${i}`,
  ],
};
const SCANS = ['off', 'rfc', 'levels', 'only', 'merged'];
const STEALS = ['off', 'on', 'force'];

for (const [assignment, answers] of Object.entries(VARIED)) {
  test(`200 answers to ${assignment} are marked on the page, and every run is replayed`, { tag: '@long' }, async ({
    page,
  }) => {
    test.setTimeout(400_000);
    const { key, students } = await packageOf(page, folder, assignment);
    const place = (name: string) => join(work, `${assignment}-${name}`);
    writeFileSync(place('students.json'), students);
    writeFileSync(place('key.json'), key);
    const none = JSON.stringify([null, null, null, null, null]);
    const code = sched(
      'assignment',
      'answer',
      place('students.json'),
      '--name',
      'N',
      '--number',
      'n',
      '--answers',
      none,
    );
    // The hashes are of no run. All runs are replayed to find that out.
    const codes = Array.from({ length: 200 }, (_, i) =>
      changed(code, (json) => {
        const [digest, , , at] = JSON.parse(json);
        const given = answers(i).map((value) => (typeof value === 'string' ? [value] : [value, '0123456789abcdef']));
        return JSON.stringify([digest, `Student ${i}`, `n${i}`, at, given]);
      }),
    );
    writeFileSync(place('codes.txt'), codes.join('\n'));
    await page.getByLabel('The assignment', { exact: true }).setInputFiles(place('students.json'));
    await page.getByLabel('The key').setInputFiles(place('key.json'));
    await page.getByLabel('Codes, files, or the zip of a course system').setInputFiles(place('codes.txt'));
    const mark = page.getByRole('button', { name: 'Mark', exact: true });
    const began = performance.now();
    await mark.click();
    // No hash is of a run.
    await expect(page.getByText('200 answers, 0 of them replay exactly')).toBeVisible({ timeout: 300_000 });
    console.log(`200 answers to ${assignment}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
    await expect(page.locator('.assignment-table tbody tr')).toHaveCount(200);

    // Cancelled, it gives nothing, and can begin again.
    if (assignment !== 'slices') return;
    await mark.click();
    await expect(page.getByRole('progressbar')).toBeVisible();
    await expect(page.getByText(/^[1-9]\d* runs done, [1-9]\d* left$/)).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Cancelled; nothing was marked.')).toBeVisible({ timeout: 2_000 });
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await mark.click();
    await expect(page.getByRole('progressbar')).toBeVisible();
  });
}
