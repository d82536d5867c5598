// @vitest-environment happy-dom
/** Texts that are pasted into the dialog, read by the readers themselves. */
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import * as tools from '../../../sim-wasm/pkg/tools/sched_tools.js';
import { withRows } from '../../../tests/own';
import { isBuilt } from '../../../tests/simulator';
import type { Wanted } from '../../engine/own';
import type { OwnMachine } from '../../scenario/generated/types';
import { PRESETS } from '../../scenario/presets';
import { openScenario, scenarioStore } from '../../state/scenario';
import { setLanguage } from '../../words';
import { Own } from './Own';

/** The readers in this thread; in the page they have a worker. */
vi.mock('../../engine/own', async (original) => ({
  ...(await original<object>()),
  readText: async (texts: readonly Blob[], { as, like = 'xeon', machine, kernel = '' }: Wanted) => {
    const given = await Promise.all(texts.map(async (text) => new Uint8Array(await text.arrayBuffer())));
    const bytes = Uint8Array.from(given.flatMap((one) => [...one]));
    let end = 0;
    const ends = Uint32Array.from(given.map((one) => (end += one.length)));
    const its = JSON.stringify(machine);
    try {
      const json =
        as === 'costs'
          ? tools.read_costs(its, bytes)
          : as === 'domains'
            ? tools.check_domains(its, kernel, bytes)
            : tools.read_pile(bytes, ends, like);
      return { kind: as ?? 'pile', read: JSON.parse(json) };
    } catch (thrown) {
      return { kind: as ?? 'pile', fault: JSON.parse(String(thrown)) };
    }
  },
}));
const percentiles = { p50: 3_000, p90: 20_000, p99: 700_000, p99_9: 4_000_000 };
vi.mock('../../state/reports', () => ({
  useReports: () => [
    { wake: 1_234, wake_latency: percentiles },
    { wake: 5_678, wake_latency: { ...percentiles, p99: 800_000 } },
  ],
}));

// A busy machine may be slow.
configure({ asyncUtilTimeout: 20_000 });
const canRead = isBuilt('tools/sched_tools_bg.wasm');
afterEach(async () => {
  cleanup();
  await setLanguage('en');
});

const paste = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });

/** The rows of a table: their cells. */
const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) =>
      [...row.querySelectorAll('th, td')].map((cell) =>
        cell.textContent?.replaceAll('\u202f', ' ').replaceAll('\u00a0', ' '),
      ),
    );

const LATENCY = `
 -----------------------------------------------------------------------------------------------------------------
  Task                  |   Runtime ms  | Switches | Average delay ms | Maximum delay ms | Maximum delay at       |
 -----------------------------------------------------------------------------------------------------------------
  server:4711           |   3000.000 ms |     1000 | avg:    0.020 ms | max:   12.500 ms | max at: 100.547878 s
  client:(3)            |   1000.000 ms |     3000 | avg:    0.040 ms | max:    1.250 ms | max at: 100.616867 s
`;
const TIMEHIST = `
           time    cpu  task name                       wait time  sch delay   run time
                        [tid/pid]                          (msec)     (msec)     (msec)
--------------- ------  ------------------------------  ---------  ---------  ---------
    100.889699 [0003]  reader[211/209]                    0.000      0.002     11.462
    100.934724 [0001]  reader[211/209]                    0.000      0.300     56.238
`;
const SCHBENCH = `Wakeup Latencies percentiles (usec) runtime 30 (s) (1000 total samples)
\t  50.0th: 7          (500 samples)
\t  90.0th: 12         (400 samples)
\t* 99.0th: 40         (90 samples)
\t  99.9th: 900        (9 samples)
\t  min=1, max=2500
Request Latencies percentiles (usec) runtime 30 (s) (1000 total samples)
\t  50.0th: 15000      (500 samples)
\t* 99.0th: 20000      (400 samples)
\t  min=9000, max=31000
`;
const RUNQLAT = `Tracing run queue latency... Hit Ctrl-C to end.
     usecs               : count     distribution
         0 -> 1          : 50       |***                 |
         2 -> 3          : 30       |**                  |
         4 -> 7          : 20       |*                   |
`;

const SIMULATED = [
  ['Wake-up latency of the open experiment, simulated'],
  ['lane A', '1,234', '–', '3.00 µs', '20.0 µs', '700 µs', '4.00 ms', '–'],
  ['lane B', '5,678', '–', '3.00 µs', '20.0 µs', '800 µs', '4.00 ms', '–'],
];

test.skipIf(!canRead).each([
  [
    'perf sched latency',
    LATENCY,
    [
      ['all together', '4,000', '35.0 µs', '–', '–', '–', '–', '12.5 ms'],
      ['server:4711', '1,000', '20.0 µs', '–', '–', '–', '–', '12.5 ms'],
      ['client:(3)', '3,000', '40.0 µs', '–', '–', '–', '–', '1.25 ms'],
    ],
    null,
  ],
  [
    'perf sched timehist',
    TIMEHIST,
    [['reader', '2', '151 µs', '2.00 µs', '300 µs', '300 µs', '300 µs', '300 µs']],
    null,
  ],
  [
    'schbench',
    SCHBENCH,
    [
      ['Wakeup Latencies', '–', '–', '7.00 µs', '12.0 µs', '40.0 µs', '900 µs', '2.50 ms'],
      ['Request Latencies', '–', '–', '15.0 ms', '–', '20.0 ms', '–', '31.0 ms'],
    ],
    null,
  ],
  [
    'runqlat',
    RUNQLAT,
    [['all together', '100', '–', '2.00 µs', '8.00 µs', '8.00 µs', '8.00 µs', '8.00 µs']],
    /a percentile is the upper bound of its interval/,
  ],
])('waits of %s are “measured by you”, beside those of the simulation', async (tool, text, measured, note) => {
  openScenario('steal', PRESETS.steal);
  render(<Own />);
  paste('The text', text);
  const section = (await screen.findByText(`Waits, measured with ${tool}`)).closest('details') as HTMLElement;
  const [, ...rows] = rowsOf(within(section).getByRole('table'));
  expect(rows).toEqual([['Measured by you'], ...measured, ...SIMULATED]);
  if (note) expect(within(section).getByText(note)).toBeTruthy();
  // No machine came with it.
  expect(screen.queryByText(/^Costs: /)).toBeNull();
});

test.skipIf(!canRead)('two tables of waits stand below each other, and starting over removes them', async () => {
  openScenario('steal', PRESETS.steal);
  render(<Own />);
  paste('The text', LATENCY);
  await screen.findByText('Waits, measured with perf sched latency');
  fireEvent.click(screen.getByRole('button', { name: 'Add another text' }));
  paste('The text', RUNQLAT);
  await screen.findByText('Waits, measured with runqlat');
  expect(screen.getByText('Waits, measured with perf sched latency')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Start over' }));
  expect(screen.queryByText(/^Waits, measured/)).toBeNull();
});

test.skipIf(!canRead)('waits are worded in Chinese, too', async () => {
  await setLanguage('zh');
  openScenario('steal', PRESETS.steal);
  const { container } = render(<Own />);
  paste('文本', RUNQLAT);
  await waitFor(() => expect(container.querySelector('.own-costs')).toBeTruthy());
  expect(container.querySelector('.own-costs')?.textContent).not.toMatch(/Measured|simulated|together/);
});

/** Hyper-threads are numbered after all cores, as on most machines: CPU 4 is beside CPU 0. */
const MATRIX = Array.from({ length: 8 }, (_, a) =>
  Array.from({ length: 8 }, (_, b) => (b >= a ? '' : a % 4 === b % 4 ? '10.1' : '26.3')).join(),
).join('\n');

test.skipIf(!canRead)(
  'a matrix that contradicts the numbers of the CPUs suggests others, which are taken',
  async () => {
    const machine = withRows({ name: 'Mine', like: 'xeon', topology: 'pack:1 numa:1 l3:1 core:4 pu:2' });
    openScenario('steal', { ...PRESETS.steal, machine });
    render(<Own />);
    expect(screen.queryByRole('button', { name: 'Use that machine' })).toBeNull();
    paste('What was measured', MATRIX);
    const alert = await screen.findByText(/^The matrix contradicts the machine: CPU 0 is nearest to CPU 4 \(10 ns\)/);
    expect(alert.textContent).toContain('It fits this machine: ');
    // Nothing was taken from it.
    expect(screen.queryByRole('row', { name: /line_smt/ })).toBeNull();

    fireEvent.click(screen.getByRole('button', { name: 'Use that machine' }));
    // The same text now fits, and gives its costs.
    expect(await screen.findByRole('row', { name: /line_smt\s+10 ns/ })).toBeTruthy();
    expect(screen.getByRole('row', { name: /line_llc\s+26 ns/ })).toBeTruthy();
    expect(screen.queryByText(/^The matrix contradicts the machine/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Use that machine' })).toBeNull();
    // The drawing has the two CPUs of a core beside each other.
    expect([...document.querySelectorAll('.own-cpu')].map((cpu) => cpu.textContent)).toEqual([
      '0',
      '4',
      '1',
      '5',
      '2',
      '6',
      '3',
      '7',
    ]);

    fireEvent.click(screen.getByRole('button', { name: 'Run an experiment on it' }));
    const opened = scenarioStore.getState().document.machine as OwnMachine;
    expect(opened.costs).toMatchObject({ line_smt: 10, line_llc: 26 });
    expect(opened.topology).not.toBe(machine.topology);
  },
);
