// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withRows } from '../../../tests/own';
import { readText } from '../../engine/own';
import { type FoundRecording, looksRecorded, type ReadingListener, readRecording } from '../../engine/recording/read';
import { look } from '../../state/view';
import { setLanguage } from '../../words';
import { duration } from '../../words/format';
import { Recording } from './Recording';
import { recordingWords as w } from './words';

vi.mock('../../engine/recording/read');
vi.mock('../../engine/recording/replay', async (original) => ({ ...(await original()), isReplay: async () => false }));
// In a browser it fetches the module that reads.
vi.mock('../../engine/own', () => ({ shellCommands: () => ({ lscpu: 'lscpu' }), readText: vi.fn() }));

const found = (more: object = {}) =>
  ({
    hash: '00112233445566ff',
    bytes: 1000,
    counters: { form: 'text', events: 10, kinds: {}, cpus: [0, 1], switches: { S: 5 }, tasks: 2, first: 0, last: 1e6 },
    known: { wakers_unknown: 0 },
    notes: [],
    fault: null,
    release: null,
    placed: true,
    machine: { name: 'Mine', like: 'epyc', topology: 'pu:2' },
    processes: [['a', 2]],
    wakeups: 3,
    ...more,
  }) as unknown as FoundRecording;

/** What happens when a file of a name is read. */
type Reading = (listener: ReadingListener, signal: AbortSignal) => Promise<FoundRecording>;
let readings: Record<string, Reading>;
const order: string[] = [];

/** Fails as a browser does. */
const unreadable = (name: 'NotFoundError' | 'NotReadableError') => new DOMException('A requested file …', name);

beforeEach(() => {
  readings = {};
  order.length = 0;
  vi.mocked(looksRecorded).mockResolvedValue(true);
  vi.mocked(readRecording).mockImplementation((file, _, listener, signal) => {
    const { name } = file as File;
    order.push(name);
    return readings[name]?.(listener, signal) ?? Promise.resolve(found({ hash: name }));
  });
});
afterEach(async () => {
  cleanup();
  look({ dropped: null });
  await setLanguage('en');
});

const file = (name: string) => new File(['text'], name);
const drop = (...names: readonly string[]) => act(() => look({ dropped: names.map(file) }));
const opened = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const said = () => screen.getAllByRole('alert')[0]?.textContent ?? '';

for (const language of ['en', 'zh'] as const)
  test(`a folder is named in a sentence, and the files beside it are read (${language})`, async () => {
    await setLanguage(language);
    vi.mocked(looksRecorded).mockImplementation(async (_, name) => {
      if (name === 'folder') throw unreadable('NotFoundError');
      return true;
    });
    readings.folder = () => Promise.reject(new Error(String(unreadable('NotFoundError'))));
    render(<Recording />);
    drop('one.txt', 'folder', 'two.txt');
    await waitFor(() => expect(opened()).toEqual(['one.txt', 'two.txt']));
    expect(said()).toBe(w('unreadable', { name: 'folder' }));
    expect(said()).toMatch(
      language === 'en' ? /^folder cannot be read: it is a folder/ : /^无法读取 folder：它是文件夹/,
    );
  });

test('a file that changes while it is read is refused, and what was open stays', async () => {
  readings['changing.txt'] = async ({ onFirst }) => {
    onFirst(found({ hash: 'first' }));
    throw new Error(String(unreadable('NotReadableError')));
  };
  render(<Recording />);
  drop('good.txt');
  await screen.findByRole('button', { name: w('show') });
  drop('changing.txt');
  await waitFor(() => expect(said()).toBe(w('unreadable', { name: 'changing.txt' })));
  // Neither is there a choice, nor is the beginning of the file shown.
  expect(opened()).toEqual([]);
  expect(screen.getByRole('button', { name: w('show') })).toBeTruthy();
});

test('a reader that fails says so, and the next file is read', async () => {
  readings['bad.txt'] = () => Promise.reject(new Error('unreachable'));
  render(<Recording />);
  drop('bad.txt', 'good.txt');
  await screen.findByRole('button', { name: w('show') });
  expect(said()).toBe(w('failed', { why: 'unreachable' }));
});

test('files that are dropped during reading wait, and cancelling ends only the present one', async () => {
  readings['long.txt'] = (_, signal) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  render(<Recording />);
  drop('long.txt');
  const cancel = await screen.findByRole('button', { name: w('cancel') });
  drop('next.txt', 'last.txt');
  await waitFor(() => expect(screen.getAllByRole('status')[0]?.textContent).toContain(w('waiting', { count: '2' })));
  expect(order).toEqual(['long.txt']);
  fireEvent.click(cancel);
  await waitFor(() => expect(opened()).toEqual(['next.txt', 'last.txt']));
  expect(said()).toBe(w('cancelled'));
  expect(order).toEqual(['long.txt', 'next.txt', 'last.txt']);
});

test('after the dialog is closed no file that waits is read', async () => {
  let aborted = false;
  readings['long.txt'] = (_, signal) =>
    new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => {
        aborted = true;
        reject(signal.reason);
      }),
    );
  const { unmount } = render(<Recording />);
  drop('long.txt', 'next.txt');
  await screen.findByRole('button', { name: w('cancel') });
  unmount();
  await act(async () => {});
  expect([aborted, order]).toEqual([true, ['long.txt']]);
});

test('the description of a machine that lacks CPUs of the recording is refused in a sentence', async () => {
  vi.mocked(looksRecorded).mockImplementation(async (_, name) => name === 'trace.txt');
  const machine = withRows({ name: 'One', like: 'epyc', topology: 'pu:1' });
  vi.mocked(readText).mockResolvedValue({ kind: 'pile', read: { machine: { machine } } } as never);
  render(<Recording />);
  drop('trace.txt', 'lscpu.txt');
  await screen.findByText(w('machine.faulty', { cpus: '1' }), { exact: false });
  expect(order).toEqual(['trace.txt']);
});

test('of a long recording the last second is shown, and said to be', async () => {
  const counters = { ...found().counters, first: 5e9, last: 52e9 };
  readings['long.txt'] = () => Promise.resolve(found({ counters }));
  render(<Recording />);
  drop('long.txt');
  const said = await screen.findByText(/^Only the last/);
  expect(said.textContent).toBe(w('window.last', { length: duration(1e9), whole: duration(47e9) }));
  const from = screen.getByLabelText(w('window.from')) as HTMLInputElement;
  expect(from.valueAsNumber).toBe(46_000);
  expect((screen.getByLabelText(w('window.length')) as HTMLInputElement).valueAsNumber).toBe(1000);
  fireEvent.change(from, { target: { value: '0' } });
  expect(screen.queryByText(/^Only the last/)).toBeNull();
});

test('a longer window than can be drawn ends with the recording', async () => {
  const counters = { ...found().counters, events: 5_000_000, first: 0, last: 2e9 };
  readings['busy.txt'] = () => Promise.resolve(found({ counters }));
  render(<Recording />);
  drop('busy.txt');
  const from = (await screen.findByLabelText(w('window.from'))) as HTMLInputElement;
  expect(from.valueAsNumber).toBe(1800);
});

test('the command of Perfetto has the sources that name threads and the kernel', () => {
  const { container } = render(<Recording />);
  for (const source of ['compact_sched { enabled: true }', 'linux.process_stats', 'linux.system_info'])
    expect(container.textContent).toContain(source);
});

test('an empty drop changes nothing', async () => {
  readings['bad.txt'] = () => Promise.reject(new Error('unreachable'));
  render(<Recording />);
  drop('good.txt', 'bad.txt');
  await screen.findByRole('button', { name: w('show') });
  await waitFor(() => expect(said()).not.toBe(''));
  const before = said();
  await act(async () => look({ dropped: [] }));
  expect(said()).toBe(before);
  expect(screen.getByRole('button', { name: w('show') })).toBeTruthy();
});
