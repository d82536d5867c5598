/** The release of sched_ext whose rules a kernel has. */
import type { KernelId } from '../../scenario/generated/types';

/** Kernels before 6.12 have no sched_ext: a source is checked for the long-term release that most people have. */
export function releaseOf(kernel: KernelId): '6.12' | '6.18' | '7.1' {
  const [major = 0, minor = 0] = kernel.split('.').map(Number);
  if (major > 7 || (major === 7 && minor >= 1)) return '7.1';
  return major === 6 && minor >= 12 && minor < 18 ? '6.12' : '6.18';
}
