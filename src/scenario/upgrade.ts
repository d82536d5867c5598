/** Documents and links of older versions: each goes on meaning the run it was. */
import { RENAMED_KERNELS } from './generated/machines';
import type { KernelId } from './generated/types';

/** The kernel that a version meant by a name; undefined: the one of that name. */
export const kernelMeant = (version: number, name: string | undefined): KernelId | undefined =>
  RENAMED_KERNELS.find(({ until, called }) => version <= until && called === name)?.kernel;
