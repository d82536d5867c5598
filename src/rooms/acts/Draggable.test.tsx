// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PRESETS } from '../../scenario/presets';
import { scenarioStore } from '../../state/scenario';
import { loadLanguage } from '../../words';
import { Draggable } from './Draggable';
import { PARAMETERS, valueAfter } from './parameters';

beforeEach(async () => {
  await loadLanguage('en');
  scenarioStore.setState({ document: PRESETS['false-sharing'] });
  // The DOM of the test has no pointer capture.
  HTMLElement.prototype.setPointerCapture = () => {};
});
afterEach(cleanup);

const stride = () => Reflect.get(scenarioStore.getState().document.workload, 'stride');
const number = () => screen.getByRole('slider', { name: 'bytes from x to y' });

test('the arrow keys move the number, and do not turn the step', () => {
  const turn = vi.fn();
  document.addEventListener('keydown', turn);
  render(<Draggable name="stride" text="4" />);
  expect(number().textContent).toBe('4');
  fireEvent.keyDown(number(), { key: 'ArrowRight' });
  expect(stride()).toBe(8);
  fireEvent.keyDown(number(), { key: 'End' });
  expect(number().getAttribute('aria-valuenow')).toBe('128');
  fireEvent.keyDown(number(), { key: 'Home' });
  fireEvent.keyDown(number(), { key: 'ArrowLeft' });
  expect(stride()).toBe(4);
  expect(turn).not.toHaveBeenCalled();
  document.removeEventListener('keydown', turn);
});

test.each(['mouse', 'touch'])('a %s drags the number', (pointerType) => {
  render(<Draggable name="stride" text="4" />);
  fireEvent.pointerDown(number(), { clientX: 100, pointerId: 1, pointerType });
  fireEvent.pointerMove(number(), { clientX: 126, pointerId: 1, pointerType });
  expect(stride()).toBe(16);
  fireEvent.pointerMove(number(), { clientX: 160, pointerId: 1, pointerType });
  expect(stride()).toBe(64);
  fireEvent.pointerUp(number(), { pointerId: 1 });
  fireEvent.pointerMove(number(), { clientX: 0, pointerId: 1 });
  expect(stride()).toBe(64);
});

test('an experiment without the parameter keeps the number of the text', () => {
  const { container } = render(<Draggable name="pairs" text="28" />);
  expect(container.textContent).toBe('28');
  expect(screen.queryByRole('slider')).toBeNull();
});

test('values stay within their ends', () => {
  const { nice, run, stride } = PARAMETERS;
  expect(valueAfter(nice, 19, 1)).toBe(19);
  expect(valueAfter(stride, 4, Number.POSITIVE_INFINITY)).toBe(128);
  expect(run.of(PRESETS.debt)).toBe(3);
  expect(run.of(run.set(PRESETS.debt, 5))).toBe(5);
});
