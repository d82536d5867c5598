/** How long a CPU must expect to be idle before it searches for work. */
import type { Scenario } from './generated/types';
import { ruleIn, rulesOf } from './rules';
import { tunableIn } from './tunables';

/** The gate of `newidle_balance` in a lane (0 or 1; ns); null: its kernel or its rules have none. */
export function newidleGateNs(scenario: Scenario, lane: number): number | null {
  const rule = rulesOf(scenario).find(({ key }) => key === 'newidle_gate');
  return rule && ruleIn(scenario, lane, rule) ? tunableIn(scenario, 'migration_cost_ns', scenario.lanes[lane]) : null;
}
