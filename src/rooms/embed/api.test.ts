// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { openLink } from '../../page/address';
import { basisStore, type Rests } from '../../state/rests';
import { seek } from '../../state/run';
import { scenarioStore } from '../../state/scenario';
import { studiesStore, unknown } from '../../state/studies';
import { setFeatures } from '../../state/switching';
import { look, viewStore } from '../../state/view';
import { listen, MAX_LINK } from './api';

vi.mock('../../page/address', () => ({ openLink: vi.fn(async () => {}), presentHash: () => '#v3&p=cluster' }));
vi.mock('../../state/run', () => ({
  clockNs: () => 0,
  hasEnded: () => false,
  pause: vi.fn(),
  playOn: vi.fn(),
  runStore: { getState: () => ({ playing: false, fault: null }), subscribe: vi.fn() },
  seek: vi.fn(async () => {}),
  seekStart: vi.fn(),
  setSpeed: vi.fn(),
}));
const rests = vi.hoisted(() => ({ present: {} as unknown as Rests }));
vi.mock('../../state/rests', async () => {
  const { createStore } = await import('zustand/vanilla');
  return { basisStore: createStore(() => ({ known: new Map() })), presentRests: () => rests.present };
});
vi.mock('../../state/switching', () => ({ hasFlipsLeft: () => true, setFeatures: vi.fn() }));

const parent = { postMessage: vi.fn(), focus: vi.fn() };
vi.spyOn(window, 'parent', 'get').mockReturnValue(parent as unknown as Window);
listen();

const send = (data: unknown) =>
  window.dispatchEvent(new MessageEvent('message', { data, source: parent as never, origin: 'https://example.org' }));
const replies = () => parent.postMessage.mock.calls.map(([message]) => message);

beforeEach(() => {
  vi.spyOn(window, 'parent', 'get').mockReturnValue(parent as unknown as Window);
  vi.clearAllMocks();
});

test.each([
  ['a', { toString: 1 }, 'a: expected switches as in a link: steal:on,-sis_prop'],
  ['b', Object.create(null), 'b: expected switches as in a link: steal:on,-sis_prop'],
  ['a', ['steal:on'], 'a: expected switches as in a link: steal:on,-sis_prop'],
  ['b', 5, 'b: expected switches as in a link: steal:on,-sis_prop'],
  ['theme', { toString: 1 }, 'theme: expected null or one of light,dark,projector'],
  ['lang', [], 'lang: expected en or zh'],
  ['speed', { valueOf: 1 }, 'speed: expected ns of simulated time per second, above 0'],
])('a bad value of %s is refused with a sentence', (key, value, why) => {
  const message = { type: 'set', [key]: value };
  send(message);
  expect(replies()).toEqual([{ source: 'scheduler-playground', type: 'refused', asked: message, why }]);
  expect(setFeatures).not.toHaveBeenCalled();
});

test('switches in the words of a link are set on the lane', () => {
  expect(scenarioStore.getState().document.lanes).toHaveLength(2);
  send({ type: 'set', b: 'steal:on' });
  expect(replies()).toEqual([]);
  expect(setFeatures).toHaveBeenCalledWith(1, expect.objectContaining({ steal: 'on' }));
});

test('one bad value of a set message refuses all of it', () => {
  send({ type: 'set', b: 'steal:on', lang: 5 });
  expect(replies()).toMatchObject([{ type: 'refused', why: 'lang: expected en or zh' }]);
  expect(setFeatures).not.toHaveBeenCalled();
});

test('a link that is too long is refused and not sent back, and an object is no link', () => {
  send({ type: 'load', link: `#v3&p=${'x'.repeat(MAX_LINK)}` });
  send({ type: 'load', link: { toString: 1 } });
  expect(openLink).not.toHaveBeenCalled();
  expect(replies()).toMatchObject([
    { type: 'refused', asked: null, why: 'link: expected at most 1000000 characters' },
    { type: 'refused', asked: { type: 'load' }, why: 'link: expected the fragment of a link' },
  ]);
  send({ type: 'load', link: '#v3&p=steal&embed=https://evil.example' });
  expect(openLink).toHaveBeenCalledWith('#v3&p=steal&embed=1');
});

test('a moment is a number, and other messages get no reply', () => {
  for (const ns of ['5', -1, Number.NaN, {}, null]) send({ type: 'seek', ns });
  expect(replies().map(({ why }) => why)).toEqual(Array(5).fill('ns: expected 0 or more'));
  expect(seek).not.toHaveBeenCalled();
  vi.clearAllMocks();
  for (const data of [{ type: 'hello' }, { type: 'toString' }, 5, null, 'x', []]) send(data);
  expect(replies()).toEqual([]);
});

test('a page of another origin than that of the link gets no reply', () => {
  look({ embedder: 'https://talk.example' });
  send({ type: 'set', lang: 5 });
  expect(replies()).toEqual([]);
  look({ embedder: '*' });
});

test('a verdict message is answered at once, and again when all runs have ended', () => {
  const found = (mean: number) =>
    ({
      figure: 'rate',
      difference: { mean, half: 0.5, n: 16 },
      kind: 'apart',
      digits: 1,
      beside: null,
      better: 'b',
    }) as const;
  const known = { ...unknown(16), seeds: 3, finding: found(1.6) };
  const basis = {
    costs: { grade: 'assumed', like: 'xeon', deciding: { line_llc: 'assumed' } },
    others: [],
    record: {
      family: 'cluster',
      load: 'medium',
      right: 8,
      open: 3,
      wrong: 1,
      of: 12,
      looked_up_later: { right: 1, open: 1, wrong: 0, of: 2 },
    },
  } as const;
  const at: Rests = { verdict: { known, workUnit: 'messages' }, basis, range: null, isOpen: true, seeds: 3, of: 32 };
  rests.present = at;
  send({ type: 'state' });
  studiesStore.setState({});
  expect(replies()).toEqual([]);
  send({ type: 'verdict' });
  expect(replies()).toMatchObject([
    {
      source: 'scheduler-playground',
      type: 'verdict',
      complete: false,
      better: null,
      difference_pct: { mean: 1.6, ci95: 0.5 },
      rests_on: {
        costs: { grade: 'assumed', like: 'xeon', deciding: { line_llc: 'assumed' }, range: null },
        record: { family: 'cluster', right: 8, of: 12 },
        seeds: 3,
      },
    },
  ]);
  expect(viewStore.getState().judged).toBe(true);
  vi.clearAllMocks();
  studiesStore.setState({});
  expect(replies()).toEqual([]);
  const sets = [
    { like: 'xeon', finding: found(-4) },
    { like: 'kunpeng', finding: found(1.6) },
  ] as const;
  const range = { low: -4, high: 1.6, decided: false, sets };
  const over = { ...known, seeds: 16, finding: found(-4) };
  rests.present = { ...at, verdict: { known: over, workUnit: 'messages' }, range, isOpen: false };
  basisStore.setState({});
  studiesStore.setState({});
  // The costs that the machine may have disagree: no lane is better.
  expect(replies()).toMatchObject([
    {
      type: 'verdict',
      complete: true,
      better: null,
      rests_on: {
        costs: { range: { low: -4, high: 1.6, decided: false, sets: [{ like: 'xeon', mean: -4 }, {}] } },
        seeds: 16,
      },
    },
  ]);
  look({ judged: false });
});
