// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { NO_AUTHOR } from '../../scenario/author';
import { PRESETS } from '../../scenario/presets';
import { openScenario, scenarioStore, setAuthor } from '../../state/scenario';
import { viewStore } from '../../state/view';
import { AuthorFields } from './AuthorFields';

beforeEach(() => openScenario('cluster', PRESETS.cluster));
afterEach(cleanup);
const author = () => scenarioStore.getState().author;

function type(label: RegExp, value: string): HTMLInputElement {
  const field = screen.getByLabelText(label) as HTMLInputElement;
  fireEvent.change(field, { target: { value } });
  fireEvent.blur(field);
  return field;
}

test('title, question and sentences enter the scenario as single lines', () => {
  render(<AuthorFields />);
  type(/Title/, '  Week 3 ');
  type(/Question/, 'Who\u202e waits?');
  type(/sentences/, 'Play.\n\nLook.');
  expect(author()).toEqual({ title: 'Week 3', question: 'Who waits?', sentences: ['Play.', 'Look.'] });
});

test('a text that is too long stays in its field with one sentence, and nothing is lost', () => {
  render(<AuthorFields />);
  const long = 'x'.repeat(81);
  expect(type(/Title/, long).value).toBe(long);
  expect(screen.getByRole('alert').textContent).toBe('Title: 81 characters; at most 80 are allowed.');
  type(/sentences/, 'a\nb\nc\nd');
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toContain(
    'Up to three sentences, one per line: 4 lines; at most 3 are allowed.',
  );
  expect(author()).toEqual(NO_AUTHOR);
});

test('a locked scenario is not changed, and another one is not locked', () => {
  setAuthor({ ...NO_AUTHOR, title: 'Exam' });
  scenarioStore.setState({ locked: true });
  setAuthor(NO_AUTHOR);
  expect([author().title, viewStore.getState().refusedEdit]).toEqual(['Exam', true]);
  openScenario('steal', PRESETS.steal);
  expect([author().title, scenarioStore.getState().locked]).toEqual(['', false]);
});
