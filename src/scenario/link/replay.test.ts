import { expect, it } from 'vitest';
import { WORKLOADS } from '../catalog';
import { PRESETS } from '../presets';
import { decode, encode } from '.';

it('a link names the file of a replay', () => {
  const workload = { ...WORKLOADS.replay, hash: '0123456789abcdef', name: 'a, b&c=d.txt', open: true, work_pct: 120 };
  const link = encode({ ...PRESETS.cluster, workload }, 'cluster');
  expect(link).toContain('w=replay,n=120,open,hash=0123456789abcdef,name=');
  expect(decode(link)).toMatchObject({ problem: null, scenario: { workload } });
  for (const hash of ['', 'hash=12', 'hash=0123456789ABCDEF'])
    expect(decode(`#v3&w=replay,n=100,${hash}`).scenario.workload.kind, hash).not.toBe('replay');
  expect(decode('#v3&w=replay,n=100,name=%25E0%25A4').problem).not.toBeNull();
});
