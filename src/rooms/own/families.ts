/** The families of named machines whose costs another machine may take. */
import type { Family } from '../../scenario/generated/types';

export const FAMILIES: readonly Family[] = ['kunpeng', 'xeon', 'azusa', 'numaq', 'epyc'];
