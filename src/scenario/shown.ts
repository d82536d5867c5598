/** The experiment where a rule shows most. */
import { SHOWN } from './generated/shown';
import type { KernelId, RuleOverrides } from './generated/types';
import { LINK_VERSION } from './link';

/** The fragment of its link, with the older kernel in lane A, or why there is none. */
export function shownIn(
  rule: keyof RuleOverrides,
  older: KernelId,
  newer: KernelId,
): { readonly link: string } | { readonly nowhere: 'name' } {
  const shown = SHOWN[rule];
  if (typeof shown === 'string') return { nowhere: shown };
  if ('rule' in shown) return { link: `#v${LINK_VERSION}&${shown.rule}` };
  return { link: `#v${LINK_VERSION}&${shown.kernels}&kernel=${newer}&ka=${older}&kb=-` };
}
