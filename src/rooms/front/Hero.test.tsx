// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import '../../scenario/generated/costs';
import { look } from '../../state/view';
import { Hero } from './Hero';
import type { RaceState } from './race';
import type { Story, Wake } from './story';
import { frontEn } from './words.en';

const wake: Wake = { ns: 1e6, task: 0, waker: 1, chosen: 5, busy: [], idle: true, leaves: true };
const feed = { machine: {}, tasks: new Uint32Array(8), frame: { ns: 2e6 }, version: 1 };
const race = vi.hoisted(() => ({
  come: () => {},
  fail: () => {},
  load: vi.fn(),
  play: vi.fn(),
  store: null as unknown,
}));

vi.mock('./story', () => ({ findStory: (): Story => [wake, { ...wake, leaves: false }] }));
vi.mock('./Measured', () => ({ default: () => null }));
vi.mock('./race', async (original) => {
  const nothing = () => {};
  const decisions = () =>
    new Promise((resolve, reject) => {
      race.fail = () => reject(new Error('no network'));
      race.come = () => resolve([{ words: [] }, { words: [] }]);
    });
  const { play } = race;
  const load = (pairs: number) => (race.store as ReturnType<typeof store>).setState({ load: pairs });
  return {
    ...(await original<typeof import('./race')>()),
    createRace: () => ({
      store: race.store,
      begin: nothing,
      end: nothing,
      pause: nothing,
      stand: nothing,
      load,
      play,
      decisions,
    }),
  };
});

const why = () => document.querySelector('.front-why [data-current="true"]')?.textContent;

const store = () => createStore<RaceState>(() => ({ feeds: [feed, feed] as never, load: 4, left: [], failed: false }));

afterEach(cleanup);

/** Follows a wake-up, and does something before it is found. */
async function follow(meanwhile: () => void): Promise<string | undefined> {
  look({ reducedMotion: true });
  race.store = store();
  render(<Hero machine={() => null} placeholder={null} actHref="" />);
  fireEvent.click(screen.getByRole('button', { name: 'Follow one wake-up' }));
  await act(async () => meanwhile());
  await act(async () => {
    race.come();
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
  return document.querySelector<HTMLElement>('.front-lanes')?.dataset.followed;
}

test('the followed wake-up belongs to the visible run', async () => {
  expect(await follow(() => {})).toBe('writes');
  cleanup();
  const slider = () => screen.getByRole('slider');
  expect(await follow(() => fireEvent.input(slider(), { target: { value: '2' } }))).toBe(undefined);
  expect(document.querySelector('.front-go [role="status"]')).toBe(null);
  cleanup();
  const other = { ...feed };
  expect(
    await follow(() => (race.store as ReturnType<typeof store>).setState({ feeds: [other, other] as never })),
  ).toBe(undefined);
});

test('if the wake-up story fails to load, the lanes play on', async () => {
  look({ reducedMotion: false });
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  race.store = store();
  render(<Hero machine={() => null} placeholder={null} actHref="" />);
  race.play.mockClear();
  fireEvent.click(screen.getByRole('button', { name: 'Follow one wake-up' }));
  await act(async () => {
    race.fail();
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
  expect(race.play).toHaveBeenCalled();
  vi.unstubAllGlobals();
});

test('the reason follows the load: why so few wake-ups leave, and why messages cross the chip all the same', () => {
  look({ reducedMotion: true });
  race.store = store();
  const at = (load: number) => {
    act(() => (race.store as ReturnType<typeof store>).setState({ load }));
    return why();
  };
  render(<Hero machine={() => null} placeholder={null} actHref="" />);
  expect(at(5)).toBe(frontEn.why);
  expect(at(4)).toBe(frontEn['why.few']);
  expect(at(8)).toBe(frontEn['why.many']);
});
