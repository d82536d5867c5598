/** A course system in a browser: the run-time of scorm-again around a package. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';

const runtime = readFileSync(createRequire(import.meta.url).resolve('scorm-again/scorm12'), 'utf8');

export type Package = Readonly<Record<string, string>>;

/** The package that the page makes of an assignment, and the files that the lecturer saves beside it. */
export async function packageOf(
  page: Page,
  folder: string,
  name: string,
): Promise<{ readonly files: Package; readonly key: string; readonly students: string }> {
  await page.route('**/playground.html', (route) => route.fulfill({ path: join(folder, 'playground.html') }));
  await page.goto('./#assignment');
  await page.getByLabel('Open a document').setInputFiles(`examples/assignments/${name}.json`);
  const saved = async (label: string) => {
    const button = page.getByRole('button', { name: label });
    await expect(button).toBeVisible({ timeout: 60_000 });
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
    return readFileSync(await download.path());
  };
  const unzipped = Object.entries(unzipSync(await saved('Save as SCORM 1.2 zip')));
  return {
    files: Object.fromEntries(unzipped.map(([path, bytes]) => [path, strFromU8(bytes)])),
    key: (await saved('Save the key')).toString(),
    students: (await saved('Save the document for students')).toString(),
  };
}

interface Student {
  readonly id: string;
  readonly name: string;
}

/** Serves the package at an address of its own, with what the course keeps of a student. */
export async function serve(context: BrowserContext, files: Package, { id, name }: Student): Promise<void> {
  const page = `<!doctype html><title>Course</title><script src="runtime.js"></script><script>
    const kept = JSON.parse(localStorage.getItem('cmi') ?? 'null');
    window.API = new Scorm12API({ autocommit: false, logLevel: 5 });
    const student = ${JSON.stringify({ student_id: id, student_name: name })};
    API.loadFromJSON({ core: { ...student, ...kept?.core, ...student }, suspend_data: kept?.suspend_data ?? '' }, 'cmi');
    const keep = () => localStorage.setItem('cmi', JSON.stringify(API.cmi));
    API.on('LMSCommit', keep);
    API.on('LMSFinish', () => {
      keep();
      localStorage.setItem('finished', String(1 + Number(localStorage.getItem('finished'))));
    });
  </script><iframe src="package/index.html" style="position:fixed;inset:0;width:100%;height:100%;border:0"></iframe>`;
  await context.route('https://course.test/**', (route) => {
    const { pathname } = new URL(route.request().url());
    const body =
      pathname === '/' ? page : pathname === '/runtime.js' ? runtime : files[pathname.replace('/package/', '')];
    if (body === undefined) return route.fulfill({ status: 404 });
    return route.fulfill({ body, contentType: pathname.endsWith('.js') ? 'text/javascript' : 'text/html' });
  });
}

interface Cmi {
  readonly suspend_data: string;
  readonly core: Readonly<Record<string, string>> & { readonly score: Readonly<Record<string, string>> };
}
/** What the course has kept. */
export const cmiOf = (page: Page): Promise<Cmi | null> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('cmi') ?? 'null'));
