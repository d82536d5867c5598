// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { act, cleanup, configure, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Assignment as Document, Mark, Sheet, Value } from '../../engine/assignments';
import { PRESETS } from '../../scenario/presets';
import { look } from '../../state/view';
import { Assignment } from './Assignment';
import { assignmentStore } from './store';

const tried = vi.hoisted(() => [] as Value[]);
vi.mock('../../engine/assignments', async (original) => ({
  ...(await original<object>()),
  ask: async ({ as, value, values, sheet }: { as: string; value: Value; values: readonly Value[]; sheet: Sheet }) => {
    // As long as its texts, as if nothing could be packed.
    if (as === 'code') return `SPA1.${JSON.stringify(sheet.answers)}.`;
    if (as === 'runs') return values.map((one) => (one === null ? [] : [PRESETS.classroom]));
    if (as !== 'try') throw new Error('no experiment');
    tried.push(value);
    const part = { what: 'cpu', is_right: false, points: 0, of: 3, value: 7 } as const;
    return { points: 0, by_hand: false, parts: [part], replay: 'same', runs: '0' } satisfies Mark;
  },
}));

// A busy machine may be slow.
configure({ asyncUtilTimeout: 20_000 });
afterEach(() => {
  cleanup();
  tried.length = 0;
  look({ selection: null });
});

function open(name: string, at: number, seeds?: Document['seeds']): void {
  const read: Document = JSON.parse(readFileSync(`examples/assignments/${name}.json`, 'utf8'));
  const assignment = seeds ? { ...read, seeds } : read;
  const answers = assignment.tasks.map(() => ({ value: null, mark: null }));
  assignmentStore.setState({ assignment, at, answers, number: '' });
  render(<Assignment onLeave={null} SourceField={() => null} />);
}

const given = () => assignmentStore.getState().answers[assignmentStore.getState().at]?.value;
const form = () => document.querySelector('form') as HTMLFormElement;
const fields = () => [...form().querySelectorAll('input')];

/** Fills in the fields: the first option, or the number. */
function answer(number: string): void {
  const [first, ...others] = fields();
  for (const field of first?.type === 'range' ? others : fields()) {
    if (field.type === 'number') fireEvent.change(field, { target: { value: number } });
    else if (field === first) fireEvent.click(field);
  }
}

test.each([
  ['predict', 'nice', 0],
  ['curve', 'nice', 1],
  ['cpu', 'clusters', 0],
  ['find', 'stealing', 1],
  ['choice', 'clusters', 4],
  ['choice', 'nice', 2],
])('a checked answer of the kind %s (%s) cannot be changed or checked again', async (kind, name, at) => {
  open(name, at);
  expect(assignmentStore.getState().assignment?.tasks[at]?.ask.kind).toBe(kind);
  answer('5');
  const first = given();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: /^(Check|Run) it$/ })));
  expect(tried).toEqual([first]);
  expect(fields().length).toBeGreaterThan(0);
  expect(fields().filter((field) => !field.closest('fieldset')?.disabled)).toEqual([]);
  expect(screen.queryByRole('button', { name: /^(Check|Run) it$/ })).toBeNull();
  expect(screen.queryByText(/^A click on a CPU/)).toBeNull();

  // The key Enter, a click on a CPU in the drawing, and a script that enables the fields.
  await act(async () => fireEvent.submit(form()));
  act(() => look({ selection: { lane: 'a', cpu: 7 } }));
  for (const set of form().querySelectorAll('fieldset')) set.disabled = false;
  answer('7');
  expect(tried).toEqual([first]);
  expect(given()).toEqual(first);
});

test('switches and numbers that have to reach a goal can be checked again', async () => {
  open('clusters', 3);
  for (const number of ['5', '7']) {
    answer(number);
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Check it' })));
  }
  expect(tried).toHaveLength(2);
  expect(tried[1]).not.toEqual(tried[0]);
});

test('if seeds come from the student number, an answer can be checked once there is a number', () => {
  open('clusters', 0, { per_student: 2, scoring: 2 });
  answer('5');
  const check = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Check it' });
  expect(check().disabled).toBe(true);
  expect(screen.getByText(/^Type your student number below first/)).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Student number'), { target: { value: 's-1' } });
  expect(check().disabled).toBe(false);
  expect(screen.getByText('The answer cannot be changed once it is checked.')).toBeTruthy();
});

test('a curve runs once every value has a guess: after the run it is locked', () => {
  open('nice', 1);
  const [first, ...others] = fields();
  if (first) fireEvent.change(first, { target: { value: '50' } });
  const start = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Run it' });
  expect(start().disabled).toBe(true);
  for (const field of others) fireEvent.change(field, { target: { value: '60' } });
  expect(start().disabled).toBe(false);
});

test('an answer that was run has a link to its run', async () => {
  open('clusters', 0);
  expect(screen.queryByText('Links of the runs')).toBeNull();
  answer('5');
  expect(screen.queryByText('Links of the runs')).toBeNull();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Check it' })));
  const runs = screen.getByText('Links of the runs').closest('details') as HTMLDetailsElement;
  runs.open = true;
  fireEvent(runs, new Event('toggle'));
  const link = await screen.findByRole('link', { name: 'Question 1' });
  expect(link.getAttribute('href')).toMatch(/#v\d+&p=classroom/);
  expect(within(runs).getByText('0')).toBeTruthy();
});

test('answers in words that do not fit into a code are reported while they are typed, and nothing is lost', async () => {
  open('nice', 4);
  const { assignment } = assignmentStore.getState();
  if (!assignment) throw new Error('no assignment');
  // The document allows more than a code can hold.
  const tasks = assignment.tasks.map((task) =>
    task.ask.kind === 'words' ? { ...task, ask: { ...task.ask, most: 10_000 } } : task,
  );
  act(() => assignmentStore.setState({ assignment: { ...assignment, tasks }, name: 'Ada' }));
  const write = (text: string) => fireEvent.change(screen.getByLabelText('Your answer'), { target: { value: text } });
  const make = () => act(async () => fireEvent.click(screen.getByRole('button', { name: 'Make the code' })));
  write('x'.repeat(500));
  const answers = assignment.tasks.map((_, i) => ({ value: i === 4 ? 'x'.repeat(500) : null, runs: '' }));
  const left = 2000 - `SPA1.${JSON.stringify(answers)}.`.length;
  expect(await screen.findByText(`The code for all answers: ${left} of 2000 characters left`));
  await make();
  expect(screen.getByLabelText('Your code')).toBeTruthy();

  write('x'.repeat(3000));
  // The earlier code does not have the new answer.
  expect(screen.queryByLabelText('Your code')).toBeNull();
  expect(await screen.findByText(/^The code would have 3\d+ characters; at most 2000 are possible/)).toBeTruthy();
  await make();
  expect(screen.queryByLabelText('Your code')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Save as a file' })).toBeNull();
  expect(given()).toBe('x'.repeat(3000));

  write('Shorter.');
  expect(await screen.findByText(/of 2000 characters left$/)).toBeTruthy();
  expect(screen.queryByText(/^The code would have/)).toBeNull();
  await make();
  expect(screen.getByLabelText<HTMLTextAreaElement>('Your code').value).toContain('Shorter.');
});

test('a code with a scheduler is a file, however long it is', async () => {
  open('mlfq', 1);
  const { answers } = assignmentStore.getState();
  act(() =>
    assignmentStore.setState({ name: 'Ada', answers: answers.with(1, { value: 'x'.repeat(3000), mark: null }) }),
  );
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Make the code' })));
  expect(screen.getByRole('button', { name: 'Save as a file' })).toBeTruthy();
  expect(screen.queryByLabelText('Your code')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Copy' })).toBeNull();
});

test('a CPU that is to be found is typed or clicked in the drawing, and a moment is only typed', async () => {
  open('stealing', 1);
  const moment = screen.getByLabelText<HTMLInputElement>('Moment (ns)');
  act(() => look({ selection: { lane: 'b', cpu: 3 } }));
  expect(moment.value).toBe('');
  expect(screen.queryByText(/^A click on a CPU/)).toBeNull();
  cleanup();
  look({ selection: null });

  open('stealing', 1);
  const { assignment } = assignmentStore.getState();
  if (!assignment) throw new Error('no assignment');
  const tasks = assignment.tasks.map((task) =>
    task.ask.kind === 'find' ? { ...task, ask: { ...task.ask, what: 'cpu' as const } } : task,
  );
  act(() => assignmentStore.setState({ assignment: { ...assignment, tasks } }));
  const cpu = screen.getByLabelText<HTMLInputElement>('CPU number');
  expect(screen.getByText(/^A click on a CPU/)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Check it' }).disabled).toBe(true);
  fireEvent.change(cpu, { target: { value: '2' } });
  expect(given()).toBe(2);
  act(() => look({ selection: { lane: 'b', cpu: 7 } }));
  expect(cpu.value).toBe('7');
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Check it' })));
  expect(tried).toEqual([7]);
  expect(cpu.matches(':disabled') || cpu.closest('fieldset')?.disabled).toBe(true);
  // What was right is named as a CPU.
  expect(screen.getByText('The CPU: Not right.')).toBeTruthy();
  expect(screen.getByText('CPU 7', { exact: false })).toBeTruthy();
});
