// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import sentences from '../../../tests/fixtures/search-sentences.json';
import type { BatchEngine, BatchJob } from '../../engine/batch/questions';
import type { Goal, SearchOutcome } from '../../engine/batch/search';
import type { RunReport, Scenario } from '../../scenario/generated/types';
import { trimmed } from '../../scenario/length';
import { decode } from '../../scenario/link';
import { PRESETS } from '../../scenario/presets';
import { cancelAll } from '../../state/batch';
import { openScenario, scenarioStore } from '../../state/scenario';
import { Search, searchAuthor, searchSentence } from './Search';
import { seedsStore, startSearch } from './store';
import { say } from './words';

afterEach(() => {
  cleanup();
  seedsStore.setState({ search: null });
});

/** B gains 5 % until 20 pairs, loses 30 % beyond; seeds differ a little. */
const rate = ({ workload, seed }: Scenario, lane: number): number => {
  const pairs = workload.kind === 'pairs' ? workload.pairs : 0;
  return lane === 0 ? 1000 : (pairs < 20 ? 1050 : 700) + (seed % 5);
};

const jobs: BatchJob[] = [];
const worker = async (): Promise<BatchEngine> =>
  ({
    ask: async (_: string, job: BatchJob) => {
      jobs.push(job);
      return { messages_per_s: rate(job.scenario, job.lane), ended: 'limit' } as RunReport;
    },
    dispose: () => {},
  }) as unknown as BatchEngine;

const asked = (goal: Goal, over = ['load', 'costs.write']) => {
  const document = PRESETS.cluster;
  openScenario('cluster', document);
  const plan = { for: goal, over, budget: 30, seed: 1 };
  return { document, preset: 'cluster', scenario: trimmed(document, 30), figure: 'rate', plan } as const;
};

async function searched(goal: Goal): Promise<SearchOutcome> {
  await startSearch(asked(goal), worker);
  const { search } = seedsStore.getState();
  expect(search?.state).toBe('done');
  return search?.outcome as SearchOutcome;
}

test('a search on the page finds where B loses, and opens the scenario with the length that it had', async () => {
  jobs.length = 0;
  const outcome = await searched('loss');
  expect([outcome.isFound, outcome.isConfirmed]).toEqual([true, true]);
  // The costs do not matter.
  const changed = outcome.confirmation.changes.map(({ field }) => field);
  expect(changed).toContain('workload.pairs');
  expect(changed).not.toContain('costs.write');
  expect(outcome.confirmation.gain.mean).toBeCloseTo(-29.8, 1);
  // Every run of the confirmation has a seed that no run before had.
  const [first, last] = outcome.confirmationSeeds;
  const later = jobs.filter(({ scenario }) => scenario.seed >= first && scenario.seed <= last);
  expect(later).toHaveLength(32);
  expect(later).toEqual(jobs.slice(-32));

  const onOpen = vi.fn();
  render(<Search onOpen={onOpen} />);
  expect(screen.getByRole('status').textContent).toMatch(
    /^B loses 29\.\d ± 0\.\d\s% \(throughput\): confirmed on 16 further seeds\.$/u,
  );
  expect(
    screen.getByText(/settings were tried: 30 in the search, of [\d,]+ possible, and \d+ to make it simpler/),
  ).toBeTruthy();
  const link = screen.getByText('Open this scenario');
  const { scenario } = decode(link.getAttribute('href') ?? '');
  fireEvent.click(link);
  expect(onOpen).toHaveBeenCalled();
  expect(scenarioStore.getState().document).toEqual(scenario);
  expect(scenario.limit_ms).toBe(PRESETS.cluster.limit_ms);
  expect(scenario.workload).toEqual(outcome.document.workload);
});

test('each end of a search has a sentence', async () => {
  const said = (outcome: SearchOutcome) => searchSentence(outcome, 'throughput', say);
  const loss = await searched('loss');
  expect(said({ ...loss, isConfirmed: false })).toMatch(/^Not confirmed: 16 further seeds do not show/);
  expect(said({ ...loss, isFound: false })).toMatch(
    /^None of \d+ settings shows a loss of B\. In the nearest its gain is −/,
  );
  expect(said(await searched('gain'))).toMatch(/^B gains 5\.\d ± 0\.\d/);
  expect(said({ ...loss, goal: 'undecided' })).toMatch(/do not decide its sign, either\.$/);
});

test('the sentences in a link are those that the command line writes (`sched search`)', () => {
  for (const { for: goal, is_found, is_confirmed, gain, seeds, settings, figure, sentences: said } of sentences) {
    const [mean, half] = gain;
    const confirmation = { gain: { mean, half }, seeds };
    const outcome = { goal, isFound: is_found, isConfirmed: is_confirmed, confirmation, settings: { all: settings } };
    const { sentences: ours } = searchAuthor(outcome as unknown as SearchOutcome, figure, say);
    expect(ours).toEqual(said);
  }
});

test('a search is cancelled, and a scenario with one lane or no axis cannot be searched', async () => {
  const { document } = asked('loss');
  render(<Search onOpen={() => {}} />);
  const button = () => screen.getByRole('button', { name: /^(Search|Cancel)/ }) as HTMLButtonElement;
  expect(button().disabled).toBe(false);
  for (const box of screen.getAllByRole('checkbox', { checked: true })) fireEvent.click(box);
  expect(button().disabled).toBe(true);
  expect(screen.getByText('Choose what to vary.')).toBeTruthy();
  // Another axis by name.
  fireEvent.change(screen.getByLabelText('Vary also'), { target: { value: 'tunables.migration_cost_ns' } });
  expect(button().disabled).toBe(false);
  act(() => openScenario('cluster', { ...document, lanes: document.lanes.slice(0, 1) }));
  expect(button().disabled).toBe(true);
  act(() => openScenario('cluster', document));

  /** Each worker has a run that never ends. */
  const busy = async () => {
    let dispose = () => {};
    const ask = () =>
      new Promise((_, reject) => {
        dispose = () => reject(new Error('disposed'));
      });
    return { ask, dispose: () => dispose() } as unknown as BatchEngine;
  };
  let running = Promise.resolve();
  await act(async () => {
    running = startSearch(asked('loss'), busy);
    await new Promise((resolve) => setTimeout(resolve));
  });
  expect(screen.getByRole('progressbar', { name: '0 of 30 settings tried' })).toBeTruthy();
  act(() => cancelAll('seeds'));
  await act(async () => running);
  expect(screen.getByText('Cancelled. A search has no result before its end.')).toBeTruthy();
});

test('runs that all fail are reported with their message', async () => {
  const broken = async () => Promise.reject(new Error('no worker'));
  await startSearch(asked('loss', ['load']), broken);
  render(<Search onOpen={() => {}} />);
  expect(screen.getByText('No setting could be measured: no worker')).toBeTruthy();
});
