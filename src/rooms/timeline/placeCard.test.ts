import { expect, test } from 'vitest';
import { placeCard } from './placeCard';

const card = { width: 300, height: 120 };
const window = { width: 1440, height: 900 };

test('the card is inside its lane, aligned at the bottom, or outside if there is no room', () => {
  const lane = { left: 32, right: 704, bottom: 880 };
  const at = (left: number, right: number) => placeCard({ left, right, top: 800, lane }, card, window);
  expect(at(200, 260)).toEqual({ x: 270, y: 760 });
  expect(at(600, 680)).toEqual({ x: 290, y: 760 });
  // In the middle of a narrow lane.
  expect(placeCard({ left: 200, right: 260, top: 800, lane: { ...lane, right: 400 } }, card, window).x).toBe(270);
  const right = { left: 736, right: 1408, bottom: 880 };
  expect(placeCard({ left: 1300, right: 1380, top: 800, lane: right }, card, window).x).toBe(990);
});

test('if there is no room at the side, the card is above, inside the window', () => {
  const phone = { width: 390, height: 844 };
  const lane = { left: 0, right: 390, bottom: 700 };
  expect(placeCard({ left: 150, right: 260, top: 600, lane }, card, phone)).toEqual({ x: 82, y: 470 });
  expect(placeCard({ left: 150, right: 260, top: 40, lane }, card, phone).y).toBeGreaterThan(40);
});
