import { expect, test } from 'vitest';
import { wantedPieces } from '../scripts/lib/pieces.mjs';

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
