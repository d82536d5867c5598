/** The experiment where a rule shows most. */
import { SHOWN } from './generated/shown';
import type { KernelId, RuleOverrides } from './generated/types';
import { LINK_VERSION } from './link';

/** The fragment of its link, with the older kernel in lane A; null: the rule has none. */
export function shownIn(rule: keyof RuleOverrides, older: KernelId, newer: KernelId): string | null {
  const parts = SHOWN[rule];
  return parts === undefined ? null : `#v${LINK_VERSION}&${parts}&kernel=${newer}&ka=${older}&kb=-`;
}
