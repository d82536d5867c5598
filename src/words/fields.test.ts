import { expect, test } from 'vitest';
import { refusalSentence } from './fields';

test('an error of the whole document names no field', () => {
  const fault = { kind: 'too_many_entries', most: 1000 } as const;
  expect(refusalSentence({ field: '', value: '', fault, message: 'the document is too large' })).toBe(
    'The simulator says: the document is too large',
  );
});
