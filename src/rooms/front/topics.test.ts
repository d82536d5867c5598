import { expect, test } from 'vitest';
import { PRESET_IDS, PRESETS } from '../../scenario/presets';
import { TOPICS, topicsOf, topicsOfMachine } from './topics';

test('every experiment is found by some topic, and every topic finds some', () => {
  const all = PRESET_IDS.map((id) => topicsOf(PRESETS[id]));
  expect(PRESET_IDS.filter((_, i) => all[i]?.size === 0)).toEqual([]);
  expect(TOPICS.filter((topic) => !all.some((topics) => topics.has(topic)))).toEqual([]);
});

test('a machine is found by the topics of every experiment on it', () => {
  expect(topicsOf(PRESETS.cluster).has('memory')).toBe(false);
  for (const id of PRESET_IDS) {
    const onIt = topicsOfMachine({ ...PRESETS.cluster, machine: PRESETS[id].machine });
    for (const topic of topicsOf(PRESETS[id])) expect(onIt.has(topic), `${id} ${topic}`).toBe(true);
  }
});
