/**
 * Which colour and shape a thing has. The colours themselves are in `tokens.css`; CSS and SVG use
 * them as `var(--…)`, the canvas through {@link readPalette}.
 */

/** Colours of groups before they repeat in another fill. */
export const HUES = 6;

/** How a task's shape is filled: what tells groups of the same colour apart. */
export const Fill = { solid: 0, hollow: 1, ringed: 2 } as const;
export type Fill = (typeof Fill)[keyof typeof Fill];
const FILLS = 3;

export const groupHue = (group: number): number => group % HUES;
export const groupFill = (group: number): Fill => (Math.floor(group / HUES) % FILLS) as Fill;

export const Shape = { triangle: 0, circle: 1, square: 2 } as const;
export type Shape = (typeof Shape)[keyof typeof Shape];

/** Shape of a role, by the role's key: who starts a conversation, who answers or sleeps most of the time, who works alone. */
export function roleShape(role: string): Shape {
  switch (role) {
    case 'sender':
    case 'client':
      return Shape.triangle;
    case 'receiver':
    case 'server':
    case 'sleeper':
      return Shape.circle;
    default:
      return Shape.square;
  }
}

const onCauseToken = (cause: string): string => (cause === 'steal' ? '--on-steal' : '--panel');

/** The CSS colour of a cause of moves, by the cause's key. */
export const causeColor = (cause: string): string => `var(--cause-${cause})`;
/** The CSS colour of what is drawn on a cause's colour. */
export const onCauseColor = (cause: string): string => `var(${onCauseToken(cause)})`;
/** The CSS colour of a distance, by the distance's key. */
export const distanceColor = (distance: string): string => `var(--distance-${distance})`;

/** The CSS colour of what is written on a distance's colour. */
export const onDistanceColor = (distance: string): string => `var(--on-distance-${distance})`;

const COLOURS = {
  page: '--page',
  panel: '--panel',
  raised: '--raised',
  ink: '--ink',
  ink2: '--ink-2',
  ink3: '--ink-3',
  edge1: '--edge-1',
  edge2: '--edge-2',
  edge3: '--edge-3',
  alarm: '--alarm',
  alarmTint: '--alarm-tint',
  focus: '--focus',
} as const;

/** The tokens as a canvas needs them: resolved for the theme in force. */
export type Palette = Readonly<Record<keyof typeof COLOURS, string>> & {
  readonly group: readonly string[];
  readonly groupTint: readonly string[];
  /** Around shapes and cells of pale hues, and for thin lines; else the group's own. */
  readonly groupEdge: readonly string[];
  /** In the order of the cause keys given to {@link readPalette}, and what is readable on them. */
  readonly cause: readonly string[];
  readonly onCause: readonly string[];
  /** In the order of the distance keys given to {@link readPalette}. */
  readonly distance: readonly string[];
  readonly font: string;
  /** Size of the drawing's text, px. */
  readonly text: number;
  /** Width of the drawing's lines, px. */
  readonly stroke: number;
};

/** The colours, sizes and font in force at `host`. Forces style: call it when the theme changes, not per frame. */
export function readPalette(
  host: HTMLElement,
  causes: readonly string[] = [],
  distances: readonly string[] = [],
): Palette {
  const style = getComputedStyle(host);
  // A custom property computes to its text; only a real property resolves light-dark().
  const probe = document.createElement('span');
  // Forced colours would be all that is read.
  probe.style.setProperty('forced-color-adjust', 'none');
  host.append(probe);
  const color = (name: string): string => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const size = (name: string, fallback: number): number => Number.parseFloat(style.getPropertyValue(name)) || fallback;
  const hues = Array.from({ length: HUES }, (_, i) => i);
  const named = Object.fromEntries(Object.entries(COLOURS).map(([key, name]) => [key, color(name)])) as Record<
    keyof typeof COLOURS,
    string
  >;
  const palette: Palette = {
    ...named,
    group: hues.map((i) => color(`--group-${i}`)),
    groupTint: hues.map((i) => color(`--group-tint-${i}`)),
    groupEdge: hues.map((i) => color(`--group-edge-${i}`)),
    cause: causes.map((key) => color(`--cause-${key}`)),
    onCause: causes.map((key) => color(onCauseToken(key))),
    distance: distances.map((key) => color(`--distance-${key}`)),
    font: style.fontFamily,
    text: size('--draw-text', 12),
    stroke: size('--draw-stroke', 1),
  };
  probe.remove();
  return palette;
}

/** Calls `changed` when the theme may have changed; returns how to stop. */
export function onThemeChange(changed: () => void): () => void {
  let theme = document.documentElement.dataset.theme;
  const root = new MutationObserver(() => {
    // It may have been another for no longer than it took to read it.
    if (document.documentElement.dataset.theme === theme) return;
    theme = document.documentElement.dataset.theme;
    changed();
  });
  root.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  const system = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((query) => matchMedia(query));
  for (const one of system) one.addEventListener('change', changed);
  return () => {
    root.disconnect();
    for (const one of system) one.removeEventListener('change', changed);
  };
}
