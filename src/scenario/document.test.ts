import { expect, test } from 'vitest';
import { withRows } from '../../tests/own';
import { PLAIN, WORKLOADS } from './catalog';
import { completed, documentText, type SparseScenario } from './document';
import { GROUP_DEFAULTS, SCENARIO_DEFAULTS, TASK_DEFAULTS } from './generated/defaults';
import { VERSION } from './generated/limits';
import { PRESETS } from './presets';

const sparse: SparseScenario = {
  version: 3,
  machine: 'kunpeng920-24',
  workload: { kind: 'pairs', pairs: 3 },
  lanes: [{}, { kernel: '6.8', features: { steal: 'on' }, flips: [{ at_ns: 5, features: { cluster_domain: true } }] }],
};

test('missing fields have their defaults', () => {
  expect(completed(sparse)).toEqual({
    ...SCENARIO_DEFAULTS,
    version: VERSION,
    machine: 'kunpeng920-24',
    workload: { ...WORKLOADS.pairs, pairs: 3 },
    lanes: [
      { features: PLAIN },
      {
        kernel: '6.8',
        features: { ...PLAIN, steal: 'on' },
        flips: [{ at_ns: 5, features: { ...PLAIN, cluster_domain: true } }],
      },
    ],
  });
});

test('a completed document keeps the fields that were written', () => {
  expect(completed({ ...sparse, kernel: '6.8', seed: 3 })).toMatchObject({ kernel: '6.8', seed: 3 });
});

test('groups and task settings are completed, and empty lists are dropped', () => {
  const full = completed({ ...sparse, groups: [{ name: 'web' }], tasks: [{ kind: 'server', group: 1 }] });
  expect(full.groups).toEqual([{ ...GROUP_DEFAULTS, name: 'web' }]);
  expect(full.tasks).toEqual([{ ...TASK_DEFAULTS, kind: 'server', group: 1 }]);
  const empty = completed({ ...sparse, groups: [], tasks: [] });
  expect(empty).not.toHaveProperty('groups');
  expect(empty).not.toHaveProperty('tasks');
});

test('the text of a document can be read back and has no rows of the machine', () => {
  expect(documentText(PRESETS.steal).endsWith('}\n')).toBe(true);
  expect(completed(JSON.parse(documentText(PRESETS.container)))).toEqual(PRESETS.container);
  const machine = withRows({ name: 'Mine', like: 'xeon', topology: 'pu:4' });
  const shown = JSON.parse(documentText({ ...PRESETS.steal, machine }));
  expect(shown.machine).toEqual({ name: 'Mine', like: 'xeon', topology: 'pu:4' });
});
