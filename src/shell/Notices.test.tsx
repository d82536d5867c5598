// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { runStore } from '../state/run';
import { look } from '../state/view';
import { Notices } from './Notices';

afterEach(cleanup);

const FIELDS = ['cpus', 'workload.memory_mb', 'groups[0].weight', 'tasks[1].slice_us'];

test.each(FIELDS)(
  'a refusal of %s is shown beside its field while the settings are open, else as a notice',
  (field) => {
    const fault = { kind: 'out_of_range', min: 0, max: 1, unit: '' } as const;
    runStore.setState({ refusal: [{ field, value: '7', fault, message: '' }] });
    look({ dialog: 'settings' });
    render(<Notices />);
    expect(screen.queryByRole('status')).toBeNull();
    cleanup();
    look({ dialog: null });
    render(<Notices />);
    expect(screen.queryByRole('status')).not.toBeNull();
  },
);

test('the editor shows a refusal of the CPUs of a lane itself', () => {
  const fault = { kind: 'out_of_range', min: 0, max: 1, unit: '' } as const;
  runStore.setState({ refusal: [{ field: 'lanes[1].cpus', value: '7', fault, message: '' }] });
  look({ editing: true });
  render(<Notices />);
  expect(screen.queryByRole('status')).toBeNull();
});
