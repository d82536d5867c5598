/** The figures of lag and of timeslices over time, for a file. */
import type { Trace } from '../../state/traces';
import type { Table } from '../../ui/table';
import { letter } from './tables';

/** Every queue of a stretch, task by task. */
export const lagTable = (traces: readonly Trace[]): Table => ({
  columns: [
    { name: 'lane' },
    { name: 'simulated time', unit: 'ms' },
    { name: 'task' },
    { name: 'state' },
    { name: 'vruntime ahead of the clock', unit: 'ms' },
    { name: 'deadline ahead of the clock', unit: 'ms' },
    { name: 'weight' },
    { name: 'rest of the timeslice', unit: 'ms' },
  ],
  rows: traces.flatMap(({ lane, samples }) =>
    samples.flatMap(({ ns, tasks }) =>
      tasks.map(({ task, state, v, d, weight, slice }) => [
        letter(lane),
        ns / 1e6,
        task,
        state,
        v / 1e6,
        d / 1e6,
        weight,
        slice / 1e6,
      ]),
    ),
  ),
});
