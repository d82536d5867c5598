// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NumberField } from '../src/ui/NumberField';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Groups({ heard }: { heard: number[] }) {
  const [value, setValue] = useState(4);
  return (
    <NumberField
      label="Groups"
      value={value}
      min={1}
      max={100}
      complaint={(text) => `${text} is not within 1 to 100`}
      stays={(kept) => `(${kept} stays)`}
      onChange={(next) => {
        heard.push(next);
        setValue(next);
      }}
    />
  );
}

/** Waits for the pause that ends typing. */
const pause = () => act(() => vi.advanceTimersByTime(600));
const type = (text: string) => fireEvent.change(screen.getByLabelText('Groups'), { target: { value: text } });

test('only valid numbers are reported; an invalid one stays as typed, with its range beside it', () => {
  const heard: number[] = [];
  render(<Groups heard={heard} />);
  for (const bad of ['0', '101', '4.5', 'many', '', '1e2', '-3']) {
    type(bad);
    expect(screen.getByRole('alert').textContent).toBe(`${bad} is not within 1 to 100`);
    expect(screen.getByLabelText<HTMLInputElement>('Groups').value).toBe(bad);
  }
  expect(heard).toEqual([]);
  type('7');
  pause();
  expect(heard).toEqual([7]);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('spaces around a pasted number are ignored', () => {
  const heard: number[] = [];
  render(<Groups heard={heard} />);
  type(' 12 ');
  pause();
  expect(heard).toEqual([12]);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a number is reported once: when typing pauses, or when the field loses focus', () => {
  const heard: number[] = [];
  render(<Groups heard={heard} />);
  for (const text of ['1', '10', '100']) type(text);
  expect(heard).toEqual([]);
  pause();
  expect(heard).toEqual([100]);
  for (const text of ['2', '25']) type(text);
  fireEvent.blur(screen.getByLabelText('Groups'));
  pause();
  expect(heard).toEqual([100, 25]);
});

test('an invalid number is replaced by the current one when the field loses focus, with a message', () => {
  const heard: number[] = [];
  render(<Groups heard={heard} />);
  type('9000');
  pause();
  fireEvent.blur(screen.getByLabelText('Groups'));
  expect(screen.getByLabelText<HTMLInputElement>('Groups').value).toBe('4');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('status').textContent).toBe('9000 is not within 1 to 100 (4 stays)');
  expect(heard).toEqual([]);
  act(() => vi.advanceTimersByTime(8000));
  expect(screen.queryByRole('status')).toBeNull();
});

test('Enter explains why a number is invalid, and the field keeps its width', () => {
  render(<Groups heard={[]} />);
  const field = screen.getByLabelText<HTMLInputElement>('Groups');
  const { inlineSize } = field.style;
  expect(inlineSize).not.toBe('');
  type('99999999999');
  expect(field.style.inlineSize).toBe(inlineSize);
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(field.value).toBe('4');
  expect(screen.getByRole('status').textContent).toBe('99999999999 is not within 1 to 100 (4 stays)');
});

test('the arrows start at 0', () => {
  render(
    <NumberField label="Groups" value={0} min={-20} max={19} complaint={String} stays={String} onChange={() => {}} />,
  );
  const field = screen.getByLabelText<HTMLInputElement>('Groups');
  fireEvent.keyDown(field, { key: 'ArrowUp' });
  expect(field.value).toBe('1');
});

test('the arrows count up and down and stop at the ends', () => {
  const heard: number[] = [];
  render(<Groups heard={heard} />);
  const field = screen.getByLabelText<HTMLInputElement>('Groups');
  const press = (key: string) => {
    fireEvent.keyDown(field, { key });
    return field.value;
  };
  expect([press('ArrowUp'), press('ArrowUp'), press('ArrowDown')]).toEqual(['5', '6', '5']);
  type('100');
  expect(press('ArrowUp')).toBe('100');
  type('1');
  expect(press('ArrowDown')).toBe('1');
  pause();
  expect(heard).toEqual([1]);
});
