// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Takeaway, TakeawayContext } from './Takeaway';

test('an export that fails shows a message, also if the link cannot be made', async () => {
  const source = {
    link: () => {
      throw new Error('no link');
    },
    source: () => '',
    changes: null,
    openModel() {},
  };
  const { container } = render(
    <TakeawayContext value={source}>
      <Takeaway title="Runs" name="runs" table={() => ({ columns: [], rows: [] })} />
    </TakeawayContext>,
  );
  const menu = container.querySelector('.takeaway-menu') as HTMLElement;
  fireEvent(menu, Object.assign(new Event('beforetoggle'), { newState: 'open' }));
  fireEvent.click(screen.getByText('CSV figures'));
  await expect.poll(() => screen.getByRole('status').textContent).not.toBe('');
});
