// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Fidelity } from '../../engine/recording/replay';
import { edit } from '../../state/scenario';
import { setLanguage } from '../../words';
import { HowNear, Replay, refusedWords } from './Replay';
import { compareReplays } from './show';
import { recordingWords as w } from './words';

const fidelity = (nothing_follows: boolean): Fidelity => ({
  kernel: '6.18',
  seeds: 3,
  rows: [
    { key: 'length', unit: 'ns', recorded: 2e6, replayed: [2e6, 3e6, 4e6], ratio: 1.5, near: 'does_not' },
    { key: 'switches', unit: '', recorded: 10, replayed: [10, 10, 10], ratio: 1, near: 'holds' },
  ],
  near: nothing_follows ? 'does_not' : 'roughly',
  nothing_follows,
});
const known = { fidelity: fidelity(false), notes: [], hash: 'abc' };

vi.mock('../../state/replays', async (original) => ({
  ...(await original()),
  replayIn: () => 'abc',
  useReplay: () => known,
}));
vi.mock('./show');

afterEach(cleanup);

function show(nothing: boolean) {
  known.fidelity = fidelity(nothing);
  vi.mocked(compareReplays).mockClear();
  act(() => edit((document) => ({ ...document, recording: { name: 'a', hash: '1', from_ns: 0, until_ns: 1 } })));
  render(<Replay />);
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('two replays are compared at once if something follows from them', () => {
  show(false);
  press(w('replay.compare'));
  expect(compareReplays).toHaveBeenCalledOnce();
});

test('if nothing follows from a replay, the page asks again before it compares', () => {
  show(true);
  press(w('replay.compare'));
  expect(compareReplays).not.toHaveBeenCalled();
  expect(screen.getByText(w('replay.compare.nothing'))).toBeTruthy();
  press(w('cancel'));
  press(w('replay.compare'));
  press(w('replay.compare.anyway'));
  expect(compareReplays).toHaveBeenCalledOnce();
});

test('the limits of a replay are beside the result, in both languages', async () => {
  show(false);
  expect(screen.getByText(w('limits.memory'))).toBeTruthy();
  await act(() => setLanguage('zh'));
  expect(screen.getByText(/没有缓存和内存/)).toBeTruthy();
  await act(() => setLanguage('en'));
});

test('a row has the spread of the seeds if they differ', () => {
  render(<HowNear fidelity={fidelity(false)} />);
  const cell = (row: string) =>
    screen
      .getByRole('row', { name: new RegExp(`^${row}`) })
      .children[2]?.textContent?.replaceAll('\u00a0', ' ')
      .trim();
  expect(cell(w('row.length'))).toBe('3.00 ms 2.00 ms to 4.00 ms');
  expect(cell(w('row.switches'))).toBe('10');
});

const SENTENCES = [
  'Error: There is no replay: no task runs in this time span.',
  'Error: There is no replay: 12 of 34 switches do not fit what ran before them, so too much was not recorded.',
  'Error: There is no replay: 7 % of the CPU time is of real-time and deadline tasks, which the simulator lacks.',
  'Error: There is no replay: the time span is longer than 600 s; choose a shorter one.',
];

test('refusals of replays are said in the language of the page, with their figures', async () => {
  await setLanguage('zh');
  const said = SENTENCES.map(refusedWords);
  for (const one of said) expect(one).toMatch(/^没有重放：/);
  expect(said[1]).toContain('34 次切换中有 12 次');
  expect([said[2], said[3]]).toEqual([expect.stringContaining('7 %'), expect.stringContaining('600 秒')]);
  await setLanguage('en');
  expect(refusedWords('Error: A file is damaged.')).toBe('A file is damaged.');
});
