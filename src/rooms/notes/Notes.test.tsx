// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { MAX_NOTE_TEXT } from '../../scenario/notes';
import { scenarioStore, setNotes } from '../../state/scenario';
import { NotesDialog } from './Notes';

afterEach(cleanup);

const texts = () => scenarioStore.getState().notes.map(({ text }) => text);

test('the first click removes a note that was just changed', () => {
  setNotes(['first', 'second'].map((text, i) => ({ pin: { kind: 'moment', ns: i * 1e6 }, text })));
  render(<NotesDialog />);
  const [input] = screen.getAllByRole<HTMLInputElement>('textbox');
  const [remove] = screen.getAllByRole('button', { name: /^Delete/ });
  if (!input || !remove) throw new Error('there is no note');
  fireEvent.input(input, { target: { value: 'changed' } });
  // Pressing the pointer on the button blurs the field; releasing it clicks.
  fireEvent.blur(input);
  expect(texts()).toEqual(['changed', 'second']);
  expect(remove.isConnected).toBe(true);
  fireEvent.click(remove);
  expect(texts()).toEqual(['second']);
  expect(screen.getAllByRole<HTMLInputElement>('textbox')[0]?.value).toBe('second');
});

test('Enter changes a note and keeps its field; an emptied field shows the note again', () => {
  setNotes([{ pin: { kind: 'moment', ns: 1e6 }, text: 'first' }]);
  render(<NotesDialog />);
  const input = () => screen.getAllByRole<HTMLInputElement>('textbox')[0] as HTMLInputElement;
  const field = input();
  const type = (value: string) => fireEvent.input(field, { target: { value } });
  type('changed');
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(texts()).toEqual(['changed']);
  expect(input()).toBe(field);
  type(' ');
  fireEvent.blur(field);
  expect(texts()).toEqual(['changed']);
  expect(input().value).toBe('changed');
});

test('the counter of one remaining character is singular', () => {
  setNotes([]);
  render(<NotesDialog />);
  const field = screen.getByLabelText('Text');
  const left = (typed: number) => {
    fireEvent.change(field, { target: { value: 'x'.repeat(typed) } });
    return screen.getByText(/left$/).textContent;
  };
  expect([left(MAX_NOTE_TEXT - 2), left(MAX_NOTE_TEXT - 1)]).toEqual(['2 characters left', '1 character left']);
});
