/**
 * Colours and shapes of things. `tokens.css` defines the colours; CSS and SVG use them as `var(--…)`, the canvas
 * through {@link readPalette}.
 */

/** Number of group colours before they repeat with another fill. */
export const HUES = 6;

/** The fill of a task's shape distinguishes groups of the same colour. */
export const Fill = { solid: 0, hollow: 1, ringed: 2 } as const;
export type Fill = (typeof Fill)[keyof typeof Fill];
const FILLS = 3;

export const groupHue = (group: number): number => group % HUES;
export const groupFill = (group: number): Fill => (Math.floor(group / HUES) % FILLS) as Fill;

export const Shape = { triangle: 0, circle: 1, square: 2 } as const;
export type Shape = (typeof Shape)[keyof typeof Shape];

/**
 * Shape of a role by its key: tasks that start a conversation, tasks that answer or mostly sleep, tasks that work
 * alone.
 */
export function roleShape(role: string): Shape {
  switch (role) {
    case 'sender':
    case 'client':
      return Shape.triangle;
    case 'receiver':
    case 'server':
    case 'sleeper':
    case 'recorded':
      return Shape.circle;
    default:
      return Shape.square;
  }
}

const onCauseToken = (cause: string): string => (cause === 'steal' ? '--on-steal' : '--panel');

/** The CSS colour of a cause of moves, by the cause's key. */
export const causeColor = (cause: string): string => `var(--cause-${cause})`;
/** The CSS colour of marks on a cause's colour. */
export const onCauseColor = (cause: string): string => `var(${onCauseToken(cause)})`;
/** The CSS colour of a distance, by the distance's key. */
export const distanceColor = (distance: string): string => `var(--distance-${distance})`;

/** The CSS colour of text on a distance's colour. */
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

/** The tokens for a canvas: resolved for the theme in force. */
export type Palette = Readonly<Record<keyof typeof COLOURS, string>> & {
  readonly group: readonly string[];
  readonly groupTint: readonly string[];
  /** Edge of shapes and cells of pale hues, and colour of thin lines; for other hues the group's colour. */
  readonly groupEdge: readonly string[];
  /** In the order of the cause keys given to {@link readPalette}, and the readable colours on them. */
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
  // With forced colours, the probe would read only those.
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

/** Calls `changed` when the theme may have changed, or the typeface was loaded; returns a function that stops it. */
export function onThemeChange(changed: () => void): () => void {
  let theme = document.documentElement.dataset.theme;
  const root = new MutationObserver(() => {
    // Ignores a theme that was set only to read the palette.
    if (document.documentElement.dataset.theme === theme) return;
    theme = document.documentElement.dataset.theme;
    changed();
  });
  root.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  const system = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((query) => matchMedia(query));
  for (const one of system) one.addEventListener('change', changed);
  document.fonts?.addEventListener('loadingdone', changed);
  return () => {
    root.disconnect();
    for (const one of system) one.removeEventListener('change', changed);
    document.fonts?.removeEventListener('loadingdone', changed);
  };
}
