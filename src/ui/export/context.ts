/** A canvas context that writes SVG: only the methods that the drawings use. */
import { dataOf, drawingOf } from '../pictures';
import { text as escaped, paint, px } from './svg';

interface State {
  x: number;
  y: number;
  scale: number;
  fillStyle: string;
  strokeStyle: string;
  lineWidth: number;
  lineCap: string;
  lineJoin: string;
  globalAlpha: number;
  globalCompositeOperation: string;
  font: string;
  textAlign: string;
  textBaseline: string;
  dash: readonly number[];
}

const START: State = {
  x: 0,
  y: 0,
  scale: 1,
  fillStyle: '#000000',
  strokeStyle: '#000000',
  lineWidth: 1,
  lineCap: 'butt',
  lineJoin: 'miter',
  globalAlpha: 1,
  globalCompositeOperation: 'source-over',
  font: '10px sans-serif',
  textAlign: 'start',
  textBaseline: 'alphabetic',
  dash: [],
};

const ANCHOR: Readonly<Record<string, string>> = { center: 'middle', right: 'end', end: 'end' };

export class SvgContext {
  readonly #over: string[] = [];
  readonly #under: string[] = [];
  #state: State = { ...START };
  #stack: State[] = [];
  #path = '';
  #pen: readonly [number, number] = [0, 0];
  #measure: CanvasRenderingContext2D | null = null;

  /** The drawing so far, as the content of a `g`. */
  get content(): string {
    return [...this.#under, ...this.#over].join('');
  }

  #put(element: string): void {
    (this.#state.globalCompositeOperation === 'destination-over' ? this.#under : this.#over).push(element);
  }
  #at(x: number, y: number): string {
    const { scale, x: dx, y: dy } = this.#state;
    return `${px(x * scale + dx)} ${px(y * scale + dy)}`;
  }
  #look(attributes: string): string {
    const { globalAlpha } = this.#state;
    return `${attributes}${globalAlpha < 1 ? ` opacity="${px(globalAlpha)}"` : ''}`;
  }

  save(): void {
    this.#stack.push({ ...this.#state });
  }
  restore(): void {
    this.#state = this.#stack.pop() ?? this.#state;
  }
  /** Scale and translation only: no drawing is rotated. */
  setTransform(scale: number, _b: number, _c: number, _d: number, x: number, y: number): void {
    Object.assign(this.#state, { scale, x, y });
  }
  translate(x: number, y: number): void {
    this.#state.x += x * this.#state.scale;
    this.#state.y += y * this.#state.scale;
  }
  scale(x: number, _y: number): void {
    this.#state.scale *= x;
  }

  beginPath(): void {
    this.#path = '';
  }
  moveTo(x: number, y: number): void {
    this.#path += `M${this.#at(x, y)}`;
    this.#pen = [x, y];
  }
  lineTo(x: number, y: number): void {
    this.#path += `${this.#path === '' ? 'M' : 'L'}${this.#at(x, y)}`;
    this.#pen = [x, y];
  }
  quadraticCurveTo(cx: number, cy: number, x: number, y: number): void {
    this.#path += `Q${this.#at(cx, cy)} ${this.#at(x, y)}`;
    this.#pen = [x, y];
  }
  bezierCurveTo(ax: number, ay: number, bx: number, by: number, x: number, y: number): void {
    this.#path += `C${this.#at(ax, ay)} ${this.#at(bx, by)} ${this.#at(x, y)}`;
    this.#pen = [x, y];
  }
  /** The corner as a curve between its tangent points. */
  arcTo(x: number, y: number, x2: number, y2: number, radius: number): void {
    const [x0, y0] = this.#pen;
    const before = Math.hypot(x0 - x, y0 - y);
    const after = Math.hypot(x2 - x, y2 - y);
    if (before === 0 || after === 0) {
      this.lineTo(x, y);
      return;
    }
    const cut = Math.min(radius, before, after);
    this.lineTo(x + ((x0 - x) / before) * cut, y + ((y0 - y) / before) * cut);
    this.quadraticCurveTo(x, y, x + ((x2 - x) / after) * cut, y + ((y2 - y) / after) * cut);
  }
  arc(x: number, y: number, r: number, from: number, to: number): void {
    const size = px(r * this.#state.scale);
    const point = (angle: number) => this.#at(x + r * Math.cos(angle), y + r * Math.sin(angle));
    const middle = (from + to) / 2;
    this.#path += `${this.#path === '' || to - from >= 2 * Math.PI ? 'M' : 'L'}${point(from)}`;
    for (const angle of [middle, to]) this.#path += `A${size} ${size} 0 0 1 ${point(angle)}`;
    this.#pen = [x + r * Math.cos(to), y + r * Math.sin(to)];
  }
  rect(x: number, y: number, w: number, h: number): void {
    this.#path += `M${this.#at(x, y)}L${this.#at(x + w, y)}L${this.#at(x + w, y + h)}L${this.#at(x, y + h)}Z`;
  }
  roundRect(x: number, y: number, w: number, h: number, r: number): void {
    this.moveTo(x + r, y);
    const corners = [
      [x + w, y, x + w, y + h],
      [x + w, y + h, x, y + h],
      [x, y + h, x, y],
      [x, y, x + w, y],
    ] as const;
    for (const [cx, cy, tx, ty] of corners) this.arcTo(cx, cy, tx, ty, r);
    this.closePath();
  }
  closePath(): void {
    this.#path += 'Z';
  }
  setLineDash(dash: readonly number[]): void {
    this.#state.dash = dash;
  }

  /** The current path, or a `Path2D` whose path data is known. */
  #shape(path: Path2D | undefined): string {
    if (!path) return `d="${this.#path}"`;
    const { x, y, scale } = this.#state;
    return `d="${dataOf(path)}" transform="translate(${px(x)} ${px(y)}) scale(${px(scale)})"`;
  }
  fill(path?: Path2D, rule?: string): void {
    const style = `${paint('fill', this.fillStyle)}${rule ? ` fill-rule="${rule}"` : ''}`;
    this.#put(`<path ${this.#shape(path)} ${this.#look(style)}/>`);
  }
  stroke(path?: Path2D): void {
    const { lineWidth, lineCap, lineJoin, dash } = this.#state;
    const scale = path ? 1 : this.#state.scale;
    const dashes = dash.length > 0 ? ` stroke-dasharray="${dash.map((n) => px(n * scale)).join(' ')}"` : '';
    const caps = `${lineCap === 'butt' ? '' : ` stroke-linecap="${lineCap}"`}${lineJoin === 'miter' ? '' : ` stroke-linejoin="${lineJoin}"`}`;
    const style = `fill="none" ${paint('stroke', this.strokeStyle)} stroke-width="${px(lineWidth * scale)}"${dashes}${caps}`;
    this.#put(`<path ${this.#shape(path)} ${this.#look(style)}/>`);
  }
  fillRect(x: number, y: number, w: number, h: number): void {
    const path = this.#path;
    this.beginPath();
    this.rect(x, y, w, h);
    this.fill();
    this.#path = path;
  }
  clearRect(): void {}
  fillText(what: string, x: number, y: number): void {
    const [, weight = '400', size = '10'] = /^(\d+ )?([\d.]+)px/.exec(this.font) ?? [];
    const { textAlign, textBaseline, scale } = this.#state;
    // Not every program supports `dominant-baseline`.
    const down = textBaseline === 'middle' ? 0.35 * Number(size) : 0;
    const anchor = ANCHOR[textAlign] ? ` text-anchor="${ANCHOR[textAlign]}"` : '';
    const [left, top] = this.#at(x, y + down).split(' ');
    this.#put(
      `<text x="${left}" y="${top}" font-size="${px(Number(size) * scale)}" font-weight="${weight.trim()}"${anchor} ${this.#look(paint('fill', this.fillStyle))}>${escaped(what)}</text>`,
    );
  }
  measureText(what: string): TextMetrics {
    this.#measure ??= document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
    this.#measure.font = this.font;
    return this.#measure.measureText(what);
  }
  /** Draws the vector drawing behind an image. */
  drawImage(image: object, x: number, y: number): void {
    const drawing = drawingOf(image);
    if (!drawing) return;
    this.save();
    const { fillStyle, strokeStyle, globalAlpha } = this.#state;
    this.translate(x, y);
    Object.assign(this.#state, { dash: [], lineCap: 'butt', lineJoin: 'miter' });
    drawing(this as unknown as CanvasRenderingContext2D);
    this.restore();
    Object.assign(this.#state, { fillStyle, strokeStyle, globalAlpha });
  }

  get fillStyle(): string {
    return this.#state.fillStyle;
  }
  set fillStyle(value: string) {
    this.#state.fillStyle = value;
  }
  get strokeStyle(): string {
    return this.#state.strokeStyle;
  }
  set strokeStyle(value: string) {
    this.#state.strokeStyle = value;
  }
  get font(): string {
    return this.#state.font;
  }
  set font(value: string) {
    this.#state.font = value;
  }
  set lineWidth(value: number) {
    this.#state.lineWidth = value;
  }
  set lineCap(value: string) {
    this.#state.lineCap = value;
  }
  set lineJoin(value: string) {
    this.#state.lineJoin = value;
  }
  set globalAlpha(value: number) {
    this.#state.globalAlpha = value;
  }
  set globalCompositeOperation(value: string) {
    this.#state.globalCompositeOperation = value;
  }
  set textAlign(value: string) {
    this.#state.textAlign = value;
  }
  set textBaseline(value: string) {
    this.#state.textBaseline = value;
  }
}
