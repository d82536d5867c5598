import { expect, it } from 'vitest';
import { WORKLOADS } from '../scenario/catalog';
import { PRESETS } from '../scenario/presets';
import { attachmentsOf, fits } from './attachments';
import { keepFile } from './recording/files';

it('a document that names a replay gets its file, which the small engine cannot read', async () => {
  const file = new Uint8Array([1, 2, 3]);
  await keepFile('0123456789abcdef', new Blob([file]));
  const of = (hash: string) => ({ ...PRESETS.cluster, workload: { ...WORKLOADS.replay, hash } });
  const attached = await attachmentsOf(of('0123456789abcdef'), 0);
  expect(attached).toEqual({ replay: file });
  expect(await attachmentsOf(of('ffffffffffffffff'), 0)).toEqual({});
  expect(await attachmentsOf(PRESETS.cluster, 0)).toEqual({});
  expect([fits({ isSmall: true }, attached), fits({}, attached), fits({ isSmall: true }, {})]).toEqual([
    false,
    true,
    true,
  ]);
});
