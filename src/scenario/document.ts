/**
 * The scenario document as text. Fields of the text can be missing; inside the page every field is
 * present.
 */
import { PLAIN, WORKLOADS } from './catalog';
import { SCENARIO_DEFAULTS } from './generated/defaults';
import type { ControlGroup, Features, Flip, Lane, Scenario, TaskSetting, Workload } from './generated/types';
import { completedLists } from './groups';
import { type NamedKernel, namedKernel } from './kernelNames';
import { upgraded } from './upgrade';

/** A document that the simulator has accepted. Fields can be missing. */
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

/** A kernel by the name that the table has for it. */
const meant = (kernel: Scenario['kernel']): Scenario['kernel'] => namedKernel(kernel)?.kernel ?? kernel;

/** The names of kernels that are not exactly kernels of the table. */
export function namesIn({ kernel, lanes }: Pick<SparseScenario, 'kernel' | 'lanes'>): NamedKernel[] {
  const names = new Set([kernel, ...lanes.map((lane) => lane.kernel)]);
  return [...names].flatMap((name) => {
    const named = name === undefined ? null : namedKernel(name);
    return named && named.remark !== 'exact' ? [named] : [];
  });
}

/**
 * The document with every field written out, in the form of this release: each kernel by the name of the table, a custom
 * machine with its rows.
 */
export const completed = (document: SparseScenario): Scenario =>
  upgraded({ scenario: filled(document), forks: [] }, document.version).scenario;

function filledWorkload(workload: SparseScenario['workload']): Workload {
  const filled = { ...WORKLOADS[workload.kind], ...workload } as Workload;
  if (filled.kind !== 'rtapp') return filled;
  return { ...filled, tasks: filled.tasks.map((task) => ({ ...task, instances: task.instances ?? 1 })) };
}

function filled({ workload, lanes, groups, tasks, ...rest }: SparseScenario): Scenario {
  return {
    ...SCENARIO_DEFAULTS,
    ...rest,
    kernel: meant(rest.kernel ?? SCENARIO_DEFAULTS.kernel),
    workload: filledWorkload(workload),
    ...completedLists({ groups, tasks }),
    lanes: lanes.map(({ features, flips = [], kernel, ...others }): Lane => {
      const completeFlips = flips.map((flip): Flip => ({ ...flip, features: { ...PLAIN, ...flip.features } }));
      return {
        features: { ...PLAIN, ...features },
        ...others,
        ...(kernel === undefined ? {} : { kernel: meant(kernel) }),
        ...(flips.length > 0 ? { flips: completeFlips } : {}),
      };
    }),
  };
}

/** Drops the rows of a machine, which are computed from its texts. */
const kept = (key: string, value: unknown): unknown => (key === 'rows' ? undefined : value);

export const documentText = (scenario: Scenario): string => `${JSON.stringify(scenario, kept, 2)}\n`;
