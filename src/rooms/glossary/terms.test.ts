import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { matching, termsOf } from './terms';

const terms = termsOf(readFileSync(new URL('../../../docs/glossary.md', import.meta.url), 'utf8'));

test('every term has a name and a meaning in both languages', () => {
  expect(terms.length).toBeGreaterThan(60);
  for (const { name, meaning } of terms)
    for (const text of [name.en, name.zh, meaning.en, meaning.zh]) expect(text, name.en).not.toBe('');
});

test('a query finds names before meanings, in either language', () => {
  expect(matching(terms, 'Target')[0]?.name.en).toBe('target');
  expect(matching(terms, '时间片')[0]?.name.en).toBe('time slice');
  expect(matching(terms, 'nothing of this kind')).toEqual([]);
});
