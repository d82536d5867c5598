import { expect, test } from 'vitest';
import { chipsWidth, chipTexts } from './chipTexts';

const TEXTS = [['plain kernel'], ['with cluster domain, cluster scan', 'with cluster domain']];

test('the chips use the longest texts that fit, and never overflow', () => {
  const said = (room: number) => chipTexts(TEXTS, room, 13);
  expect(said(600)).toEqual(['plain kernel', 'with cluster domain, cluster scan']);
  expect(said(380)).toEqual(['', 'with cluster domain, cluster scan']);
  expect(said(280)).toEqual(['', 'with cluster domain']);
  expect(said(200)).toEqual(['', '']);
  expect(said(0)).toEqual(['', '']);
  for (let room = 110; room < 600; room++) expect(chipsWidth(said(room), 13)).toBeLessThanOrEqual(room);
});
