// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { later, Part } from './Part';

afterEach(cleanup);

test('a part that is shown again before it is there is loaded once', async () => {
  let come = (_: () => string) => {};
  const load = vi.fn(() => new Promise<() => string>((resolve) => (come = resolve)));
  const Playground = later(load);
  render(<Playground />).unmount();
  render(<Playground />);
  await act(async () => come(() => 'here'));
  expect(screen.getByText('here')).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(1);
});

test('one that could not be loaded is tried again when it is shown again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const load = vi.fn(async () => () => 'here');
  load.mockRejectedValueOnce(new Error('no network'));
  const Late = later(load);
  const shown = () =>
    render(
      <Part missing="missing">
        <Late />
      </Part>,
    );
  const first = shown();
  expect(await screen.findByText('missing')).toBeTruthy();
  first.unmount();
  shown();
  expect(await screen.findByText('here')).toBeTruthy();
});
