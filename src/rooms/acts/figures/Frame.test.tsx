// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Frame, LitPart } from './Frame';

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
