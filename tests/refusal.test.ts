import { afterAll, expect, test } from 'vitest';
import { documentFault } from '../src/rooms/figures/documentFault';
import { check } from '../src/scenario/check';
import { LAYOUTS } from '../src/scenario/generated/layouts';
import type { FieldError } from '../src/scenario/generated/types';
import { decode } from '../src/scenario/link';
import { PRESETS } from '../src/scenario/presets';
import { setLanguage } from '../src/words';
import { fieldName, problemSentence } from '../src/words/fields';
import { Simulation } from './simulator';

afterAll(() => setLanguage('en'));

/** The page's message for a document that the simulator refuses. */
function said(text: string): string[] {
  try {
    new Simulation(text, 0).free();
    return [];
  } catch (thrown) {
    return (JSON.parse(String(thrown)) as FieldError[]).map(documentFault);
  }
}

const { cluster } = PRESETS;
const changed = (change: object) => JSON.stringify({ ...cluster, ...change });
const DOCUMENTS = [
  '{"a',
  '\ufeff{}',
  '{"seed": 1, "seed": 2}',
  '{"a":'.repeat(40),
  `{"lanes": [${'{},'.repeat(2000)}{}]}`,
  ' '.repeat(1_000_001),
  '{"foo":1}',
  '[]',
  changed({ version: 7 }),
  changed({ machine: 'pdp11' }),
  changed({ seed: 'one', lanes: 3 }),
  changed({ cpus: '0-99' }),
  changed({ lanes: [] }),
  changed({ workload: { kind: 'pairs', pairs: true } }),
  changed({ lanes: [{ features: { steal: 1 } }, { layout: ['se'] }] }),
];

/** Numbers of the document outside their ranges. */
const LIMITED = [
  ['seed', -1],
  ['seed', 1.5],
  ['seed', 2 ** 32],
  ['limit_ms', 0],
  ['limit_ms', 600_001],
  ['lanes', []],
  ['workload', { kind: 'pairs', pairs: 0 }],
  ['workload', { kind: 'pairs', pairs: 1e9 }],
] as const;

test('a fault of a document is explained in the language of the page', async () => {
  await setLanguage('en');
  expect(said('{"a')).toEqual(['This is not JSON: reading stopped at line 1, column 3.']);
  expect(said('{"foo":1}')[0]).toMatch(/^There is no field foo; the fields are version, machine, /);
  expect(said('{}')).toContain('version is missing.');
  expect(said('[]')).toEqual(['the document: [] is not an object.']);
  expect(said(changed({ version: 7 }))).toEqual(['This document was made by a newer release and cannot be read.']);
  const written = changed({ limit_ms: 77 }).replace('77', '1e3');
  expect(said(written)).toEqual([`${fieldName('limit_ms')}: 1e3 is not a whole number from 1 to 600,000.`]);
  expect(said(changed({ machine: 'pdp11' }))[0]).toMatch(/^Machine: "pdp11" is not known; known are .*classroom-8/);
  expect(said('{"seed": 1, "seed": 2}')).toEqual([`${fieldName('seed')} occurs twice.`]);
  expect(said(' '.repeat(1_000_001))).toEqual(['The document is too large: it may have at most 1,000,000 bytes.']);
  expect(said('\ufeff{}')[0]).toMatch(/byte-order mark/);
  expect(said('{"\\u001b[31mred":1}')[0]).toMatch(/^There is no field \[31mred; /);
  expect(said(changed({ lanes: [] }))).toEqual(['The simulator refused Lanes = 0; allowed: 1 to 2.']);
  await setLanguage('zh');
  for (const text of DOCUMENTS) {
    const sentences = said(text);
    expect(sentences).not.toEqual([]);
    for (const sentence of sentences)
      expect(sentence, sentence).not.toMatch(/[a-z] (is|of|to|known|within) [a-z0-9(]|= ；/);
  }
  expect(said('{"a')).toEqual(['这不是 JSON：从第 1 行第 3 列起无法读取。']);
  expect(said('{}')).toContain('缺少 version。');
});

test('documents out of range and contradictory ones are refused with a sentence', () => {
  const { 'task-group': layout, container, debt, turns } = PRESETS;
  const inLane = (lane: object, of = cluster) => JSON.stringify({ ...of, lanes: [{ ...of.lanes[0], ...lane }] });
  const { features } = cluster.lanes[0] ?? {};
  const more = [
    ...LIMITED.flatMap(([key, value]) => changed({ [key]: value })),
    changed({ warmup_ms: 2000, limit_ms: 1000 }),
    changed({ cpus: '0-3,' }),
    changed({ costs: { pipe_read: 1 } }),
    changed({ costs: { local_miss: -1 } }),
    changed({ machine: { name: 'x', topology: 'pack:1' } }),
    changed({ tasks: [{ kind: 'hog', nice: 1 }] }),
    changed({
      tasks: [
        { kind: 'client', nice: 1 },
        { kind: 'client', nice: 2 },
      ],
    }),
    changed({ tasks: [{ kind: 'client', group: 1 }] }),
    changed({ tunables: { latency_ns: 0 } }),
    changed({ groups: [{ quota_us: 10 }] }),
    inLane({ flips: [{ at_ns: 1e15, features }] }),
    inLane({
      flips: [
        { at_ns: 9, features },
        { at_ns: 8, features },
      ],
    }),
    inLane({ rules: { busy_factor: 0 } }),
    inLane({ layout: ['css'] }, layout),
    JSON.stringify({ ...container, groups: Array(9).fill({}) }),
    JSON.stringify({ ...debt, tasks: [{ kind: 'hog', nice: 5 }] }),
    JSON.stringify({ ...turns, workload: { kind: 'hogs', hogs: 0, rivals: 0, sleepers: 0 } }),
    JSON.stringify({ ...turns, workload: { kind: 'hackbench', groups: 100, fds: 100 } }),
    changed({ version: 1 }),
  ];
  for (const text of [...DOCUMENTS, ...more]) {
    expect(said(text), text).not.toEqual([]);
  }
});

test('the simulator accepts the nearest good scenario of a faulty link', () => {
  const layout = [...PRESETS['task-group'].lanes.flatMap((lane) => lane.layout ?? []), ...LAYOUTS.mainline];
  const once = [...new Set(layout.filter((item) => item !== '|'))];
  const breaks = Array.from({ length: 26 }, () => '|');
  for (const parts of [
    'p=debt&w=hogs,n=0,rivals=0,m=0',
    'p=classroom&tasks=client,nice:1;client,nice:2',
    `p=task-group&b=task_group:custom&lb=${[...once, ...breaks].join(',')}`,
    'w=rtapp,n=1&tasks=sleeper,nice:5',
    'w=hogs,n=1&tasks=hog,nice:5,slice:3000',
  ]) {
    const { scenario, problem } = decode(`#v3&${parts}`);
    expect(problem, parts).not.toBeNull();
    expect(said(JSON.stringify(scenario)), parts).toEqual([]);
  }
  const { scenario } = decode('#v3&p=classroom&tasks=client,nice:1;client,nice:2');
  expect(scenario.tasks).toBeUndefined();
});

test('the message names the missing field of a layout', async () => {
  await setLanguage('en');
  const lanes = PRESETS['task-group'].lanes.map((lane) => ({ ...lane, layout: ['css' as const] }));
  const [problem] = check({ ...PRESETS['task-group'], lanes });
  expect(problem && problemSentence(problem)).toMatch(/: every field of task_group once; \w+ is not\.$/);
});
