import { KERNELS, kernelOf } from '../scenario/catalog';
import type { SchedulerId } from '../scenario/generated/machines';
import { MECHANISMS, type MechanismKey } from '../scenario/generated/mechanisms';
import type { KernelId, Lane, Scenario } from '../scenario/generated/types';
import { releaseOf } from '../scenario/kernelNames';
import { acts } from '../scenario/needs';
import { differsFromKernel, valueIn } from '../scenario/resolved';
import { type MessageKey, t } from '.';
import { tunableWords } from './format';

const isOn = (value: boolean | string): boolean => value !== false && value !== 'off';

/** Puts a space between Chinese and Latin, since joined texts may be either. */
const spaced = (text: string): string =>
  text.replace(/(?<=\p{sc=Han})(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])(?=\p{sc=Han})/gu, ' ');

/** A difference of a lane from a plain kernel, in the order of its text. */
interface Difference {
  readonly kind: 'with' | 'without' | 'idle';
  readonly name: string;
}

function differencesOf(lane: Lane, scenario: Scenario): readonly Difference[] {
  const valueFor = (key: MechanismKey, of = lane) => valueIn(key, of, scenario);
  // Features that the other lane lacks come first, so that a shortened title still names them.
  const shared = (key: MechanismKey) => scenario.lanes.every((other) => valueFor(key, other) === valueFor(key));
  const changed = MECHANISMS.filter(({ key }) => differsFromKernel(key, lane, scenario)).toSorted(
    (a, b) => Number(shared(a.key)) - Number(shared(b.key)),
  );
  // If both lanes have a mechanism switched on, its value distinguishes them.
  const value = (key: MechanismKey): string[] => {
    const own = valueFor(key);
    const differs = scenario.lanes.map((other) => valueFor(key, other)).some((other) => isOn(other) && other !== own);
    return typeof own === 'string' && isOn(own) && differs ? [t(`choice.${own}` as MessageKey)] : [];
  };
  const kind = (key: MechanismKey): Difference['kind'] =>
    !acts(key, lane, scenario) ? 'idle' : isOn(valueFor(key)) ? 'with' : 'without';
  const all = changed.map(({ key }) => ({
    kind: kind(key),
    name: [t(`mechanism.${key}`), ...value(key)].join(' '),
  }));
  return KINDS.flatMap((wanted) => all.filter((one) => one.kind === wanted));
}

const KINDS = ['with', 'without', 'idle'] as const;
const named = (differences: readonly Difference[]): string => differences.map(({ name }) => name).join(t('lane.list'));

const SCHEDULERS: Readonly<Record<SchedulerId, string>> = { eevdf: 'EEVDF', cfs: 'CFS', o1: 'O(1)' };

/** The kernels by scheduler, the newest first. */
export const KERNEL_MENU = (Object.keys(SCHEDULERS) as SchedulerId[]).map((scheduler) => ({
  scheduler: SCHEDULERS[scheduler],
  kernels: (Object.keys(KERNELS) as KernelId[]).filter((kernel) => KERNELS[kernel] === scheduler).toReversed(),
}));

/** The scheduler of a lane. */
export const schedulerWords = (lane: Lane, scenario: Scenario): string => SCHEDULERS[KERNELS[kernelOf(scenario, lane)]];

/** The scheduler of a lane and its kernel: *EEVDF, Linux 6.12*, or the name of its policy. */
export function kernelWords(lane: Lane, scenario: Scenario): string {
  const kernel = kernelOf(scenario, lane);
  return t('lane.kernel', { kernel: releaseOf(kernel), scheduler: lane.policy ?? SCHEDULERS[KERNELS[kernel]] });
}

/** The baseline of a lane's text: its kernel, if the lanes differ in what schedules them or the work is about it. */
const plainOf = (lane: Lane, scenario: Scenario): string =>
  isSharedKernel(scenario) && scenario.workload.kind !== 'hogs' && !scenario.lanes.some(({ policy }) => policy)
    ? ''
    : kernelWords(lane, scenario);

const isSharedKernel = (scenario: Scenario): boolean =>
  new Set(scenario.lanes.map((lane) => kernelOf(scenario, lane))).size === 1;

function sentence(plain: string, differences: readonly Difference[], remarks: readonly string[] = []): string {
  const parts = KINDS.map((kind) => {
    const list = named(differences.filter((one) => one.kind === kind));
    return list && t(`lane.${kind}`, { list });
  });
  if (plain || (!parts[0] && !parts[1])) parts.unshift(plain || t('lane.plain'));
  return spaced([...parts, ...remarks].filter(Boolean).join(' · '));
}

/** The rules that a lane overrides: one by its name and value, several by their number. */
function overridesOf({ rules = {} }: Lane): readonly string[] {
  const [one, ...more] = Object.entries(rules);
  if (!one) return [];
  if (more.length > 0) return [t('rules.changed', { count: more.length + 1 })];
  const [rule, value] = one;
  const shown = typeof value === 'boolean' ? t(value ? 'choice.on' : 'choice.off') : String(value);
  return [t('rules.changed.one', { rule, value: shown })];
}

/**
 * Texts for a lane, from the longest to the shortest: its switches that differ from a plain kernel, those without
 * effect here, its CPUs and rules; then shorter ones, with what distinguishes it from the other lane.
 */
export function laneTexts(lane: Lane, scenario: Scenario): readonly string[] {
  // Switches of the kernel's own scheduler say nothing about a policy.
  const differences = lane.policy === undefined ? differencesOf(lane, scenario) : [];
  const plain = plainOf(lane, scenario);
  const remarks = [
    ...Object.entries(lane.tunables ?? {}).map(([key, value]) => tunableWords(key, value)),
    lane.cpus === undefined ? '' : t('lane.cpus', { list: lane.cpus }),
    ...overridesOf(lane),
  ].filter(Boolean);
  // What both lanes share is omitted first.
  const short = differences.length > 0 && isSharedKernel(scenario) ? '' : plain;
  const first = (n: number) => sentence(short, differences.slice(0, n));
  const onlyAdded =
    !short && differences.length > 0 && remarks.length === 0 && differences.every(({ kind }) => kind === 'with');
  return [
    sentence(plain, differences, remarks),
    ...(short === plain ? [] : [sentence(short, differences, remarks)]),
    ...(onlyAdded ? [spaced(named(differences))] : []),
    ...(remarks.length > 0 ? [differences.length > 0 ? first(differences.length) : remarks.join(' · ')] : []),
    ...differences.slice(1).map((_, i) => first(differences.length - 1 - i)),
  ];
}

/** The longest text of a lane. */
export const laneWords = (lane: Lane, scenario: Scenario): string => laneTexts(lane, scenario)[0] ?? '';
