// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { NumberField } from '../src/ui/NumberField';

afterEach(cleanup);

function Groups({ heard }: { heard: number[] }) {
  const [value, setValue] = useState(4);
  return (
    <NumberField
      label="Groups"
      value={value}
      min={1}
      max={100}
      complaint={(text) => `${text} is not within 1 to 100`}
      onChange={(next) => {
        heard.push(next);
        setValue(next);
      }}
    />
  );
}

const type = (text: string) => fireEvent.change(screen.getByLabelText('Groups'), { target: { value: text } });

test('only good numbers are passed on; a bad one is kept as typed, with its range beside it', () => {
  const heard: number[] = [];
  render(<Groups heard={heard} />);
  for (const bad of ['0', '101', '4.5', 'many', '', '1e2', '-3']) {
    type(bad);
    expect(screen.getByRole('alert').textContent).toBe(`${bad} is not within 1 to 100`);
    expect(screen.getByLabelText<HTMLInputElement>('Groups').value).toBe(bad);
  }
  expect(heard).toEqual([]);
  type('7');
  expect(heard).toEqual([7]);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('spaces that came along with a pasted number do not matter', () => {
  const heard: number[] = [];
  render(<Groups heard={heard} />);
  type(' 12 ');
  expect(heard).toEqual([12]);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the arrows count up and down and stop at the ends', () => {
  const heard: number[] = [];
  render(<Groups heard={heard} />);
  const field = screen.getByLabelText('Groups');
  fireEvent.keyDown(field, { key: 'ArrowUp' });
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  type('100');
  fireEvent.keyDown(field, { key: 'ArrowUp' });
  expect(heard).toEqual([5, 4, 100, 100]);
});
