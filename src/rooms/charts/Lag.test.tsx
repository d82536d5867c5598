// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Simulation } from '../../../tests/simulator';
import type { ChartFeed } from '../../engine/lanes/lane';
import { samplesOf } from '../../engine/wire/trace';
import type { KernelId, Scenario } from '../../scenario/generated/types';
import { PRESETS } from '../../scenario/presets';
import { runStore } from '../../state/run';
import { useTraces } from '../../state/traces';
import { Lag } from './Lag';

vi.mock('../../state/traces');
vi.mock('../../ui/useWidth', () => ({ useWidth: () => ({ ref: () => {}, width: 400, size: 12 }) }));
afterEach(cleanup);

const MS = 1e6;

const under = (kernel: KernelId): Scenario => ({
  ...PRESETS.turns,
  kernel,
  lanes: [{ features: PRESETS.turns.lanes[0]!.features }],
});

/** The queue of CPU 0 under a kernel. */
function samplesUnder(kernel: KernelId) {
  const simulation = new Simulation(JSON.stringify(under(kernel)), 0);
  simulation.advance(500 * MS, Number.MAX_SAFE_INTEGER);
  const samples = samplesOf(simulation.trace_queue(0, 560 * MS, Number.MAX_SAFE_INTEGER));
  simulation.free();
  return samples;
}

test.each([
  ['2.5.5x', '6.12'],
  ['6.12', '2.5.5x'],
] as const)('a trace of %s stays while the scenario is already one of %s', (old, now) => {
  const samples = samplesUnder(old);
  vi.mocked(useTraces).mockReturnValue([{ lane: 0, fromNs: 500 * MS, toNs: 560 * MS, reachesNs: 560 * MS, samples }]);
  const tasks = Uint16Array.from({ length: 20 });
  runStore.setState({ feeds: [{ tasks, frame: null } as unknown as ChartFeed] });
  render(<Lag scenario={under(now)} full={false} />);
  const lines = [...document.querySelectorAll('.lag-stroke')].map((line) => line.getAttribute('d'));
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) expect(line).not.toMatch(/NaN|Infinity/);
});

test('before the run the chart announces its content', () => {
  vi.mocked(useTraces).mockReturnValue([0, 1].map((lane) => ({ lane, fromNs: 0, toNs: 0, reachesNs: 0, samples: [] })));
  runStore.setState({ feeds: [0, 1].map(() => ({ tasks: new Uint16Array(), frame: null }) as unknown as ChartFeed) });
  const { container } = render(<Lag scenario={PRESETS.turns} full={false} />);
  expect(container.textContent).toMatch(/^Nothing has run yet\./);
});

test('an incomplete queue trace shows how far it reaches', () => {
  const samples = samplesUnder('6.12');
  const stretch = { lane: 0, fromNs: 500 * MS, toNs: 560 * MS, samples };
  vi.mocked(useTraces).mockReturnValue([{ ...stretch, reachesNs: 530 * MS }]);
  runStore.setState({ feeds: [{ tasks: Uint16Array.from({ length: 20 }), frame: null } as unknown as ChartFeed] });
  const { container, rerender } = render(<Lag scenario={under('6.12')} full={false} />);
  expect(container.textContent).toMatch(/Lane A is drawn up to 530(\.0+)?\sms so far\.$/);
  vi.mocked(useTraces).mockReturnValue([{ ...stretch, reachesNs: 560 * MS }]);
  rerender(<Lag scenario={under('6.12')} full={false} />);
  expect(container.textContent).not.toContain('so far');
});
