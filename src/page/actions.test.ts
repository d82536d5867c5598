// @vitest-environment happy-dom
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { PRESETS } from '../scenario/presets';
import { type Lens, look } from '../state/view';
import { actions, followKeys } from './actions';
import { turnLetters } from './letters';

beforeAll(followKeys);
beforeEach(() => document.body.replaceChildren());

/** Whether the page handles a key that is pressed on this element. */
function takes(key: string, on: Element): boolean {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  on.dispatchEvent(event);
  return event.defaultPrevented;
}

test("arrow keys on a slider move the slider, and do not run the page's shortcuts", () => {
  const slider = Object.assign(document.createElement('input'), { type: 'range' });
  document.body.append(slider);
  expect(['Home', 'End', 'PageUp', 'PageDown', 'ArrowLeft'].filter((key) => takes(key, slider))).toEqual([]);
  expect(['Home', 'End'].filter((key) => takes(key, document.body))).toEqual(['Home', 'End']);
  expect(takes('[', slider)).toBe(true);
});

test.each(['slider', 'separator', 'tab'])(
  'an element with the role %s handles Home and End itself, and no other key of the page',
  (role) => {
    const drawn = document.createElementNS('http://www.w3.org/2000/svg', 'circle');
    for (const element of [drawn, document.createElement('div')]) {
      element.setAttribute('role', role);
      document.body.append(element);
      expect(['Home', 'End', 'PageUp', 'PageDown'].filter((key) => takes(key, element))).toEqual([]);
      expect(takes('[', element)).toBe(true);
    }
  },
);

test('keys of a single character can be turned off; the others stay', () => {
  turnLetters('off');
  expect(['[', 'w', '?'].filter((key) => takes(key, document.body))).toEqual([]);
  expect(['Home', ' '].filter((key) => takes(key, document.body))).toEqual(['Home', ' ']);
  turnLetters('on');
  expect(takes('w', document.body)).toBe(true);
});

test('keys of the lens need a lens that is on the page: a figure of an act draws the decision in its place', () => {
  const lens: Lens = {
    lane: 'a',
    record: new Uint32Array(),
    step: 0,
    other: { record: null, isSameState: true },
    spots: {},
    backNs: 0,
    place: null,
    missed: null,
  };
  const keys = ['n', 'ArrowDown', 'Escape'];
  const openStep = { preset: 'steal', document: PRESETS.steal, atNs: 0, drawnOn: 'page' } as const;
  look({ lens, act: { act: 3, step: 3, own: true }, openStep });
  expect(keys.filter((key) => takes(key, document.body))).toEqual([]);
  look({ openStep: { ...openStep, drawnOn: 'stage' } });
  expect(keys.filter((key) => takes(key, document.body))).toEqual(keys);
  look({ lens: null, act: null, openStep: null });
  expect(keys.filter((key) => takes(key, document.body))).toEqual([]);
});

test('while a menu is open, Escape closes only the menu', () => {
  const heard = vi.fn();
  window.addEventListener('keydown', heard, true);
  const menu = vi.spyOn(document, 'querySelector').mockReturnValue(document.body);
  expect(takes('Escape', document.body)).toBe(false);
  expect(heard).not.toHaveBeenCalled();
  menu.mockReturnValue(null);
  takes('Escape', document.body);
  expect(heard).toHaveBeenCalledTimes(1);
  window.removeEventListener('keydown', heard, true);
});

test('if the browser refuses full screen, the page stays as it is', async () => {
  const unheard = vi.fn();
  process.on('unhandledRejection', unheard);
  const refuse = () => Promise.reject(new TypeError('not granted'));
  document.documentElement.requestFullscreen = refuse;
  document.exitFullscreen = refuse;
  actions.fullscreen.perform();
  Object.defineProperty(document, 'fullscreenElement', { value: document.body, configurable: true });
  actions.fullscreen.perform();
  Reflect.deleteProperty(document, 'fullscreenElement');
  await new Promise((resolve) => setTimeout(resolve));
  process.off('unhandledRejection', unheard);
  expect(unheard).not.toHaveBeenCalled();
});
