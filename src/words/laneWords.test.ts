import { afterEach, expect, test } from 'vitest';
import type { Scenario } from '../scenario/generated/types';
import { PRESETS } from '../scenario/presets';
import { setLanguage } from '.';
import { laneTexts, laneWords } from './laneWords';

afterEach(() => setLanguage('en'));

test('a space separates Chinese and Latin, and none separates Chinese words', async () => {
  await setLanguage('zh');
  const said = (scenario: Scenario) => scenario.lanes.map((lane) => laneWords(lane, scenario));
  expect(said(PRESETS['task-group'])[0]).toMatch(/^启用 task_group /);
  expect(said(PRESETS['numa-test'])[0]).toMatch(/^停用 exec 均衡/);
  expect(said(PRESETS.cluster)[1]).toMatch(/^启用集群调度域/);
});

test('lanes with different kernels are named by them, and so is work about its scheduler', () => {
  const said = (scenario: Scenario) => scenario.lanes.map((lane) => laneWords(lane, scenario));
  expect(said(PRESETS.turns)).toEqual(['CFS, Linux 6.5', 'EEVDF, Linux 6.12.117']);
  const [a, b] = PRESETS.cluster.lanes;
  if (!a || !b) throw new Error('two lanes');
  const old = { ...PRESETS.cluster, lanes: [{ ...a, kernel: '2.5.5x' as const }, b] };
  expect(said(old)).toEqual(['O(1), Linux 2.5.5x', 'CFS, Linux 5.9 · with cluster domain, cluster scan']);
  expect(said({ ...PRESETS.turns, lanes: [{ ...a }] })).toEqual(['EEVDF, Linux 6.12.117']);
});

test("a lane's text gets shorter with less room: it says what differs, without a number of what it omits", () => {
  const texts = (scenario: Scenario) => scenario.lanes.map((lane) => laneTexts(lane, scenario));
  expect(texts(PRESETS.cluster)).toEqual([
    ['plain kernel'],
    ['with cluster domain, cluster scan', 'cluster domain, cluster scan', 'with cluster domain'],
  ]);
  // Shared features are omitted before differences.
  expect(texts(PRESETS.container)).toEqual([
    ['EEVDF, Linux 6.12.117'],
    ['EEVDF, Linux 6.12.117 · without cpu.max', 'without cpu.max'],
  ]);
  const { lanes, ...rest } = PRESETS.cluster;
  const [a] = lanes;
  expect(texts({ ...rest, lanes: [{ ...a!, cpus: '0-3' }] })).toEqual([['plain kernel · on CPUs 0-3', 'on CPUs 0-3']]);
  const more = lanes.map((lane) => ({
    ...lane,
    features: { ...lane.features, wake_wide: false },
    cpus: '0-3',
  })) as unknown as Scenario['lanes'];
  expect(texts({ ...rest, lanes: more })).toEqual([
    ['without wake_wide · on CPUs 0-3', 'without wake_wide'],
    [
      'with cluster domain, cluster scan · without wake_wide · on CPUs 0-3',
      'with cluster domain, cluster scan · without wake_wide',
      'with cluster domain, cluster scan',
      'with cluster domain',
    ],
  ]);
});
