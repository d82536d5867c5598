/** Links of older versions open as the run they were: the rules that a kernel had then are written into the lanes. */
import { FORMER_RULES, MACHINES } from '../generated/machines';
import type { RuleOverrides, Scenario } from '../generated/types';

/** The scenario that a link of a version says, as that version ran it. What a lane says itself stays. */
export function asRunBy(version: number, scenario: Scenario): Scenario {
  const { smt } = MACHINES[scenario.machine];
  const then = FORMER_RULES.filter(
    (one) => version <= one.until && one.kernel === scenario.kernel && (smt || !one.smt),
  );
  if (then.length === 0) return scenario;
  const rules: RuleOverrides = Object.assign({}, ...then.map((one) => one.rules));
  return { ...scenario, lanes: scenario.lanes.map((lane) => ({ ...lane, rules: { ...rules, ...lane.rules } })) };
}
