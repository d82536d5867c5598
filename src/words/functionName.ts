/** The names of functions in the source of a kernel. */
import { FUNC_NAMES } from '../scenario/generated/funcNames';
import type { KernelId } from '../scenario/generated/types';
import type { Func } from '../scenario/generated/vocab';

export const functionName = (func: Func, kernel: KernelId): string => FUNC_NAMES[kernel]?.[func] ?? func;
