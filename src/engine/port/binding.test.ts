import { expect, test } from 'vitest';
import { fieldErrors } from './binding';

test('of the words of a small module one says that it is without something, the other that something is wrong', () => {
  const kinds = ['not built', 'refused'].map((thrown) => fieldErrors(thrown)?.map(({ fault }) => fault.kind));
  expect(kinds).toEqual([['not_built'], ['other']]);
});

test('only a list of field errors is a refusal; whatever else is thrown is a fault', () => {
  expect(fieldErrors('[{"field":"seed"}]')).toEqual([{ field: 'seed' }]);
  expect(
    ['{"field":"seed"}', 'unreachable', 'toString', '"text"', new Error('[]'), undefined, []].map(fieldErrors),
  ).toEqual(Array(7).fill(null));
});
