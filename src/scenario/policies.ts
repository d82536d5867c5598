/** sched_ext schedulers of a document, and the lanes that they schedule. */
import { kernelOf } from './catalog';
import type { KernelId, Lane, PolicySource, Scenario } from './generated/types';

/** The longest sources, together, that a link carries (characters). */
export const MOST_IN_LINK = 8000;

/** Whether a kernel has sched_ext. */
export function hasSchedExt(kernel: KernelId): boolean {
  const [major = 0, minor = 0] = kernel.split('.').map(Number);
  return major > 6 || (major === 6 && minor >= 12);
}

/** The policy that schedules a lane; null: the kernel's own scheduler. */
export const policyOf = ({ policies = [], lanes }: Scenario, lane: number): PolicySource | null =>
  policies.find(({ name }) => name === lanes[lane]?.policy) ?? null;

export const fitsLink = ({ policies = [] }: Pick<Scenario, 'policies'>): boolean =>
  policies.reduce((sum, { source }) => sum + source.length, 0) <= MOST_IN_LINK;

function withoutPolicy(lane: Lane): Lane {
  const { policy: _, ...rest } = lane;
  return rest;
}

/** The document without its policies: all lanes have the kernel's own scheduler. */
export function withoutPolicies(scenario: Scenario): Scenario {
  const { policies: _, ...rest } = scenario;
  return { ...rest, lanes: scenario.lanes.map(withoutPolicy) };
}

/** The document with policies; those that no lane names are dropped, and so are names of missing policies. */
export function withPolicies(scenario: Scenario, policies: readonly PolicySource[]): Scenario {
  const { policies: _, ...rest } = scenario;
  const isKnown = (name?: string) => policies.some((one) => one.name === name);
  const lanes = scenario.lanes.map((lane) => (isKnown(lane.policy) ? lane : withoutPolicy(lane)));
  const used = policies.filter(({ name }) => lanes.some(({ policy }) => policy === name));
  return { ...rest, ...(used.length > 0 && { policies: used }), lanes };
}

/** The longest name of a policy (characters). */
const MOST_NAME = 24;
/** The kernel of a scenario whose kernel has no sched_ext. */
const FIRST_CHOICE: KernelId = '6.18';

/** The document with kernels that have sched_ext. */
function withSchedExt(scenario: Scenario): Scenario {
  const lanes = scenario.lanes.map((lane): Lane => {
    const { kernel, ...rest } = lane;
    return kernel === undefined || hasSchedExt(kernel) ? lane : rest;
  });
  return { ...scenario, kernel: hasSchedExt(scenario.kernel) ? scenario.kernel : FIRST_CHOICE, lanes };
}

/**
 * The document with a lane that a policy schedules. A missing lane B is a copy of lane A. If the lane's kernel has no
 * sched_ext, both lanes get one that has it.
 */
export function scheduledBy(scenario: Scenario, place: number, { name, ...policy }: PolicySource): Scenario {
  const [first] = scenario.lanes;
  if (!first) return scenario;
  const lanes = scenario.lanes.length > place ? scenario.lanes : [...scenario.lanes, first];
  const others = (scenario.policies ?? []).filter((one) =>
    lanes.some((lane, i) => i !== place && lane.policy === one.name),
  );
  const short = Array.from(name)
    .slice(0, MOST_NAME - 2)
    .join('');
  const own = others.some((one) => one.name === short) ? `${short}-2` : short;
  const next = { ...scenario, lanes: lanes.map((lane, i) => (i === place ? { ...lane, policy: own } : lane)) };
  const of = next.lanes[place];
  return withPolicies(of && hasSchedExt(kernelOf(next, of)) ? next : withSchedExt(next), [
    ...others,
    { name: own, ...policy },
  ]);
}

/** The document with the kernel's own scheduler in a lane. */
export const unscheduled = (scenario: Scenario, place: number): Scenario =>
  withPolicies(
    { ...scenario, lanes: scenario.lanes.map((lane, i) => (i === place ? withoutPolicy(lane) : lane)) },
    scenario.policies ?? [],
  );

/** The document with a value of a parameter. */
export const withKnob = (scenario: Scenario, policy: string, knob: string, value: number): Scenario => ({
  ...scenario,
  policies: (scenario.policies ?? []).map((one) =>
    one.name === policy ? { ...one, knobs: { ...one.knobs, [knob]: value } } : one,
  ),
});
