import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { KERNELS } from './catalog';
import { KERNEL_RELEASES } from './generated/releases';
import { kernelTitle, namedKernel, releaseOf } from './kernelNames';

/** The same file that the simulator's own reader is tested with. */
const TRIED = readFileSync('tests/fixtures/kernel-names.txt', 'utf8').split('\n').filter(Boolean);

test.each(TRIED.map((line) => line.split(' | ')))('%s means %s (%s)', (name = '', kernel, remark) => {
  const found = namedKernel(name);
  expect([found?.kernel ?? '-', found?.remark ?? '-']).toEqual([kernel, remark]);
});

test('a name in a sentence is the point release, or the release where a distribution counts builds', () => {
  const names = ['6.12.9-arch1-1', '6.8.0-45-generic', '6.18', '5.15.153.1-microsoft-standard-WSL2'];
  expect(names.map((name) => namedKernel(name)?.name)).toEqual(['6.12.9', '6.8', '6.18', '5.15.153']);
});

test('every kernel is its own name, and so is the point release that it was read from', () => {
  for (const kernel of Object.keys(KERNELS) as (keyof typeof KERNELS)[]) {
    expect(namedKernel(kernel)).toMatchObject({ kernel, remark: 'exact' });
    expect(namedKernel(releaseOf(kernel))).toMatchObject({ kernel, remark: 'exact' });
  }
  expect(Object.keys(KERNEL_RELEASES)).toEqual(Object.keys(KERNELS));
});

test('a menu names the point release where the kernel has another name', () => {
  expect(kernelTitle('6.18')).toBe('6.18 (6.18.44, LTS)');
  expect(kernelTitle('6.12.0')).toBe('6.12.0 (2024)');
});
