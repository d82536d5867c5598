import { expect, test } from 'vitest';
import { goOn, wantedPieces } from '../scripts/lib/pieces.mjs';

const wanted = (...args: string[]) => wantedPieces(args, ['core', 'report'], { for: 'SECONDS' });

test('all parts are wanted without end unless something else is said', () => {
  expect(wanted()).toEqual({ parts: ['core', 'report'], anew: false, for: Number.POSITIVE_INFINITY });
  expect(wanted('report', '--for', '60', '--anew')).toEqual({ parts: ['report'], anew: true, for: 60 });
});

test('what is not known is refused with what is', () => {
  const known = /Known: core, report, --for SECONDS, --anew\.$/;
  for (const args of [['cores'], ['--for', '0'], ['--for', '1.5'], ['--most', '3']])
    expect(() => wanted(...args), args.join(' ')).toThrow(known);
});

test('pieces go on from where they stood, each is kept at once, and the last may be shorter', async () => {
  const own = { done: 3 };
  const seen: unknown[] = [];
  const how = {
    piece: 4,
    endMs: Number.POSITIVE_INFINITY,
    run: async (from: number, to: number) => void seen.push([from, to]),
    keep: () => seen.push(own.done),
  };
  await goOn(own, { ...how, until: 9 });
  expect(seen).toEqual([[3, 7], 7, [7, 9], 9]);
  // Its time is up.
  await goOn(own, { ...how, until: 20, endMs: 0 });
  expect(own.done).toBe(9);
});
