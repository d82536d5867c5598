import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DISTANCES } from '../scenario/generated/vocab';

const css = readFileSync(new URL('../ui/tokens.css', import.meta.url), 'utf8');

/** A token in the light and in the dark scheme. */
function token(name: string): [light: string, dark: string] {
  const value = new RegExp(`${name}: (.+);`).exec(css)?.[1] ?? '';
  const [, light = value, dark = value] = /light-dark\((\S+), (\S+)\)/.exec(value) ?? [];
  return [light, dark];
}

/** Relative luminance after WCAG. */
function luminance(hex: string): number {
  const digits = hex.length === 4 ? hex.replace(/[0-9a-f]/g, '$&$&') : hex;
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((i) => {
    const part = Number.parseInt(digits.slice(i, i + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

test.each(DISTANCES)('text on the colour of %s is readable, light and dark', (distance) => {
  const grounds = token(`--distance-${distance}`);
  const inks = token(`--on-distance-${distance}`);
  for (const [i, ground] of grounds.entries()) expect(contrastOf(ground, inks[i] ?? '')).toBeGreaterThan(4.5);
});

/** Contrast of two colours after WCAG. */
function contrastOf(one: string, other: string): number {
  const [less = 0, more = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (more + 0.05) / (less + 0.05);
}

test.each(['--edge-3', '--focus'])(
  '%s, at which controls are recognised, has 3 : 1 on the page, in every theme',
  (name) => {
    for (const i of [0, 1])
      expect(contrastOf(token(name)[i] ?? '', token('--page')[i] ?? '')).toBeGreaterThanOrEqual(3);
    expect(contrastOf(projected(name), projected('--page'))).toBeGreaterThanOrEqual(3);
  },
);

/** Distance between two colours. */
const apart = (one: string, other: string): number =>
  Math.hypot(
    ...[1, 3, 5].map((i) => Number.parseInt(one.slice(i, i + 2), 16) - Number.parseInt(other.slice(i, i + 2), 16)),
  );

/** The hue of a colour (degrees). */
function hueOf(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16));
  const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)];
  const sixth =
    most === r ? (g - b) / (most - least) : most === g ? 2 + (b - r) / (most - least) : 4 + (r - g) / (most - least);
  return (60 * sixth + 360) % 360;
}

/** The colour of a token in the projector theme; of most tokens it is that of the light theme. */
const projected = (name: string): string =>
  new RegExp(`data-theme="projector".*?${name}: (#\\w+);`, 's').exec(css)?.[1] ?? token(name)[0];

test('no task has the green of a lane, in any theme', () => {
  const lanes = ['--lane-a', '--lane-b', '--better'].map((name) => [...token(name), projected(name)]);
  const [, greens = []] = lanes;
  for (const green of greens) expect(hueOf(green)).toSatisfy((hue: number) => hue > 90 && hue < 180);
  for (const i of [0, 1, 2, 3, 4, 5])
    for (const name of [`--group-${i}`, `--group-edge-${i}`]) {
      const colours = [...token(name), projected(name)].filter((one) => one.startsWith('#'));
      for (const colour of colours) {
        expect(hueOf(colour), `${name} ${colour}`).not.toSatisfy((hue: number) => hue > 80 && hue < 190);
        for (const lane of lanes.flat()) expect(apart(colour, lane), `${name} ${colour} ${lane}`).toBeGreaterThan(60);
      }
    }
});

test("a distance's colour differs from those of groups, lanes and causes, and is firmer the further it is", () => {
  const groups = [0, 1, 2, 3, 4, 5].flatMap((group) => [token(`--group-${group}`), token(`--group-edge-${group}`)]);
  const others = [...groups, ...['--cause-newidle', '--cause-steal', '--lane-a', '--lane-b', '--alarm'].map(token)];
  for (const scheme of [0, 1] as const) {
    const page = token('--page')[scheme];
    const contrasts = DISTANCES.map((distance) => {
      const colour = token(`--distance-${distance}`)[scheme];
      for (const other of others)
        if (other[scheme].startsWith('#')) expect(apart(colour, other[scheme]), colour).toBeGreaterThan(40);
      return contrastOf(colour, page);
    });
    for (const [i, contrast] of contrasts.entries())
      if (i > 0) expect(contrast / (contrasts[i - 1] ?? 0)).toBeGreaterThan(1.3);
  }
});
