// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { CpuInspection, KernelId } from '../../scenario/generated/types';
import { PRESETS } from '../../scenario/presets';
import { scenarioStore } from '../../state/scenario';
import { look } from '../../state/view';
import { Queue } from './Queue';

afterEach(cleanup);

const IDLE = {
  cpu: 1,
  queue: { scheduler: 'cfs', nr_running: 0, load_avg: 0, util_avg: 0, tasks: [], groups: [] },
  avg_idle_ns: 1,
  max_idle_balance_cost_ns: 1,
  avg_scan_cost_ns: null,
  overloaded: false,
  idle: true,
} as unknown as CpuInspection;

test.each<[KernelId, string]>([
  ['4.20', 'idle_balance'],
  ['5.9', 'newidle_balance'],
])('the average idle time is told on %s with the gate of %s', (kernel, name) => {
  scenarioStore.setState({ document: { ...PRESETS.cluster, kernel } });
  look({ selection: { lane: 'a', cpu: 1 } });
  const { container } = render(<Queue of={IDLE} tasks={new Uint16Array()} />);
  const gates = [...container.querySelectorAll('.plain abbr')].map(({ textContent }) => textContent);
  expect(gates).toEqual(['try_steal', name]);
});
