import { expect, test } from 'vitest';
import { placeBubble } from './placeBubble';

const apart = (a: { x: number; y: number; w: number; h: number }, b: typeof a) =>
  a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y;

const LANES = [
  { name: 'a wide lane', right: 672, bottom: 585, bubble: { width: 340, height: 170 }, cell: { w: 110, h: 60 } },
  {
    name: 'a lane of a projector',
    right: 476,
    bottom: 400,
    bubble: { width: 340, height: 190 },
    cell: { w: 80, h: 40 },
  },
  { name: 'half a phone', right: 173, bottom: 330, bubble: { width: 173, height: 150 }, cell: { w: 30, h: 30 } },
  {
    name: 'half a phone, many words',
    right: 173,
    bottom: 330,
    bubble: { width: 173, height: 300 },
    cell: { w: 30, h: 30 },
  },
];

test.each(LANES)(
  'wherever a CPU is in $name, its bubble lies in the lane and not on it',
  ({ right, bottom, bubble, cell }) => {
    const lane = { left: 0, right, top: 0, bottom };
    for (let x = 0; x + cell.w <= right; x += 7) {
      for (let y = 40; y + cell.h <= bottom; y += 7) {
        const cpu = { left: x, right: x + cell.w, top: y, bottom: y + cell.h };
        const spot = placeBubble(cpu, bubble, lane);
        const [w, h] = [Math.min(bubble.width, right), spot.most ?? bubble.height];
        expect(apart({ x, y, ...cell }, { x: spot.x, y: spot.y, w, h }), `${x} ${y}`).toBe(true);
        expect(spot.x >= 0 && spot.x + w <= right && spot.y >= 0 && spot.y + h <= bottom, `${x} ${y}`).toBe(true);
      }
    }
  },
);

test('the bubble is beside its CPU if there is room, else above or below, and points at its centre', () => {
  const lane = { left: 0, right: 672, top: 0, bottom: 585 };
  const bubble = { width: 340, height: 170 };
  const at = (left: number, top: number) =>
    placeBubble({ left, right: left + 110, top, bottom: top + 60 }, bubble, lane);
  expect(at(20, 200)).toEqual({ x: 140, y: 145, side: 'right', tip: 85, most: null });
  expect(at(540, 200)).toMatchObject({ x: 190, side: 'left' });
  expect(at(280, 400)).toMatchObject({ y: 220, side: 'over', tip: 170 });
  expect(at(280, 40)).toMatchObject({ y: 110, side: 'under' });
});
