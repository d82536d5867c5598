// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { HereBar } from './Here';
import { type LiveProgress, liveStore } from './live';
import { REPORT, type TableReport } from './report';

afterEach(cleanup);

test.each([
  [4, 2, '4 runs in 1 s on 2 workers.'],
  [4, 1, '4 runs in 1 s on 1 worker.'],
  [1, 1, '1 run in 1 s.'],
])('%i runs, %i at a time, have the text: %s', (jobs, workers, said) => {
  const about = REPORT.tables[0] as TableReport;
  const ended = { state: 'done', share: 1, tookMs: 900, outcomes: [], fault: null } as const;
  const progress: LiveProgress = { ...ended, table: about.table, row: null, jobs, workers };
  liveStore.setState({ progress });
  render(<HereBar about={about} rows={[]} />);
  expect(screen.getByRole('status').textContent).toBe(said);
});

test('the reason of a refusal and the results of a failed run are shown', () => {
  const about = REPORT.tables[0] as TableReport;
  const fault = { kind: 'out_of_range', min: 1, max: 512, unit: 'pairs' } as const;
  const refused = { field: 'workload.pairs', value: '900', fault, message: 'expected 1 to 512 pairs' };
  const ended = { state: 'done', share: 1, tookMs: 900, outcomes: [], jobs: 2, workers: 2 } as const;
  const saidOf = (fault: LiveProgress['fault']) => {
    liveStore.setState({ progress: { ...ended, table: about.table, row: null, fault } });
    render(<HereBar about={about} rows={[]} />);
    const text = screen.getByRole('alert').textContent;
    cleanup();
    return text;
  };
  expect(saidOf(refused)).toMatch(/refused .* = 900; allowed: 1 to 512\.$/);
  expect(saidOf('unreachable')).toBe('A run stopped (unreachable); its seed is left out.');
});
