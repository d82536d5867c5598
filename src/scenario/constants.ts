/** The constants of the model that a person can change, in sections: evidence, default and present value. */
import { type Range, rangeIn } from './check';
import { COSTS } from './generated/costs';
import { LIMITS } from './generated/limits';
import { TUNABLE_SOURCES } from './generated/sources';
import type { Evidence, Family, Grade, MachineChoice, Scenario } from './generated/types';
import { factsOf, isOwn } from './machines';
import { PRESETS, type PresetId } from './presets';
import { tunableDefault, tunablesOf } from './tunables';

export const SECTIONS = ['costs', 'tunables'] as const;
/** The part of the document with the changes of a section. */
export type Section = (typeof SECTIONS)[number];

/** The reader may have measured a cost. */
export type ShownGrade = Grade | 'yours';

interface ShownEvidence extends Omit<Evidence, 'grade'> {
  readonly grade: ShownGrade;
}

export interface Constant {
  readonly section: Section;
  readonly key: string;
  readonly unit: string;
  readonly range: Range;
  /** The value of the machine or the kernel, and its evidence. */
  readonly evidence: ShownEvidence;
  /** The value of the experiment before any change. */
  readonly own: number;
  /** The present value. */
  readonly value: number;
}

export const isChanged = ({ own, value }: Constant): boolean => value !== own;
export const fieldOf = ({ section, key }: Pick<Constant, 'section' | 'key'>): string => `${section}.${key}`;

/** The note on costs that were not measured on the machine, by family. */
export const NOT_MEASURED: Readonly<Record<Family, string>> = {
  kunpeng: 'not measured: as on the Kunpeng',
  xeon: 'not measured: as on the Xeon',
  azusa: 'not measured: as on the Azusa',
  numaq: 'not measured: as on the NUMA-Q',
  epyc: 'not measured: as on the EPYC',
};

export const MEASURED_BY_YOU = 'measured on this machine by who described it';

const OF_CLUSTERS: readonly string[] = ['line_cluster', 'mem_cluster_pct'];

/** Costs of custom machines, and of some named machines, were measured on it or come from another machine. */
function evidenceOn({ key, on }: (typeof COSTS)[number], machine: MachineChoice): ShownEvidence {
  const value = isOwn(machine) ? machine.costs?.[key] : undefined;
  if (value !== undefined) return { value, grade: 'yours', source: MEASURED_BY_YOU };
  const { like, assumed } = factsOf(machine);
  // What a cluster costs where nobody measured one is one rule for all machines.
  const byRule = OF_CLUSTERS.includes(key) && on[like].grade === 'assumed';
  return assumed && !byRule ? { ...on[like], grade: 'assumed', source: NOT_MEASURED[like] } : on[like];
}

export function constants(scenario: Scenario, preset: PresetId): Constant[] {
  const { machine } = scenario;
  const constant = (section: Section, key: string, unit: string, evidence: ShownEvidence): Constant => {
    const set = (document: Scenario) => (document[section] as Readonly<Record<string, number>> | undefined)?.[key];
    const own = set(PRESETS[preset]) ?? evidence.value;
    return {
      section,
      key,
      unit,
      range: rangeIn(scenario, `${section}.${key}`),
      evidence,
      own,
      value: set(scenario) ?? evidence.value,
    };
  };
  return [
    ...COSTS.map((cost) => constant('costs', cost.key, cost.unit, evidenceOn(cost, machine))),
    ...tunablesOf(scenario).map((one) =>
      constant('tunables', one.key, LIMITS[`tunables.${one.key}`].unit, {
        value: tunableDefault(one, machine),
        grade: 'published',
        source: TUNABLE_SOURCES[one.key],
      }),
    ),
  ];
}

/** The document with another value of a constant; `null`: the value of the machine or the kernel. */
export function withConstant(document: Scenario, { section, key, evidence }: Constant, value: number | null): Scenario {
  const { [section]: before = {}, ...rest } = document;
  const { [key]: _, ...others } = before as Record<string, number>;
  const next = value === null || value === evidence.value ? others : { ...others, [key]: value };
  return (Object.keys(next).length > 0 ? { ...rest, [section]: next } : rest) as Scenario;
}
