// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { BatchEngine } from '../../engine/batch/questions';
import { PRESETS } from '../../scenario/presets';
import { type Asked, open, seedsStore, start } from './store';

/** A worker whose run never ends. */
async function busy(): Promise<BatchEngine> {
  let dispose = () => {};
  const ask = () =>
    new Promise((_, reject) => {
      dispose = () => reject(new Error('disposed'));
    });
  return { ask, dispose: () => dispose() } as unknown as BatchEngine;
}

test('runs of a file that is opened during a sweep stay on the page', async () => {
  const document = PRESETS.cluster;
  const jobs = [{ scenario: document, lane: 0 }];
  const asked: Asked = {
    document,
    preset: 'cluster',
    scenario: document,
    jobs,
    field: 'workload.pairs',
    values: [2],
    each: 1,
  };
  const sweep = start('sweep', asked, busy);
  await new Promise((resolve) => setTimeout(resolve));
  open(asked, [{ type: 'fault', message: 'none' }], 'merged.json');
  await sweep;
  expect(seedsStore.getState().runs.sweep).toMatchObject({ state: 'done', file: 'merged.json' });
});
