// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { WORKLOADS } from '../scenario/catalog';
import { PRESETS } from '../scenario/presets';
import { openScenario } from '../state/scenario';
import { Starting } from './Starting';

vi.mock('../state/starting', () => ({ useFirstWork: () => 5e6 }));
afterEach(cleanup);

test.each([
  [1, '1 task is starting: '],
  [3, '3 tasks are starting: '],
])('%i threads have the text: %s', (workers, said) => {
  openScenario('cluster', { ...PRESETS.cluster, workload: { ...WORKLOADS.stream, workers } });
  render(<Starting />);
  expect(screen.getByRole('status').textContent).toContain(said);
});
