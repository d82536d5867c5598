import { afterAll, expect, test } from 'vitest';
import type { Scenario } from '../scenario/generated/types';
import { PRESETS } from '../scenario/presets';
import { setLanguage } from '.';
import { laneWords } from './laneWords';

afterAll(() => setLanguage('en'));

test('Chinese and Latin have a space between them, Chinese words none', async () => {
  await setLanguage('zh');
  const said = (scenario: Scenario) => scenario.lanes.map((lane) => laneWords(lane, scenario));
  expect(said(PRESETS['task-group'])[0]).toMatch(/^启用 task_group /);
  expect(said(PRESETS['numa-test'])[0]).toMatch(/^停用 exec 均衡/);
  expect(said(PRESETS.cluster)[1]).toMatch(/^启用集群调度域/);
});
