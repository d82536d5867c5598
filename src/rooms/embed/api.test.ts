// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { openLink } from '../../page/address';
import { seek } from '../../state/run';
import { scenarioStore } from '../../state/scenario';
import { setFeatures } from '../../state/switching';
import { look } from '../../state/view';
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
