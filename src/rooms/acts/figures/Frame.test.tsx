// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Frame, LitPart, NewWord } from './Frame';

afterEach(cleanup);

test('a part inside another part leaves the light to it', () => {
  const lit: (string | null)[] = [];
  const of = { lit: null, onLit: (part: string | null) => lit.push(part) };
  render(
    <Frame width={10} height={10} label="two parts">
      <LitPart part="outer" of={of}>
        <rect data-testid="outer" />
        <LitPart part="inner" of={of}>
          <rect data-testid="inner" />
        </LitPart>
      </LitPart>
    </Frame>,
  );
  const [outer, inner] = [screen.getByTestId('outer'), screen.getByTestId('inner')];
  fireEvent.pointerOver(outer, { relatedTarget: document.body });
  fireEvent.pointerOut(outer, { relatedTarget: inner });
  expect(lit.at(-1)).toBe('inner');
  fireEvent.pointerOut(inner, { relatedTarget: outer });
  expect(lit.at(-1)).toBe('outer');
  fireEvent.pointerOut(outer, { relatedTarget: document.body });
  expect(lit.at(-1)).toBeNull();
});

test('the leader of a new word begins at the nearest edge of its box, and crosses no box', () => {
  const leader = (to: readonly [number, number]) => {
    render(
      <Frame width={600} height={300} label="a word">
        <NewWord word={{ term: 'L3 tag', means: 'a list' }} y={100} to={to} left={200} right={600} />
      </Frame>,
    );
    const d = document.querySelector('.figure-word path')?.getAttribute('d');
    cleanup();
    return d;
  };
  // Beside the box, above it, below it.
  expect(leader([100, 125])).toBe('M200 125L100 125');
  expect(leader([400, 20])).toBe('M400 100L400 20');
  expect(leader([400, 250])).toBe('M400 150L400 250');
});
