/** How long a CPU must expect to stay idle before it looks for work. */
import type { Scenario } from './generated/types';
import { ruleIn, rulesOf } from './rules';
import { tunableIn } from './tunables';

/** The gate of `newidle_balance` in a lane (0 or 1; ns), or null where its kernel or its own rules have none. */
export function newidleGateNs(scenario: Scenario, lane: number): number | null {
  const rule = rulesOf(scenario).find(({ key }) => key === 'newidle_gate');
  return rule && ruleIn(scenario, lane, rule) ? tunableIn(scenario, 'migration_cost_ns') : null;
}
