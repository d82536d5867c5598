/**
 * A poster: both machines in their present state, the verdict, the legend, and the link as text and as code. One SVG in the
 * light theme, for a wall or a slide.
 */
import { text as escaped, px } from '../../ui/export/svg';
import { QR_BYTES, qrOf } from '../../ui/qr';

/** A picture of a part of the page, from `ui/export/picture.ts`. */
export interface Part {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

export interface Poster {
  readonly title: string;
  /** The author's lines. */
  readonly about: readonly string[];
  /** The experiment in one line. */
  readonly source: string;
  readonly verdict: { readonly head: string; readonly about: string; readonly better: 'a' | 'b' | null } | null;
  readonly lanes: Part;
  readonly legend: Part | null;
  readonly link: string;
}

const MARGIN = 40;
const LEAST = 960;
const CODE = 132;
const ABOUT_LINE = 26;
/** The most characters per line and the most lines of the link. A longer link is in the code or in the description of the file. */
const LINK_LINE = 96;
const LINK_LINES = 4;
const INK = '#14191f';
const INK_2 = '#4d5763';
const BETTER = { a: '#4d5763', b: '#07694a' } as const;

/** Width and height of the picture. */
export function partOf(svg: string): Part {
  const [, width, height] = /<svg [^>]*?width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? [];
  return { svg, width: Number(width ?? 0), height: Number(height ?? 0) };
}

const placed = ({ svg, width, height }: Part, x: number, y: number): string =>
  svg.replace(/^<svg [^>]*>/, `<svg x="${px(x)}" y="${px(y)}" width="${width}" height="${height}">`);

function codeOf(link: string, x: number, y: number): string {
  if (new TextEncoder().encode(link).length > QR_BYTES) return '';
  const { size, path } = qrOf(link, 0);
  const scale = px(CODE / size);
  return `<path transform="translate(${px(x)} ${px(y)}) scale(${scale})" d="${path}" fill="#000" shape-rendering="crispEdges"/>`;
}

function linesOf(link: string): string[] {
  const lines = link.match(new RegExp(`.{1,${LINK_LINE}}`, 'gsu')) ?? [];
  return lines.length > LINK_LINES ? [] : lines;
}

export function poster({ title, about, source, verdict, lanes, legend, link }: Poster): string {
  const width = Math.max(LEAST, lanes.width + 2 * MARGIN, (legend?.width ?? 0) + 2 * MARGIN);
  const line = (words: string, x: number, y: number, size: number, rest = '') =>
    `<text x="${px(x)}" y="${px(y)}" font-size="${size}" fill="${INK}" ${rest}>${escaped(words)}</text>`;
  const bold = 'font-weight="700"';
  const aboutAt = MARGIN + 28 + ABOUT_LINE;
  const below = about.length * ABOUT_LINE;
  const lanesAt = (verdict ? 168 : 96) + below;
  const legendAt = lanesAt + lanes.height;
  const foot = legendAt + (legend ? legend.height : 16);
  const height = foot + CODE + MARGIN;
  const beside = MARGIN + CODE + 24;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${px(height)}" viewBox="0 0 ${width} ${px(height)}" role="img" font-family="system-ui, sans-serif">`,
    `<title>${escaped(title)}</title>`,
    `<desc>${escaped([...about, verdict && `${verdict.head} ${verdict.about}`, source, link].filter(Boolean).join(' · '))}</desc>`,
    `<rect width="${width}" height="${px(height)}" fill="#ffffff"/>`,
    line(title, MARGIN, MARGIN + 28, 32, bold),
    ...about.map((words, i) => line(words, MARGIN, aboutAt + i * ABOUT_LINE, 17)),
    verdict
      ? line(verdict.head, MARGIN, MARGIN + 84 + below, 44, `${bold} style="fill:${BETTER[verdict.better ?? 'a']}"`) +
        line(verdict.about, MARGIN, MARGIN + 112 + below, 17, `style="fill:${INK_2}"`)
      : '',
    placed(lanes, (width - lanes.width) / 2, lanesAt),
    legend ? placed(legend, (width - legend.width) / 2, legendAt) : '',
    codeOf(link, MARGIN, foot),
    line(source, beside, foot + 16, 15),
    ...linesOf(link).map((words, i) =>
      line(words, beside, foot + 44 + i * 20, 13, `style="fill:${INK_2}" font-family="ui-monospace, monospace"`),
    ),
    '</svg>',
  ].join('');
}
