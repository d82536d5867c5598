/** The parts of each lane: switches and flips, kernel, CPUs, rules, tunables, layout. */
import { onPath, type Path } from '../forks';
import { FIELD_BYTES } from '../generated/layouts';
import { RULES } from '../generated/rules';
import type { KernelId, Lane, LayoutItem, RuleOverrides, Scenario } from '../generated/types';
import { meantCpus, readCpus, writtenCpus } from './cpus';
import { type Part, type Reading, scenarioPart } from './part';
import { pathOf, readPath, writePath } from './paths';
import { readTunables } from './run';
import { oneOf, readKernel, WHOLE, writePairs } from './words';

/** The scenario with one lane changed. */
export const withLane = (scenario: Scenario, place: number, change: (lane: Lane) => Lane): Scenario => ({
  ...scenario,
  lanes: scenario.lanes.map((lane, i) => (i === place ? change(lane) : lane)),
});

export const laneA = scenarioPart<Path | undefined>({
  name: 'a',
  get: ({ lanes: [lane] }) => lane && pathOf(lane),
  write: (path) => (path ? writePath(path) : '-'),
  read: readPath,
  put: (scenario, path) => withLane(scenario, 0, (lane) => (path ? onPath(lane, path) : lane)),
});

const NONE = 'none';

export const laneB = scenarioPart<Path | null>({
  name: 'b',
  get: ({ lanes: [, lane] }) => (lane ? pathOf(lane) : null),
  write: (path) => (path ? writePath(path) : NONE),
  read: (text) => (text === NONE ? null : readPath(text)),
  put: (scenario, path) => {
    const [first, second] = scenario.lanes;
    const other = path && (second ? onPath(second, path) : path);
    return { ...scenario, lanes: [first, other].filter((lane) => lane !== undefined && lane !== null) };
  },
});

/** A lane with a field; an empty field is dropped. */
function withField<K extends 'kernel' | 'cpus' | 'rules' | 'tunables' | 'layout'>(
  lane: Lane,
  key: K,
  value: Lane[K],
): Lane {
  const next = { ...lane };
  delete next[key];
  const isEmpty = value === undefined || Object.keys(value).length === 0;
  return isEmpty ? next : { ...next, [key]: value };
}

/** The lane has the kernel of the scenario. */
const SHARED = '-';

const kernelIn = (name: string, place: number): Part =>
  scenarioPart<KernelId | typeof SHARED>({
    name,
    get: ({ lanes }) => lanes[place]?.kernel ?? SHARED,
    write: (id) => id,
    read: (text, reading, { scenario }) =>
      text === SHARED
        ? text
        : readKernel(`lanes[${place}].kernel`, text, reading, scenario.lanes[place]?.kernel ?? SHARED),
    put: (scenario, id) =>
      withLane(scenario, place, (lane) => withField(lane, 'kernel', id === SHARED ? undefined : id)),
  });

const cpusOf = (name: string, place: number): Part =>
  scenarioPart({
    name,
    get: ({ lanes }) => writtenCpus(lanes[place]?.cpus),
    write: String,
    read: readCpus,
    put: (scenario, text) => withLane(scenario, place, (lane) => withField(lane, 'cpus', meantCpus(text))),
  });

/** `newidle_gate:0,busy_factor:16`; 1 and 0 mean on and off. */
function writeRules(rules: RuleOverrides): string {
  const word = (value: unknown) => (typeof value === 'boolean' ? Number(value) : value);
  return (
    Object.entries(rules)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => `${key}:${word(value)}`)
      .join(',') || '-'
  );
}

function readRules(text: string, { note }: Reading): RuleOverrides {
  if (text === '-') return {};
  const rules: Record<string, boolean | number | string> = {};
  for (const word of text.split(',')) {
    const [key = '', value = ''] = word.split(':');
    const rule = RULES.find((one) => one.key === key);
    if (rule?.values === 'bool' && /^[01]$/.test(value)) rules[key] = value === '1';
    else if (Array.isArray(rule?.values) && rule.values.includes(value)) rules[key] = value;
    else if (rule && typeof rule.values === 'object' && 'min' in rule.values && WHOLE.test(value)) {
      rules[key] = Number(value);
    } else note(word);
  }
  return rules as RuleOverrides;
}

const rulesOf = (name: string, place: number): Part =>
  scenarioPart({
    name,
    get: ({ lanes }) => lanes[place]?.rules ?? {},
    write: writeRules,
    read: readRules,
    put: (scenario, rules) => withLane(scenario, place, (lane) => withField(lane, 'rules', rules)),
  });

const tunablesOf = (name: string, place: number): Part =>
  scenarioPart({
    name,
    get: ({ lanes }) => lanes[place]?.tunables ?? {},
    write: (values) => writePairs({ ...values }),
    read: (text, reading) => readTunables(name, text, reading),
    put: (scenario, values) => withLane(scenario, place, (lane) => withField(lane, 'tunables', values)),
  });

const layoutOf = (name: string, place: number): Part =>
  scenarioPart<readonly LayoutItem[]>({
    name,
    get: ({ lanes }) => lanes[place]?.layout ?? [],
    write: (layout) => layout.join(',') || '-',
    read: (text) =>
      text === '-' ? [] : text.split(',').map((item) => oneOf(item, Object.keys(FIELD_BYTES) as LayoutItem[])),
    put: (scenario, layout) => withLane(scenario, place, (lane) => withField(lane, 'layout', [...layout])),
  });

/** The parts of each lane other than its switches. */
export const laneParts: readonly Part[] = ['a', 'b'].flatMap((lane, place) => [
  kernelIn(`k${lane}`, place),
  cpusOf(`c${lane}`, place),
  rulesOf(`r${lane}`, place),
  tunablesOf(`t${lane}`, place),
  layoutOf(`l${lane}`, place),
]);
