// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { look, viewStore } from '../state/view';
import { followLoadErrors, later, Part } from './Part';

beforeEach(() => look({ loadFailed: false }));
afterEach(cleanup);

test('a part that is mounted twice while it loads is loaded once', async () => {
  let resolve = (_: () => string) => {};
  const load = vi.fn(() => new Promise<() => string>((done) => (resolve = done)));
  const Late = later(load);
  render(<Late />).unmount();
  render(<Late />);
  await act(async () => resolve(() => 'here'));
  expect(screen.getByText('here')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(1);
});

test('if loading a part fails, the notice appears at each opening, and the page around it stays', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const onError = vi.fn();
  const load = vi.fn(async () => () => 'here');
  load.mockRejectedValueOnce(new Error('no network'));
  const Late = later(load);
  const page = () =>
    render(
      <p>
        around
        <Part onError={onError} fallback="…">
          <Late />
        </Part>
      </p>,
    );
  const first = page();
  await vi.waitFor(() => expect(viewStore.getState().loadFailed).toBe(true));
  expect(screen.getByText('around…')).toBeTruthy();
  look({ loadFailed: false });
  first.unmount();
  page();
  await vi.waitFor(() => expect(viewStore.getState().loadFailed).toBe(true));
  expect(onError).toHaveBeenCalledTimes(2);
});

test('a dynamic import that fails outside React shows the notice, too', () => {
  followLoadErrors();
  dispatchEvent(new Event('vite:preloadError'));
  expect(viewStore.getState().loadFailed).toBe(true);
});
