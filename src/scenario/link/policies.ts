/** The parts of sched_ext schedulers: their sources, packed, and the lanes that they schedule. */
import type { PolicySource } from '../generated/types';
import { fitsLink, withPolicies } from '../policies';
import type { Content } from './content';
import { withLane } from './lanes';
import { canPack, pack, unpack } from './packing';
import { CutPart, part } from './part';

interface Policies {
  readonly policies: readonly PolicySource[];
  /** By lane the name of its policy; null: none. */
  readonly lanes: readonly (string | null)[];
}

function get({ scenario }: Content): Policies | undefined {
  const { policies = [], lanes } = scenario;
  if (policies.length === 0 || !canPack() || !fitsLink({ policies })) return undefined;
  return { policies, lanes: lanes.map(({ policy = null }) => policy) };
}

const isPolicy = (one: Partial<PolicySource> | null): one is PolicySource =>
  typeof one?.name === 'string' && typeof one.source === 'string';

function read(text: string): Policies {
  try {
    const { policies, lanes } = unpack(text) as Policies;
    if (!policies.every(isPolicy)) throw new CutPart();
    return { policies, lanes };
  } catch {
    throw new CutPart();
  }
}

function put(content: Content, { policies, lanes }: Policies): Content {
  const scenario = lanes.reduce(
    (scenario, policy, place) =>
      policy === null ? scenario : withLane(scenario, place, (lane) => ({ ...lane, policy })),
    content.scenario,
  );
  return { ...content, scenario: withPolicies(scenario, policies) };
}

export const policies = part<Policies>({ name: 'ext', get, write: (value) => pack(value), read, put });
