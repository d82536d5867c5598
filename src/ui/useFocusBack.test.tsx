// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, test } from 'vitest';
import { useFocusBack } from './useFocusBack';

afterEach(cleanup);

function Panel() {
  const ref = useRef<HTMLElement>(null);
  useFocusBack(ref);
  return (
    <aside ref={ref}>
      <button type="button">inside</button>
    </aside>
  );
}

const page = (open: boolean) => (
  <>
    <button type="button">opens</button>
    <button type="button">other</button>
    {open && <Panel />}
  </>
);
const named = () => document.activeElement?.textContent;

test('closing restores the focus if it was inside, and leaves it alone otherwise', () => {
  const { rerender } = render(page(false));
  screen.getByText('opens').focus();
  rerender(page(true));
  screen.getByText('inside').focus();
  rerender(page(false));
  expect(named()).toBe('opens');
  rerender(page(true));
  screen.getByText('other').focus();
  rerender(page(false));
  expect(named()).toBe('other');
});
