// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { decode } from '../../scenario/link';
import { look, viewStore } from '../../state/view';
import { Ways } from './Ways';

afterEach(() => {
  cleanup();
  look({ dialog: null });
});

test('below the acts are the ways to a machine, a recording, a scheduler and a class', () => {
  const href = 'v3&p=cluster&challenge=one_sleeper';
  render(<Ways schedulerHref={href} />);
  const ways = within(screen.getByRole('navigation', { name: 'What you can bring' }));
  for (const [name, dialog] of [
    ['Your machine paste what lscpu prints', 'own'],
    ['Your recording a real machine beside the model', 'recording'],
  ] as const) {
    fireEvent.click(ways.getByRole('button', { name }));
    expect(viewStore.getState().dialog).toBe(dialog);
  }
  expect(ways.getByRole('link', { name: /^Your scheduler/ }).getAttribute('href')).toBe(`#${href}`);
  expect(decode(href)).toMatchObject({ problem: null, view: { challenge: 'one_sleeper' } });
  expect(ways.getByRole('button', { name: /^For a class/ })).toBeDefined();
});
