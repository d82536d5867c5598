// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Dialog } from './Dialog';

afterEach(cleanup);

test('Escape closes a dialog before it is unmounted, so that the browser restores the focus', () => {
  const open: boolean[] = [];
  const onClose = vi.fn(() => open.push(screen.getByRole<HTMLDialogElement>('dialog', { hidden: true }).open));
  render(
    <Dialog title="Notes" closeLabel="Close" onClose={onClose}>
      <input type="file" />
    </Dialog>,
  );
  const dialog = screen.getByRole('dialog');
  fireEvent(dialog.querySelector('input') as HTMLElement, new Event('cancel', { bubbles: true }));
  expect(onClose).not.toHaveBeenCalled();
  fireEvent(dialog, new Event('cancel', { cancelable: true }));
  expect(open[0]).toBe(false);
});

function Either({ shown }: { readonly shown: string }) {
  return (
    <>
      <button type="button">Share</button>
      {['first', 'second']
        .filter((title) => title === shown)
        .map((title) => (
          <Dialog key={title} title={title} closeLabel="Close" onClose={() => {}}>
            <p>{title}</p>
          </Dialog>
        ))}
    </>
  );
}

test('a dialog that replaces another restores the focus to where it was before the first', () => {
  const { rerender } = render(<Either shown="" />);
  const button = screen.getByText('Share');
  button.focus();
  for (const shown of ['first', 'second', '']) {
    // As the browser does with a modal dialog.
    rerender(<Either shown={shown} />);
    if (shown) screen.getByLabelText('Close').focus();
  }
  expect(document.activeElement).toBe(button);
});
