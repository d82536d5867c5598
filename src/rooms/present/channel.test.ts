import { expect, test } from 'vitest';
import { newId, readToSpeaker, readToStage, speakerAddress, speakerOf } from './channel';

const CUE = { text: 'B looks next door', about: '4.000 ms', notes: ['1. B looks next door'] };
const TALK = { at: 1, all: 3, now: CUE, next: null, asks: true, place: '1 of 3', isFirst: false, isLast: false };

test('the address of a speaker’s window has its presentation and language, on any path and in a file', () => {
  const id = newId();
  for (const page of [
    'https://example.org/talks/x/?a=1#v3&p=cluster&cue=1',
    'file:///home/me/a%20b/playground.html#v3',
  ]) {
    const address = speakerAddress(page, id, 'zh');
    expect(address.split('#')[0]).toBe(page.split('#')[0]);
    expect(speakerOf(new URL(address).hash)).toEqual({ id, lang: 'zh' });
  }
});

test('another fragment is another page', () => {
  for (const hash of [
    '',
    '#v3&p=cluster',
    '#speaker=1234',
    '#speaker=zzzzzzzzzzzzzzzz&lang=en',
    '#speaker=0011223344556677',
  ])
    expect(speakerOf(hash)).toBeNull();
});

test('two presentations have different channels', () => {
  expect(newId()).toMatch(/^[0-9a-f]{16}$/);
  expect(newId()).not.toBe(newId());
});

test('a message arrives unchanged', () => {
  const message = { type: 'talk', since: 12, talk: TALK };
  expect(readToSpeaker(message)).toEqual(message);
  const clock = { type: 'clock', ns: 4e6, playing: true, blank: false };
  expect(readToSpeaker(clock)).toEqual(clock);
  expect(readToSpeaker({ type: 'picture', svg: '<svg/>' })).toEqual({ type: 'picture', svg: '<svg/>' });
  expect(readToStage({ type: 'turn', by: -1 })).toEqual({ type: 'turn', by: -1 });
});

test('other data is ignored', () => {
  for (const data of [null, 7, 'talk', {}, { type: 'talk' }, { type: 'talk', since: Number.NaN, talk: TALK }])
    expect(readToSpeaker(data)).toBeNull();
  for (const data of [{ type: 'clock', ns: -1 }, { type: 'clock', ns: Number.POSITIVE_INFINITY }, { type: 'turn' }])
    expect(readToSpeaker(data)).toBeNull();
  for (const data of [undefined, { type: 'turn', by: 2 }, { type: 'turn', by: '1' }, { type: 'seek', ns: 1 }])
    expect(readToStage(data)).toBeNull();
});

test('the size of a message is limited', () => {
  const long = 'x'.repeat(100_000);
  const now = { text: long, about: 5, notes: Array.from({ length: 500 }, () => long) };
  const message = readToSpeaker({ type: 'talk', since: 0, talk: { ...TALK, now } });
  expect(JSON.stringify(message).length).toBeLessThan(40_000);
  expect(readToSpeaker({ type: 'picture', svg: 'x'.repeat(5_000_000) })).toBeNull();
});
