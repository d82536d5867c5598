import { expect, test } from 'vitest';
import { PlaybackState } from './playbackState';

function stage() {
  const changes: boolean[] = [];
  return { changes, playback: new PlaybackState((playing) => changes.push(playing)) };
}
const can = () => true;
const target = (toNs = 5) => ({ toNs, isCut: false });

test('play and stop are reported once each, and play only if a lane can play', () => {
  const { playback, changes } = stage();
  playback.play(() => false);
  expect([playback.kind, playback.playing]).toEqual(['standing', false]);
  playback.play(can);
  playback.play(can);
  expect([playback.kind, playback.playing, playback.willPlay]).toEqual(['playing', true, true]);
  playback.stop();
  playback.stop();
  expect([playback.kind, changes]).toEqual(['standing', [true, false]]);
});

test('after a seek the lanes play again if they did before', () => {
  const { playback, changes } = stage();
  playback.play(can);
  const first = playback.seek(target());
  expect([playback.kind, playback.playing]).toEqual(['seeking', true]);
  playback.end(first);
  expect([playback.kind, changes]).toEqual(['playing', [true]]);
  const second = playback.seek(target());
  playback.stop();
  expect([playback.kind, playback.playing, changes]).toEqual(['seeking', false, [true, false]]);
  playback.end(second);
  expect(playback.kind).toBe('standing');
});

test('play during a seek plays after it', () => {
  const { playback, changes } = stage();
  const first = playback.seek(target());
  playback.end(playback.seek(target()));
  expect(playback.kind).toBe('standing');
  const latest = playback.seek(target());
  playback.play(() => false);
  expect(playback.playing).toBe(false);
  playback.play(can);
  expect([playback.kind, playback.playing, changes]).toEqual(['seeking', true, [true]]);
  playback.end(first);
  expect(playback.kind, 'another seek has begun').toBe('seeking');
  playback.end(latest);
  expect(playback.kind).toBe('playing');
});

test('play during a load waits for its end, and can be cancelled', () => {
  const { playback, changes } = stage();
  const load = playback.load(700);
  playback.play(() => false);
  expect([playback.kind, playback.playing, playback.willPlay, changes]).toEqual(['loading', false, true, []]);
  expect([load.target.toNs, load.after]).toEqual([700, 'play']);
  playback.cancelPlay();
  expect([playback.willPlay, load.after]).toEqual([false, 'stand']);
  playback.play(can);
  playback.end(load);
  // The caller plays now, since it knows whether a lane can play.
  expect([playback.kind, load.after]).toEqual(['standing', 'play']);
});

test('cancelling leaves a run that played before the load as it is', () => {
  const { playback } = stage();
  playback.play(can);
  const load = playback.load(0);
  playback.cancelPlay();
  expect([load.after, playback.playing]).toEqual(['resume', true]);
  playback.end(load);
  playback.cancelPlay();
  expect(playback.kind).toBe('playing');
});

test('a second load cancels the first, and inherits its pending play', () => {
  const { playback, changes } = stage();
  const first = playback.load(0);
  playback.play(can);
  const second = playback.load(3);
  expect([first.target.isCut, second.target.isCut, second.after]).toEqual([true, false, 'play']);
  expect([playback.isCurrent(first), playback.isCurrent(second)]).toEqual([false, true]);
  playback.end(first);
  expect(playback.kind).toBe('loading');
  playback.end(second);
  playback.play(can);
  const third = playback.load(0);
  expect(third.after).toBe('resume');
  playback.stop();
  expect([playback.kind, third.after, changes]).toEqual(['loading', 'stand', [true, false]]);
});

test('a load cancels a seek, and inherits its pending play', () => {
  const { playback } = stage();
  const seek = playback.seek(target());
  const load = playback.load(0);
  expect([seek.target.isCut, load.after]).toEqual([true, 'stand']);
});

test('a seek does not replace a waiting load', () => {
  const { playback } = stage();
  playback.play(can);
  const load = playback.load(0);
  const seek = playback.seek(target());
  expect([playback.kind, playback.isCurrent(load), playback.isCurrent(seek), seek.after]).toEqual([
    'loading',
    true,
    false,
    'resume',
  ]);
});

test('only a seek or a load can be cancelled', () => {
  const { playback } = stage();
  playback.cut();
  const seek = playback.seek(target());
  expect(seek.target.isCut).toBe(false);
  playback.cut();
  expect(seek.target.isCut).toBe(true);
});
