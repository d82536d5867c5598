import { expect, test } from 'vitest';
import { refusalSentence } from './fields';

test('a refusal of the document as a whole names no field', () => {
  const fault = { kind: 'too_many_entries', most: 1000 } as const;
  expect(refusalSentence({ field: '', value: '', fault, message: 'the document is too large' })).toBe(
    'The simulator says: the document is too large',
  );
});

test('a number of the range that is not whole as it is written is told to be that', () => {
  const said = (value: string) =>
    refusalSentence({
      field: 'limit_ms',
      value,
      fault: { kind: 'out_of_range', min: 1, max: 600000, unit: 'ms' },
      message: '',
    });
  expect(said('1e3')).toContain('1e3 is not a whole number from 1 to');
  expect(said('0')).toContain('allowed: 1 to');
});
