import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { NO_AUTHOR } from '../author';
import { PLAIN, WORKLOADS } from '../catalog';
import { rangeOf } from '../check';
import { LAYOUTS } from '../generated/layouts';
import type { LayoutItem, Scenario } from '../generated/types';
import { PRESETS } from '../presets';
import { ANYBODY, type Content, decode, encode, loadPacking, PARTS, PLAIN_VIEW } from '.';
import { pack } from './packing';

beforeAll(loadPacking);

const flips = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ at_ns: 1000 * i, features: { ...PLAIN, sis_prop: i % 2 === 0 } }));

const { cluster } = PRESETS;
const plain: Content = {
  preset: 'cluster',
  scenario: cluster,
  forks: [],
  notes: [],
  author: NO_AUTHOR,
  view: PLAIN_VIEW,
};
const authored = (author: Partial<Content['author']>): Content => ({ ...plain, author: { ...NO_AUTHOR, ...author } });
const act = { act: 2, step: 3, own: false } as const;
const [A, B] = cluster.lanes.map(
  (_, place) =>
    (change: Partial<Scenario['lanes'][number]>): Content => ({
      ...plain,
      scenario: { ...cluster, lanes: cluster.lanes.map((lane, i) => (i === place ? { ...lane, ...change } : lane)) },
    }),
);
const run = (change: Partial<Scenario>): Content => ({ ...plain, scenario: { ...cluster, ...change } });
const seen = (view: Partial<Content['view']>): Content => ({ ...plain, view: { ...PLAIN_VIEW, ...view } });

/** A content for each part. */
const SAYS: Readonly<Record<string, Content | undefined>> = {
  p: { ...plain, preset: 'steal', scenario: PRESETS.steal },
  machine: run({ machine: 'icelake-160' }),
  kernel: run({ kernel: '6.8' }),
  w: run({ workload: { ...WORKLOADS.hackbench, groups: 3, pipe: true } }),
  cg: run({
    groups: [
      { name: 'web; a,b', weight: 200, quota_us: 20_000, period_us: 50_000 },
      { name: '', weight: 100, quota_us: 0, period_us: 100_000 },
    ],
  }),
  tasks: run({
    groups: [{ name: 'db', weight: 100, quota_us: 0, period_us: 100_000 }],
    tasks: [
      { kind: 'client', nice: -5, slice_us: 300, group: 0 },
      { kind: 'server', nice: 0, slice_us: 0, group: 1 },
    ],
  }),
  rec: run({ recording: { name: 'trace; a.txt', hash: '0123456789abcdef', from_ns: 5, until_ns: 9_000_000 } }),
  seed: run({ seed: 99 }),
  cpus: run({ cpus: '0-3,7' }),
  challenge: seen({ challenge: 'messages' }),
  ext: {
    ...plain,
    scenario: {
      ...cluster,
      policies: [{ name: 'mine', source: 'int a; /* é */\n', knobs: { slice_ns: 5 } }],
      lanes: cluster.lanes.map((lane, i) => (i === 1 ? { ...lane, policy: 'mine' } : lane)),
    },
  },
  limit: run({ limit_ms: 77 }),
  warmup: run({ warmup_ms: 3 }),
  tune: run({ tunables: { latency_ns: 1_000_000 } }),
  cost: run({ costs: { write: 700 } }),
  decides: run({ decides: 'wasted' }),
  a: A?.({ features: { ...PLAIN, steal: 'on' }, flips: flips(2) }),
  b: B?.({ features: { ...PLAIN, steal: 'force' } }),
  ka: A?.({ kernel: '6.5' }),
  kb: B?.({ kernel: '2.5.5x' }),
  ca: A?.({ cpus: '0,1' }),
  cb: B?.({ cpus: '4-7' }),
  ra: A?.({ rules: { newidle_gate: false } }),
  rb: B?.({ rules: { busy_factor: 8 } }),
  ta: A?.({ tunables: { min_granularity_ns: 3_000_000 } }),
  tb: B?.({ tunables: { min_granularity_ns: 1_000_000, migration_cost_ns: 0 } }),
  la: A?.({ layout: [...LAYOUTS.isolated] as LayoutItem[] }),
  lb: B?.({ layout: [...LAYOUTS.relayout] as LayoutItem[] }),
  forks: { ...plain, forks: [{ features: PLAIN, flips: flips(3) }] },
  notes: { ...plain, notes: [{ pin: { kind: 'cpu', lane: 1, cpu: 5 }, text: 'waits; why?' }] },
  title: authored({ title: 'Week 3: & who waits?' }),
  question: authored({ question: 'Why is CPU 5 idle?' }),
  text: authored({ sentences: ['First; then', 'a \\ in it.'] }),
  x: { ...plain, forks: [{ features: PLAIN, flips: flips(9) }] },
  act: seen({ act }),
  t: seen({ startNs: 1_500_000 }),
  theme: seen({ theme: 'projector' }),
  lang: seen({ lang: 'zh' }),
  embed: seen({ embed: true }),
  autoplay: seen({ autoplay: true }),
  show: seen({ show: 'replication' }),
  cue: seen({ cue: 0 }),
  edit: seen({ locked: true }),
};

test('every part is encoded and decoded', () => {
  expect(Object.keys(SAYS).sort()).toEqual(PARTS.map(({ name }) => name).sort());
  for (const { name, write } of PARTS) {
    const content = SAYS[name];
    if (!content) throw new Error(`${name} says nothing`);
    expect(write(content), name).toBeTypeOf('string');
    const { preset, scenario, view, forks, notes, author } = content;
    const link = encode(scenario, preset, view, forks, notes, author);
    expect(link, name).toMatch(new RegExp(`&${name}=`));
    expect(decode(link)).toEqual({ ...content, problem: null });
  }
});

test('a list of CPUs loses its blanks in the link', () => {
  const spaced = { ...cluster, cpus: '0 - 3, 7', lanes: cluster.lanes.map((lane) => ({ ...lane, cpus: ' 0, 2\n' })) };
  const link = encode(spaced, 'cluster');
  expect(link).toContain('&cpus=0-3,7&');
  const { scenario, problem } = decode(link);
  expect(problem).toBeNull();
  expect([scenario.cpus, ...scenario.lanes.map(({ cpus }) => cpus)]).toEqual(['0-3,7', '0,2', '0,2']);
});

test('tasks of rt-app are packed, and a value that is no list of tasks is ignored', () => {
  const step = { do: 'run', us: 3000 } as const;
  const task = { name: 'a;b&c', instances: 2, nice: -5, loops: 0, phases: [{ loops: 1, steps: [step] }] };
  const content = run({ workload: { ...WORKLOADS.rtapp, copies: 3, tasks: [task, { ...task, cpus: '0-3' }] } });
  const link = encode(content.scenario, 'cluster');
  expect(link).toMatch(/&w=rtapp,n=3,t=[\w-]+/);
  expect(decode(link)).toEqual({ ...content, problem: null });
  expect(encode({ ...cluster, workload: WORKLOADS.rtapp }, 'cluster')).toMatch(/&w=rtapp,n=1$/);
  for (const text of ['t=AAAA', `t=${pack({ length: 1 })}`, `t=${pack([{ instances: 'x' }])}`]) {
    const { problem, scenario } = decode(`#v3&w=rtapp,n=2,${text}`);
    expect(problem).toMatchObject({ kind: 'part' });
    expect(scenario.workload).toEqual(cluster.workload);
  }
});

test('a packed part can be as long as a document', () => {
  const task = { instances: 2, nice: 0, loops: 0, phases: [{ loops: 1, steps: [{ do: 'run', us: 3000 } as const] }] };
  const tasks = Array.from({ length: 64 }, (_, i) => ({ ...task, name: `${i} `.repeat(500) }));
  const content = run({ workload: { ...WORKLOADS.rtapp, tasks } });
  expect(JSON.stringify(tasks).length).toBeGreaterThan(75_000);
  expect(decode(encode(content.scenario, 'cluster'))).toEqual({ ...content, problem: null });
});

test('no two parts of a link have the same name', () => {
  expect(new Set(PARTS.map(({ name }) => name)).size).toBe(PARTS.length);
});

test('docs/link.md names every part and workload', () => {
  const text = readFileSync(new URL('../../../docs/link.md', import.meta.url), 'utf8');
  const words = new Set([...text.matchAll(/`([a-z0-9]+)(?:[=:,][^`]*)?`/g)].map(([, name]) => name));
  const parts = PARTS.map(({ name }) => name);
  const missing = [...parts, ...Object.keys(WORKLOADS)].filter((name) => !words.has(name));
  expect(missing).toEqual([]);
});

test('a start is within the run, even if its act is not understood', () => {
  const range = { min: 0, max: cluster.limit_ms };
  expect(decode('#v3&-1&t=30s&act=n')).toMatchObject({ view: { act: null, startNs: cluster.limit_ms * 1e6 } });
  expect(decode('#v3&t=30s')).toMatchObject({ problem: { kind: 'range', problem: { field: 'start_ms', range } } });
});

test('an embedded page exchanges messages with the origin in its link only, and with none if that is no origin', () => {
  const embedder = (text: string) => decode(`#v3&p=steal&embed=${text}`);
  expect(embedder('1')).toMatchObject({ problem: null, view: { embed: true, embedder: ANYBODY } });
  expect(embedder('none')).toMatchObject({ problem: null, view: { embed: true, embedder: null } });
  expect(embedder('0')).toMatchObject({ problem: null, view: { embed: false } });
  for (const origin of ['https://example.org', 'http://127.0.0.1:8000', 'http://[::1]:8000']) {
    for (const text of [origin, `${origin}/`, encodeURIComponent(origin)])
      expect(embedder(text)).toMatchObject({ problem: null, view: { embed: true, embedder: origin } });
    const link = encode(PRESETS.steal, 'steal', { ...PLAIN_VIEW, embed: true, embedder: origin });
    expect(decode(link)).toMatchObject({ problem: null, view: { embed: true, embedder: origin } });
  }
  for (const bad of [
    'example.org',
    'https://example.org/talk',
    'file:///',
    'https://',
    'javascript:1',
    'https://a@b.c',
  ])
    expect(embedder(bad)).toMatchObject({
      preset: 'steal',
      problem: { kind: 'origin', text: bad },
      view: { embed: true, embedder: null },
    });
  // A page without messages keeps having none.
  const nobody = { ...PLAIN_VIEW, embed: true, embedder: null };
  expect(encode(PRESETS.steal, 'steal', nobody)).toBe('v3&p=steal&embed=none');
});

test('a cost outside its range is repaired and reported', () => {
  const { problem, scenario } = decode('#v3&p=cluster&cost=write:99999999999');
  expect(scenario.costs).toEqual({ write: rangeOf('costs.write').max });
  expect(problem).toMatchObject({ kind: 'range', problem: { field: 'costs.write', value: '99999999999' } });
});

test('words of an author lose hidden characters, and what is too long is shortened with one sentence', () => {
  const { author, problem } = decode(`#v3&question=Why%0A%E2%80%AEso%3F&text=${'a'.repeat(141)}`);
  expect(author).toEqual({ title: '', question: 'Why so?', sentences: ['a'.repeat(140)] });
  const range = { min: 0, max: 140 };
  expect(problem).toEqual({ kind: 'range', problem: { field: 'author.sentence', value: '141', range } });
});

test('a choice can have the name that the page shows', () => {
  const { scenario, problem } = decode('#v3&p=cluster&b=cluster_domain,cluster_scan:v6.7');
  expect([scenario.lanes[1]?.features.cluster_scan, problem]).toEqual(['merged', null]);
});

test('a link carries sources of up to 8,000 characters; a damaged one is reported, and no lane names what is missing', () => {
  const [a, b] = cluster.lanes;
  const of = (length: number): Scenario => ({
    ...cluster,
    policies: [{ name: 'mine', source: 'x'.repeat(length) }],
    lanes: [a!, { ...b!, policy: 'mine' }],
  });
  expect(decode(encode(of(8000), 'cluster')).scenario).toEqual(of(8000));
  expect(decode(encode(of(8001), 'cluster')).scenario).toEqual(cluster);
  expect(decode('#v3&p=cluster&ext=abc')).toMatchObject({ problem: { kind: 'cut' }, scenario: cluster });
  const others = pack({ policies: [{ name: 'other', source: '' }], lanes: [null, 'mine'] });
  expect(decode(`#v3&p=cluster&ext=${others}`).scenario).toEqual(cluster);
});
