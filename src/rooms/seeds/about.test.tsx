// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Outcome } from '../../engine/batch/pool';
import type { RunReport } from '../../scenario/generated/types';
import { WORKLOADS } from '../../scenario/generated/workloads';
import { PRESETS } from '../../scenario/presets';
import { openScenario } from '../../state/scenario';
import { take } from '../../ui/export';
import { TakeawayContext, type TakeawaySource } from '../../ui/Takeaway';
import { aboutLines } from './about';
import { Sweep } from './Sweep';
import { open, seedsStore } from './store';

vi.mock('../../ui/export');
vi.mock('./duration', () => ({ useRunTime: () => null }));
// They are drawn on a canvas.
vi.mock('./Curves', () => ({ Curves: () => null }));
afterEach(cleanup);

const PAGE: TakeawaySource = {
  link: () => 'the link of the page',
  source: () => 'the experiment of the page',
  changes: { mark: '1 change', all: '1 change: of the page' },
  openModel() {},
};

const document = { ...PRESETS.steal, costs: { write: 700 } };
const jobs = [0, 1].flatMap((seed) => [0, 1].map((lane) => ({ scenario: { ...document, seed }, lane })));
const outcomes = jobs.map(({ scenario: { seed }, lane }): Outcome => {
  const shares = { busy_pct: 1, wasted_pct: 1, wakes: { cpu: 1 }, migrations: {} };
  const report = {
    seed,
    lane,
    elapsed_ns: 1,
    messages_per_s: 1 + lane,
    wake_latency: { p50: 1, p90: 1, p99: 1, p99_9: 1 },
    steal: 0,
    ...shares,
  };
  return { type: 'report', report: report as unknown as RunReport };
});

/** The captions of a picture and of a table of that sweep. */
async function said(): Promise<{ source: string; changes: string | null; link: string; mail: string }> {
  const asked = { document, scenario: document, jobs, field: 'costs.write', values: [700], each: 4 };
  open({ ...asked, preset: 'steal' }, outcomes, 'merged.json');
  seedsStore.setState({ figure: 'rate' });
  const { container } = render(
    <TakeawayContext value={PAGE}>
      <Sweep />
    </TakeawayContext>,
  );
  const menu = container.querySelector('.takeaway-menu') as HTMLElement;
  fireEvent(menu, Object.assign(new Event('beforetoggle'), { newState: 'open' }));
  // The words of constants are loaded.
  await waitFor(() => {
    fireEvent.click(screen.getByText('CSV figures'));
    expect(vi.mocked(take).mock.lastCall?.[0].caption.changes).toEqual(expect.any(String));
  });
  const [{ caption, text = '' }] = vi.mocked(take).mock.lastCall as Parameters<typeof take>;
  return { ...caption, mail: text };
}

test('exported runs of another experiment have its name, its changes and its link', async () => {
  openScenario('cluster', PRESETS.cluster);
  const { source, changes, link, mail } = await said();
  expect(source).toMatch(/^modified from: Idle stealing · .* · A: .* · B: /);
  expect(changes).toMatch(/^1 change to the model: .*write.*700/);
  expect(link).toMatch(/#v3&p=steal&cost=write:700$/);
  expect(mail).toContain(changes ?? '?');
  expect(mail).toContain(link);
  expect(mail).not.toContain('of the page');
});

test('runs of the page have the page’s description', async () => {
  openScenario('steal', { ...document });
  expect(await said()).toMatchObject({ source: PAGE.source(), changes: PAGE.changes?.all, link: PAGE.link() });
});

test('the description contains the number of tasks', () => {
  const workload = { ...WORKLOADS.rtapp, tasks: [{}, {}] as never };
  const scenario = { ...document, workload };
  const lines = aboutLines({ scenario, jobs: [], values: [], each: 2 } as never, null);
  expect(lines[1]).toBe('rtapp copies=1 tasks=2');
});
