import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { scripts } from '../package.json';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, string>>;
}
interface Job {
  readonly needs?: string | readonly string[];
  readonly 'timeout-minutes'?: number;
  readonly steps: readonly Step[];
}
interface Workflow {
  readonly permissions?: object;
  readonly jobs: Readonly<Record<string, Job>>;
}

const root = join(import.meta.dirname, '..');
const folder = join(root, '.github/workflows');
const read = (path: string) => parse(readFileSync(path, 'utf8'), { strict: true, uniqueKeys: true });
const workflows: readonly [string, Workflow][] = readdirSync(folder).map((file) => [file, read(join(folder, file))]);
const jobs = workflows.flatMap(([file, { jobs }]) =>
  Object.entries(jobs).map(([name, job]) => ({ name: `${file}: ${name}`, job, siblings: Object.keys(jobs) })),
);

test('every npm command that a workflow runs is there', () => {
  const commands = jobs.flatMap(({ job }) => job.steps.flatMap(({ run = '' }) => [...run.matchAll(/\bnpm (.+)/g)]));
  const names = commands.map(([, words = '']) => words.replace(/^run /, '').split(' ')[0] ?? '');
  expect(names.toSorted()).toEqual(['build', 'test', 'test:long']);
  for (const name of names) expect(Object.keys(scripts)).toContain(name);
});

test.each(jobs)('$name waits for jobs that are there, for so long at most', ({ job, siblings }) => {
  for (const name of [job.needs ?? []].flat()) expect(siblings).toContain(name);
  expect(job['timeout-minutes']).toBeGreaterThan(0);
});

test.each(jobs)('$name uses actions of one major version, and those of the repository that are there', ({ job }) => {
  for (const { uses } of job.steps) {
    if (uses?.startsWith('./')) expect(existsSync(join(root, uses, 'action.yml')), uses).toBe(true);
    else if (uses) expect(uses).toMatch(/^actions\/[a-z-]+@v\d+$/);
  }
});

test('what is published is what the build writes', () => {
  const upload = jobs.flatMap(({ job }) => job.steps).find(({ uses }) => uses?.includes('upload-pages-artifact'));
  expect(upload?.with?.path).toBe('dist');
});

test('a workflow may do no more than it needs', () => {
  for (const [file, { permissions }] of workflows) expect(permissions, file).toEqual({ contents: 'read' });
});
