/** The names by which people call kernels: releases, point releases, and what `uname -r` prints. */
import { KERNEL_RELEASES, RELEASES, type Remark, UBUNTU } from './generated/releases';
import type { KernelId } from './generated/types';

export interface NamedKernel {
  readonly kernel: KernelId;
  readonly remark: Remark;
  /** What it is called in a sentence: `6.12.9`. */
  readonly name: string;
  /** The release of the mainline: `6.12`. */
  readonly release: string;
}

const OLDEST: KernelId = '2.5.5x';
/** The kernels of which a build of Ubuntu was read, too. */
const READ_IN_UBUNTU: Partial<Record<KernelId, Remark>> = { '6.5': 'ubuntu', '6.8': 'ubuntu_6_8', '7.0': 'ubuntu' };
const VERSION = /^(?:Linux )?(?:linux-)?v*(\d+)\.(\d+)(?:\.(\d+))?(?![^.\-+_~ ])(.*)$/s;

/** The kernel that a name means; null: no such kernel is known. */
export function namedKernel(text: string): NamedKernel | null {
  const trimmed = text.trim();
  if (trimmed === OLDEST) return { kernel: OLDEST, remark: 'exact', name: OLDEST, release: OLDEST };
  const [, major, minor, point, rest = ''] = VERSION.exec(trimmed) ?? [];
  const [, kind] = /^-\d+-?(.*)$/s.exec(rest) ?? [];
  // Distributions number their own builds behind a zero.
  const patch = point === undefined || (Number(point) === 0 && kind !== undefined) ? null : Number(point);
  const row = RELEASES.findLast(
    ([ofMajor, ofMinor, first]) =>
      ofMajor === Number(major) && ofMinor === Number(minor) && (patch === null || first <= patch),
  );
  if (!row) return null;
  const [, , , kernel, own] = row;
  const isUbuntu = own === 'exact' && UBUNTU.some((known) => kind?.startsWith(known));
  const ubuntu = isUbuntu ? READ_IN_UBUNTU[kernel] : undefined;
  const isEnterprise = rest.includes('.el') || rest.endsWith('-default');
  const release = `${Number(major)}.${Number(minor)}`;
  return {
    kernel,
    remark: isEnterprise ? 'enterprise' : (ubuntu ?? own),
    name: patch === null ? release : `${release}.${patch}`,
    release,
  };
}

/** The point release of a kernel, which a title names. */
export const releaseOf = (kernel: KernelId): string => KERNEL_RELEASES[kernel][0];

/** A kernel in a menu: `6.18 (6.18.44, LTS)`. */
export function kernelTitle(kernel: KernelId): string {
  const [release, place] = KERNEL_RELEASES[kernel];
  return `${kernel} (${release === kernel ? place : `${release}, ${place}`})`;
}
