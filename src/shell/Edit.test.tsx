// @vitest-environment happy-dom
import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { look, viewStore } from '../state/view';
import { Edit } from './Edit';

vi.mock('../rooms/experiment/Experiment', () => ({ Experiment: () => null }));
vi.mock('./Switches', () => ({ Switches: () => null }));
vi.mock('../rooms/verdict/NoEffect', () => ({ useNoEffect: () => null }));
afterEach(cleanup);

test('Escape closes the editor, but not behind a page that covers it', () => {
  look({ editing: true, show: 'replication' });
  render(<Edit />);
  const leave = () => fireEvent.keyDown(document.body, { key: 'Escape', cancelable: true });
  // True: the event was not stopped, so other listeners receive it, too.
  expect([leave(), viewStore.getState().editing]).toEqual([true, true]);
  look({ show: null });
  expect([leave(), viewStore.getState().editing]).toEqual([false, false]);
});
