import { expect, test } from 'vitest';
import { Doing } from './doing';

function doing() {
  const told: boolean[] = [];
  return { told, own: new Doing((playing) => told.push(playing)) };
}
const can = () => true;
const way = (toNs = 5) => ({ toNs, isCut: false });

test('play and halt are told once each, and only where something can go on', () => {
  const { own, told } = doing();
  own.play(() => false);
  expect([own.is, own.playing]).toEqual(['standing', false]);
  own.play(can);
  own.play(can);
  expect([own.is, own.playing, own.willPlay]).toEqual(['playing', true, true]);
  own.halt();
  own.halt();
  expect([own.is, told]).toEqual(['standing', [true, false]]);
});

test('a way goes on after it where the lanes did before', () => {
  const { own, told } = doing();
  own.play(can);
  const there = own.seek(way());
  expect([own.is, own.playing]).toEqual(['seeking', true]);
  own.leave(there);
  expect([own.is, told]).toEqual(['playing', [true]]);
  const back = own.seek(way());
  own.halt();
  expect([own.is, own.playing, told]).toEqual(['seeking', false, [true, false]]);
  own.leave(back);
  expect(own.is).toBe('standing');
});

test('play during a way plays at the end of it', () => {
  const { own, told } = doing();
  const there = own.seek(way());
  own.leave(own.seek(way()));
  expect(own.is).toBe('standing');
  const again = own.seek(way());
  own.play(() => false);
  expect(own.playing).toBe(false);
  own.play(can);
  expect([own.is, own.playing, told]).toEqual(['seeking', true, [true]]);
  own.leave(there);
  expect(own.is, 'another way has begun').toBe('seeking');
  own.leave(again);
  expect(own.is).toBe('playing');
});

test('play during a load is kept in mind until the scenario is there, and can be taken back', () => {
  const { own, told } = doing();
  const load = own.load(700);
  own.play(() => false);
  expect([own.is, own.startNs, own.playing, own.willPlay, told]).toEqual(['loading', 700, false, true, []]);
  expect(load.next).toBe('play');
  own.takeBack();
  expect([own.willPlay, load.next]).toEqual([false, 'stand']);
  own.play(can);
  own.leave(load);
  // Whoever has loaded plays now: it knows whether anything can.
  expect([own.is, own.startNs, load.next]).toEqual(['standing', null, 'play']);
});

test('taking back leaves alone what was not asked for meanwhile', () => {
  const { own } = doing();
  own.play(can);
  const load = own.load(0);
  own.takeBack();
  expect([load.next, own.playing]).toEqual(['go on', true]);
  own.leave(load);
  own.takeBack();
  expect(own.is).toBe('playing');
});

test('another load cuts the way of the one before, and keeps what comes after it', () => {
  const { own, told } = doing();
  const first = own.load(0);
  own.play(can);
  const second = own.load(3);
  expect([first.way.isCut, second.way.isCut, second.next]).toEqual([true, false, 'play']);
  expect([own.isAt(first), own.isAt(second)]).toEqual([false, true]);
  own.leave(first);
  expect(own.is).toBe('loading');
  own.leave(second);
  own.play(can);
  const third = own.load(0);
  expect(third.next).toBe('go on');
  own.halt();
  expect([own.is, third.next, told]).toEqual(['loading', 'stand', [true, false]]);
});

test('a load after a way goes on as the way would have', () => {
  const { own } = doing();
  const seek = own.seek(way());
  const load = own.load(0);
  expect([seek.way.isCut, load.next]).toEqual([true, 'stand']);
});

test('a way that is sought while a load waits does not take its place', () => {
  const { own } = doing();
  own.play(can);
  const load = own.load(0);
  const seek = own.seek(way());
  expect([own.is, own.isAt(load), own.isAt(seek), seek.next]).toEqual(['loading', true, false, 'go on']);
});

test('only a way is cut', () => {
  const { own } = doing();
  own.cutWay();
  const seek = own.seek(way());
  expect(seek.way.isCut).toBe(false);
  own.cutWay();
  expect(seek.way.isCut).toBe(true);
  expect(own.startNs).toBeNull();
});
