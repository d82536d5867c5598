/** What the simulator knows stands in its generated lists: `src/` spells none of it by hand. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MAX_TASKS } from '../src/scenario/generated/limits';
import { KERNELS, MACHINES } from '../src/scenario/generated/machines';
import { MECHANISMS } from '../src/scenario/generated/mechanisms';
import { FIRST_PRIO, MAX_TIMESLICE_MS, NICE_0_WEIGHT, PRIOS } from '../src/scenario/generated/queue';
import { RULES } from '../src/scenario/generated/rules';
import {
  FAMILIES,
  FULL_CAPACITY,
  MOST_BYTES,
  MOST_CPUS,
  MOST_NODES,
  NO_GROUP,
} from '../src/scenario/generated/topology';
import { STEAL_COST_NS, TUNABLES } from '../src/scenario/generated/tunables';
import { CAUSES, DECIDEDS, FUNCS } from '../src/scenario/generated/vocab';
import { PUBLISHED_LOOPS } from '../src/scenario/generated/workloads';

/** Where something is spelt on purpose: the file, what or which kind of thing, and why. */
const ALLOWED: readonly (readonly [file: string, what: string, why: string])[] = [
  ['src/scenario/gates.ts', "=== 'newidle_gate'", 'it tells what this rule says'],
  [
    'src/rooms/inspector/Domains.tsx',
    "=== 'cluster_level'",
    'files of clusters came into sysfs with the level that was merged',
  ],
  ['src/rooms/machine/figure.ts', "=== 'balance'", 'a part of the simulator has the name of a rule'],
  ['src/shell/FirstScreen.tsx', "'numaq'", 'a machine of 2003 opens on the experiment of 2003'],
  ['src/rooms/custom-machine/Own.tsx', "'xeon'", 'whose costs are taken until others are chosen'],
];

/** Presets and acts are experiments, words name what there is, tests try it, and `generated` comes from the simulator. */
const EXEMPT = /\/generated\/|\/presets\.ts$|\/acts\/steps\/|(?:\.|\/)(?:en|zh)\.ts$|\.(?:test|spec)\.tsx?$/;

const quoted = (keys: readonly string[]): string => `'(?:${keys.map((key) => key.replaceAll('.', '\\.')).join('|')})'`;
/** Causes, decisions and functions have names of their own, typed as such; some are those of switches or rules. */
const VOCABULARY: readonly string[] = [...CAUSES, ...DECIDEDS, ...FUNCS];

const compared = (all: readonly { readonly key: string }[]): string => {
  const keys = quoted(all.map(({ key }) => key).filter((key) => !VOCABULARY.includes(key)));
  return `(?:\\bcase |[!=]== )${keys}|${keys} [!=]==`;
};
const numbers = [
  MAX_TASKS,
  PUBLISHED_LOOPS,
  STEAL_COST_NS,
  NICE_0_WEIGHT,
  FIRST_PRIO,
  PRIOS,
  MAX_TIMESLICE_MS,
  FULL_CAPACITY,
  MOST_BYTES,
  MOST_CPUS,
  MOST_NODES,
  NO_GROUP,
  ...TUNABLES.flatMap(({ value, on }) => [value, ...Object.values(on)]),
];
/** What such a number would be called: the same numbers are those of other things as well. */
const CALLED =
  '(?:tasks|loops|cost|latency|granularity|ratio(?!n)|threshold|node_limit|nodes|gate|newidle|steal|capacity|prios?|nice|weight|timeslice|most_cpus|most_bytes|no_group|no_unit)\\w*(?:: number)?(?: =|:)';

const SPELT: Readonly<Record<string, RegExp>> = {
  'a machine': new RegExp(quoted(Object.keys(MACHINES)), 'g'),
  'a family of machines': new RegExp(quoted(FAMILIES), 'g'),
  'a kernel': new RegExp(quoted(Object.keys(KERNELS)), 'g'),
  'a switch, compared': new RegExp(compared(MECHANISMS), 'g'),
  'a rule, compared': new RegExp(compared(RULES), 'g'),
  'a tunable, compared': new RegExp(compared(TUNABLES), 'g'),
  'a number of the core': new RegExp(
    `\\b\\w*${CALLED} (?:${numbers.map((n) => [...String(n)].join('_?')).join('|')})\\b`,
    'gi',
  ),
  'a packed word': /(?:>>>?|<<) ?(?:16|24)\b|& ?0xf{2,4}\b/g,
};

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((file) => `src/${file.replaceAll('\\', '/')}`)
  .filter((file) => /\.tsx?$/.test(file) && !EXEMPT.test(file));

const withoutComments = (source: string): string => source.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');

const found = files.flatMap((file) => {
  const source = withoutComments(readFileSync(file, 'utf8'));
  return Object.entries(SPELT).flatMap(([kind, pattern]) =>
    [...source.matchAll(pattern)].map(([what]) => ({ file, kind, what })),
  );
});
const isAllowed = ({ file, kind, what }: (typeof found)[number]) =>
  ALLOWED.some(([where, spelt]) => where === file && (spelt === what || spelt === kind));

test('what the core knows is not typed again', () => {
  expect(files.length).toBeGreaterThan(200);
  expect(found.filter((one) => !isAllowed(one))).toEqual([]);
});

test('whatever may be spelt is spelt', () => {
  const stale = ALLOWED.filter(
    ([file, spelt]) => !found.some((one) => one.file === file && (one.what === spelt || one.kind === spelt)),
  );
  expect(stale).toEqual([]);
});

test.each([
  ["machine === 'azusa-8'", 'a machine'],
  ["kernel === '6.8'", 'a kernel'],
  ["case 'cross_node':", 'a switch, compared'],
  ["if ('newidle_gate' === key)", 'a rule, compared'],
  ["key !== 'steal_node_limit'", 'a tunable, compared'],
  ['const MIGRATION_COST_NS = 500_000;', 'a number of the core'],
  ['const STEAL_NODES = 2;', 'a number of the core'],
  ['const FULL_CAPACITY = 1024;', 'a number of the core'],
  ['const MOST_CPUS = 512;', 'a number of the core'],
  ['const NO_GROUP = 65535;', 'a number of the core'],
  ["like: pick(['kunpeng', 'xeon'])", 'a family of machines'],
  ['{ maxTasks: 4000 }', 'a number of the core'],
  ['(word >>> 16) & 0xff', 'a packed word'],
])('%s is found', (source, kind) => {
  expect(source.match(SPELT[kind] as RegExp)).not.toBeNull();
});
