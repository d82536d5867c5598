/**
 * The scenario document as text: as it is shown, and as it is read. The form allows fields to be
 * left out; inside the page every field is there.
 */
import { PLAIN, WORKLOADS } from './catalog';
import { SCENARIO_DEFAULTS } from './generated/defaults';
import { VERSION } from './generated/limits';
import type { ControlGroup, Features, Flip, KernelId, Lane, Scenario, TaskSetting, Workload } from './generated/types';
import { completedLists } from './groups';
import { asRunBy, kernelMeant } from './upgrade';

/** A document that the simulator has accepted, with fields left out. */
export interface SparseScenario extends Partial<Omit<Scenario, 'workload' | 'lanes' | 'groups' | 'tasks'>> {
  readonly version: number;
  readonly machine: Scenario['machine'];
  readonly workload: Partial<Workload> & Pick<Workload, 'kind'>;
  readonly groups?: readonly Partial<ControlGroup>[];
  readonly tasks?: readonly (Partial<TaskSetting> & Pick<TaskSetting, 'kind'>)[];
  readonly lanes: readonly ({
    readonly features?: Partial<Features>;
    readonly flips?: readonly { readonly at_ns: number; readonly features: Partial<Features> }[];
  } & Omit<Lane, 'features' | 'flips'>)[];
}

/** The kernel of a document or a lane under the name that it has now. */
const named = (version: number, kernel: KernelId | undefined) =>
  kernel && { kernel: kernelMeant(version, kernel) ?? kernel };

/** What the document means, every field written out. */
export function completed({ version, kernel, workload, lanes, groups, tasks, ...rest }: SparseScenario): Scenario {
  return asRunBy(version, {
    ...SCENARIO_DEFAULTS,
    ...rest,
    version: VERSION,
    ...named(version, kernel),
    workload: { ...WORKLOADS[workload.kind], ...workload } as Workload,
    ...completedLists({ groups, tasks }),
    lanes: lanes.map(({ features, flips = [], ...own }): Lane => {
      const all = { ...PLAIN, ...features };
      const completeFlips = flips.map((flip): Flip => ({ ...flip, features: { ...PLAIN, ...flip.features } }));
      return {
        features: all,
        ...own,
        ...named(version, own.kernel),
        ...(flips.length > 0 ? { flips: completeFlips } : {}),
      };
    }),
  });
}

/** Without what is only made of a machine's texts. */
const kept = (key: string, value: unknown): unknown => (key === 'rows' ? undefined : value);

export const documentText = (scenario: Scenario): string => `${JSON.stringify(scenario, kept, 2)}\n`;
