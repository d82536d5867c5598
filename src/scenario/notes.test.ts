import { expect, test } from 'vitest';
import { MAX_NOTE_TEXT, noteText } from './notes';

test('a note is one line without hidden characters', () => {
  expect(noteText('  two\n\tlines  ')).toBe('two lines');
  expect(noteText(`two   ${' '.repeat(MAX_NOTE_TEXT)}words`)).toBe('two words');
  expect(noteText(`${' '.repeat(MAX_NOTE_TEXT)}late`)).toBe('late');
  // A change of direction would also affect the following text.
  expect(noteText('a\u202eb\u2066c')).toBe('a b c');
  expect(noteText('\ud800x')).toBe('x');
  expect(noteText('缓存行 🙂')).toBe('缓存行 🙂');
});

test('a long note is cut between characters and does not end in a space', () => {
  const smiles = '🙂'.repeat(MAX_NOTE_TEXT);
  expect(noteText(smiles)).toBe(smiles);
  expect(noteText(`${smiles}🙂`)).toBe(smiles);
  expect(noteText(`${'x'.repeat(MAX_NOTE_TEXT - 1)} y`)).toBe('x'.repeat(MAX_NOTE_TEXT - 1));
});
