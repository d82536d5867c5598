import { expect, test } from 'vitest';
import { firstSentence, plain } from './readings';

test('a text for a stage is without its marks, and a figure that is not known yet is left open', () => {
  expect(plain('{lane:b|B} moves {more.percent} % more {term:messages}.', { 'more.percent': '8.5' })).toBe(
    'B moves 8.5 % more messages.',
  );
  expect(plain('{more.percent} %', {})).toBe('… %');
});

test('the first sentence ends at its full stop, not at that of a number', () => {
  expect(firstSentence('B gains 8.5 % here. Elsewhere it loses.')).toBe('B gains 8.5 % here.');
  expect(firstSentence('B 在这里多 8.5 %。别处更少。')).toBe('B 在这里多 8.5 %。');
  expect(firstSentence('Watch CPU 5')).toBe('Watch CPU 5');
  expect(firstSentence('The kernel keeps a map: sets of CPUs. They nest.')).toBe(
    'The kernel keeps a map: sets of CPUs.',
  );
  expect(firstSentence('谁更快？看 B。')).toBe('谁更快？');
});
