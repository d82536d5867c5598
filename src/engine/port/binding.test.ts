import { expect, test } from 'vitest';
import { fieldErrors } from './binding';

test('only a list of field errors is a refusal; any other exception is a fault', () => {
  expect(fieldErrors('[{"field":"seed"}]')).toEqual([{ field: 'seed' }]);
  expect(
    ['{"field":"seed"}', 'unreachable', 'toString', '"text"', new Error('[]'), undefined, []].map(fieldErrors),
  ).toEqual(Array(7).fill(null));
});
