// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { WORKLOADS } from '../../scenario/generated/workloads';
import { PRESETS } from '../../scenario/presets';
import { openScenario } from '../../state/scenario';
import { Load } from './Load';

afterEach(cleanup);

function told(cpus: string, jobs: number): string | null | undefined {
  openScenario('cluster', { ...PRESETS.cluster, cpus, workload: { ...WORKLOADS.jobs, jobs } });
  const { container } = render(<Load />);
  const text = container.querySelector('.load-tasks')?.textContent;
  cleanup();
  return text;
}

test('one is one: a task on a CPU', () => {
  expect(told('0-3', 3)).toBe('3 tasks on 4 CPUs');
  expect(told('0', 3)).toBe('3 tasks on 1 CPU');
  expect(told('0-3', 1)).toBe('1 task on 4 CPUs');
});
