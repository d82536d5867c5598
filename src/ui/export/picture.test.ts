// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { picture } from './picture';

// Colours are read from a canvas, which the DOM of the tests has not.
vi.mock('./svg', async (original) => ({
  ...(await original<typeof import('./svg')>()),
  paint: (name: string) => `${name}="#000"`,
}));

const caption = { title: '', source: '', changes: null, link: '', titled: false };

test('a shape that a style moves, dims or hides is moved, dimmed or hidden in the picture', () => {
  document.body.innerHTML = `<div><svg viewBox="0 0 9 9">
    <g id="moved" style="transform: translate(3px, 4px)"><circle r="1"/></g>
    <g id="dimmed" style="opacity: 0.35"><circle r="2"/></g>
    <g id="hidden" style="opacity: 0"><circle r="3"/></g>
    <path d="M0 0H9" pathLength="1" style="paint-order: stroke"/>
  </svg></div>`;
  const host = document.querySelector('div') as HTMLElement;
  const svg = picture(host, caption);
  expect(svg).toMatch(/<g id="moved" transform="[^"]*3[^"]*4/);
  expect(svg).toMatch(/<g id="dimmed"[^>]* opacity="0.35"/);
  expect(svg).not.toContain('id="hidden"');
  expect(svg).toMatch(/<path d="M0 0H9" pathLength="1"[^>]*paint-order="stroke"/);
});
