/**
 * An element of the page as a self-contained SVG in the light theme. SVG is copied with its computed styles, boxes and
 * texts are drawn at their position, and a canvas is drawn again.
 */
import { textWidth } from '../fitting';
import { drawingOf } from '../pictures';
import { SvgContext } from './context';
import { type Box, common, EVERYWHERE, linesOf } from './lines';
import { text as escaped, paint, px } from './svg';

export interface Caption {
  readonly title: string;
  /** The scenario; below the picture. */
  readonly source: string;
  /** The changed constants of the model, or null. */
  readonly changes: string | null;
  /** In the metadata of the file. */
  readonly link: string;
  /** The picture itself has no title. */
  readonly titled: boolean;
}

/** Elements of the page that are left out of the picture. */
const LEFT_OUT = 'button, input, select, [data-left-out]';
const FAMILY = 'system-ui, sans-serif';
const MARGIN = 14;
const TITLE = 15;
const SMALL = 10.5;
const LINE = 1.45;

type Where = { readonly x: number; readonly y: number };

export function picture(element: HTMLElement | SVGSVGElement, caption: Caption): string {
  const { dataset } = document.documentElement;
  const { theme } = dataset;
  // Nothing is painted before the theme is restored. The projector theme is light already and has larger sizes.
  if (theme !== 'projector') dataset.theme = 'light';
  try {
    const { left, top, width, height } = element.getBoundingClientRect();
    const above = caption.titled ? TITLE * 1.8 : 0;
    const content = walk(element, { x: left, y: top }, EVERYWHERE);
    const ink = getComputedStyle(element);
    const w = Math.ceil(width + 2 * MARGIN);
    const feet = [
      ...broken(caption.source, width, SMALL).map((words) => ({ words, rest: 'fill-opacity="0.75"' })),
      ...broken(caption.changes ?? '', width, SMALL).map((words) => ({ words, rest: 'font-weight="600"' })),
    ];
    const foot = height + above + MARGIN + SMALL * 0.6;
    const h = Math.ceil(foot + feet.length * SMALL * LINE + MARGIN);
    const line = (words: string, y: number, rest: string) =>
      `<text x="${MARGIN}" y="${px(y)}" ${paint('fill', ink.color)} ${rest}>${escaped(words)}</text>`;
    return [
      `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}" role="img" font-family="${FAMILY}">`,
      `<title>${escaped(caption.title)}</title>`,
      `<desc>${escaped([caption.source, caption.changes, caption.link].filter(Boolean).join(' · '))}</desc>`,
      `<rect width="${w}" height="${h}" fill="#ffffff"/>`,
      caption.titled ? line(caption.title, MARGIN + TITLE, `font-size="${TITLE}" font-weight="600"`) : '',
      `<g transform="translate(${MARGIN} ${px(MARGIN + above)})">${content}</g>`,
      ...feet.map(({ words, rest }, i) => line(words, foot + (i + 1) * SMALL * LINE, `font-size="${SMALL}" ${rest}`)),
      '</svg>',
    ].join('');
  } finally {
    if (theme === undefined) delete dataset.theme;
    else dataset.theme = theme;
  }
}

/** Breaks a text into lines of at most `width` px, by an upper estimate of its width. */
function broken(words: string, width: number, size: number): string[] {
  const lines: string[] = [];
  for (const word of words.split(' ').filter((one) => one !== '')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && textWidth(longer, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function isHidden(style: CSSStyleDeclaration): boolean {
  const { display, visibility, opacity, clipPath } = style;
  return display === 'none' || visibility === 'hidden' || opacity === '0' || clipPath.startsWith('inset');
}

/** An element and its children, relative to the corner `from` of the picture; `clip` is the visible area for text. */
function walk(element: Element, from: Where, clip: Box): string {
  if (element.matches(LEFT_OUT)) return '';
  const style = getComputedStyle(element);
  if (isHidden(style)) return '';
  const bounds = element.getBoundingClientRect();
  const { left, top, width, height } = bounds;
  const x = left - from.x;
  const y = top - from.y;
  if (element instanceof SVGSVGElement) return inlined(element, x, y, width, height);
  if (element instanceof HTMLCanvasElement) {
    const ctx = new SvgContext();
    drawingOf(element)?.(ctx as unknown as CanvasRenderingContext2D);
    return `<g transform="translate(${px(x)} ${px(y)})">${ctx.content}</g>`;
  }
  const parts = [box(style, x, y, width, height)];
  const inside = ['hidden', 'clip'].includes(style.overflowY) ? common(clip, bounds) : clip;
  for (const child of element.childNodes) {
    if (child instanceof Element) parts.push(walk(child, from, inside));
    else if (child instanceof Text) parts.push(words(child, style, from, inside));
  }
  return parts.join('');
}

function box(style: CSSStyleDeclaration, x: number, y: number, w: number, h: number): string {
  if (w === 0 || h === 0) return '';
  const radius = Number.parseFloat(style.borderTopLeftRadius) || 0;
  const fill = paint('fill', style.backgroundColor);
  const rect = `x="${px(x)}" y="${px(y)}" width="${px(w)}" height="${px(h)}"${radius > 0 ? ` rx="${px(Math.min(radius, h / 2))}"` : ''}`;
  const edge = (side: 'Top' | 'Bottom') => {
    const thick = Number.parseFloat(style[`border${side}Width`]) || 0;
    const at = px(side === 'Top' ? y + thick / 2 : y + h - thick / 2);
    return thick > 0
      ? `<path d="M${px(x)} ${at}H${px(x + w)}" ${paint('stroke', style[`border${side}Color`])} stroke-width="${thick}"/>`
      : '';
  };
  const filled = fill.includes('none') ? '' : `<rect ${rect} ${fill}/>`;
  // A panel's frame belongs to the page; rules between rows belong to the table.
  return filled + (radius > 0 ? '' : edge('Top') + edge('Bottom'));
}

/** A text with the line breaks of the page. */
function words(node: Text, style: CSSStyleDeclaration, from: Where, clip: Box): string {
  if (node.data.trim() === '') return '';
  const range = document.createRange();
  const each = Array.from(node.data.matchAll(/\S+\s*/g), ({ 0: text, index }) => {
    range.setStart(node, index);
    range.setEnd(node, index + text.trimEnd().length);
    return { text, box: range.getBoundingClientRect() };
  });
  const size = Number.parseFloat(style.fontSize);
  const toEnd = ['end', 'right'].includes(style.textAlign);
  return linesOf(each, clip)
    .map(({ text, box: { left, right, top, bottom } }) => {
      const x = (toEnd ? right : left) - from.x;
      const y = (top + bottom) / 2 + size * 0.35 - from.y;
      const anchor = toEnd ? ' text-anchor="end"' : '';
      return `<text x="${px(x)}" y="${px(y)}" font-size="${px(size)}" font-weight="${style.fontWeight}"${anchor} ${paint('fill', style.color)}>${escaped(text.trim())}</text>`;
    })
    .join('');
}

/** Attributes that are copied as written; colours and sizes are copied as computed. */
const GEOMETRY =
  'x y width height rx ry x1 x2 y1 y2 cx cy r d dx dy points pathLength transform viewBox text-anchor id patternUnits patternTransform'.split(
    ' ',
  );
const STYLES = [
  ['stroke-width', '1px'],
  ['stroke-dasharray', 'none'],
  ['stroke-linecap', 'butt'],
  ['stroke-linejoin', 'miter'],
  ['opacity', '1'],
  ['fill-opacity', '1'],
  ['stroke-opacity', '1'],
  ['paint-order', 'normal'],
  ['writing-mode', 'horizontal-tb'],
  ['text-orientation', 'mixed'],
] as const;
const TEXT = new Set(['text', 'tspan']);
/** Elements for accessibility only. */
const DROPPED = new Set(['title', 'desc', 'metadata']);

function inlined(svg: SVGSVGElement, x: number, y: number, w: number, h: number): string {
  const view = svg.getAttribute('viewBox') ?? `0 0 ${px(w)} ${px(h)}`;
  const inner = [...svg.children].map(copy).join('');
  return `<svg x="${px(x)}" y="${px(y)}" width="${px(w)}" height="${px(h)}" viewBox="${view}" overflow="visible">${inner}</svg>`;
}

function copy(element: Element): string {
  const name = element.localName;
  if (DROPPED.has(name) || element.matches('[data-left-out]')) return '';
  const style = getComputedStyle(element);
  if (style.display === 'none' || style.visibility === 'hidden' || style.opacity === '0') return '';
  const attributes = GEOMETRY.flatMap((key) => {
    const value = element.getAttribute(key);
    return value === null ? [] : [`${key}="${escaped(value)}"`];
  });
  // Set by a style, as for shapes that move.
  if (!element.hasAttribute('transform') && style.transform !== 'none')
    attributes.push(`transform="${style.transform}"`);
  if (name === 'g' && style.opacity !== '1') attributes.push(`opacity="${style.opacity}"`);
  if (name !== 'g' && name !== 'defs') {
    attributes.push(paint('fill', style.fill), paint('stroke', style.stroke));
    for (const [key, plain] of STYLES) {
      const value = style.getPropertyValue(key);
      if (value !== plain && value !== '') attributes.push(`${key}="${value}"`);
    }
  }
  if (TEXT.has(name)) {
    attributes.push(`font-size="${style.fontSize}"`, `font-weight="${style.fontWeight}"`);
    if (!element.hasAttribute('text-anchor') && style.textAnchor !== 'start')
      attributes.push(`text-anchor="${style.textAnchor}"`);
    // Not every program supports `dominant-baseline`.
    if (style.dominantBaseline === 'central' && style.writingMode === 'horizontal-tb' && !element.hasAttribute('dy'))
      attributes.push('dy="0.35em"');
  }
  const inner = [...element.childNodes]
    .map((child) => (child instanceof Element ? copy(child) : child instanceof Text ? escaped(child.data) : ''))
    .join('');
  return `<${name} ${attributes.join(' ')}>${inner}</${name}>`;
}
