import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { figureGroups, figuresMarkdown } from '../src/rooms/figures/rows';
import { usableCpus } from '../src/scenario/catalog';
import { check } from '../src/scenario/check';
import { completed, documentText } from '../src/scenario/document';
import type { RunReport } from '../src/scenario/generated/types';
import { decode, encode, loadPacking } from '../src/scenario/link';
import { PRESETS } from '../src/scenario/presets';
import { HASHES } from './determinism';

beforeAll(loadPacking);

const folder = new URL('../examples/', import.meta.url);
const examples = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => readFileSync(new URL(name, folder), 'utf8'));

test('missing fields of a document are completed, and its link opens the same scenario', () => {
  const fixtures = Object.keys(HASHES).map((name) =>
    readFileSync(new URL(`fixtures/determinism/${name}.json`, import.meta.url), 'utf8'),
  );
  for (const text of [...examples, ...fixtures]) {
    const scenario = completed(JSON.parse(text));
    expect(check(scenario)).toEqual([]);
    expect(decode(encode(scenario, 'cluster')).scenario).toEqual(scenario);
    expect(completed(JSON.parse(documentText(scenario)))).toEqual(scenario);
  }
});

test('a workload may use the CPUs of its list', () => {
  expect(usableCpus(PRESETS.cluster)).toBe(24);
  expect(usableCpus({ ...PRESETS.cluster, cpus: '0-3,6,8-9' })).toBe(7);
});

test('one table has the figures of both lanes', () => {
  const report: RunReport = {
    lane: 0,
    seed: 7,
    started_ns: 0,
    elapsed_ns: 4_000_001,
    messages: 12_345,
    messages_per_s: 3_086_249.6,
    busy_pct: 55.125,
    wasted_pct: 0.5,
    share_gap_pct: 0,
    sched: 9,
    idle: 8,
    wake: 7,
    steal: 0,
    migrations: { wake: { llc: 3, cluster: 1000 } },
    wakes: { cpu: 5 },
    wake_latency_p50_ns: 1200,
    wake_latency_p99_ns: 9800,
    wake_latency: { p50: 1200, p75: 2400, p90: 5000, p95: 7000, p99: 9800, p99_5: 9900, p99_9: 9950 },
    user_ns: 0,
    system_ns: 2_205_000,
    events: 99,
    hash: '0123456789abcdef',
    ended: 'running',
    schedstat: {
      time_s: 0.004,
      busy_pct: 55.125,
      slice_ms: 0.1,
      sched: 9,
      idle: 8,
      wake: 7,
      find_pct: 0.3,
      steal: 0,
      steal_fail: 0,
      found_idle_cpu_easy: 0,
      found_idle_core: 0,
      found_idle_cpu: 0,
      nofound_idle_cpu: 0,
    },
    jobs: [],
    lines: [],
    groups: [],
    cgroups: [],
  };
  const other: RunReport = { ...report, lane: 1, migrations: { steal: { node: 2 } }, hash: 'fedcba9876543210' };
  const lines = figuresMarkdown(figureGroups([report, other], 'messages'), 'source').split('\n');
  expect(lines).toContain('|  | A | B |');
  expect(lines).toContain('| simulated time since the work began | 4.000001 ms | 4.000001 ms |');
  expect(lines).toContain('| messages/s | 3,086,250 | 3,086,250 |');
  expect(lines).toContain('| wake-up · same cluster | 1,000 | 0 |');
  expect(lines).toContain('| steal · other node | 0 | 2 |');
  expect(lines).toContain('| event hash | 0123456789abcdef | fedcba9876543210 |');
  expect(lines.some((line) => line.includes('newidle'))).toBe(false);
});
