import { expect, test } from 'vitest';
import { scenarioStore } from './scenario';
import { setFeatures } from './switching';

test('a change of switches that fails does not keep the next one from being done', async () => {
  const stop = scenarioStore.subscribe(() => {
    throw new Error('not now');
  });
  await expect(setFeatures(0, { wake_wide: false })).rejects.toThrow('not now');
  stop();
  await setFeatures(1, { wake_wide: false });
  expect(scenarioStore.getState().document.lanes[1]?.features.wake_wide).toBe(false);
});
