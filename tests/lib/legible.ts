/**
 * Finds text that is hard to read and targets that are hard to hit. The function runs inside the page, so it contains
 * all its dependencies. It does not check text on a canvas; text in an SVG counts at its drawn size.
 */

export type FaultKind = 'small' | 'cut' | 'overlap' | 'control' | 'sideways' | 'contrast';

export interface Fault {
  readonly kind: FaultKind;
  /** The text and position of the element. */
  readonly what: string;
  /** The distance from the limit. */
  readonly by: string;
}

/** `still`: regions that are not scrolled, since scrolling them opens something else. */
export async function legibility(still = ''): Promise<readonly Fault[]> {
  const LEAST_TEXT = 12;
  const LEAST_HAN = 13;
  const LEAST_CONTROL = 24;
  /** Minimum size of a touch target, on a phone. */
  const LEAST_TOUCH = innerWidth <= 700 ? 44 : LEAST_CONTROL;
  const LEAST_CONTRAST = 4.5;
  /** Opacity of intentionally dimmed elements, which are not the subject of a sentence. */
  const DIMMED = 0.5;
  /** A pixel of rounding. */
  const SLACK = 1.01;

  const faults = new Map<string, Fault>();
  const tell = (kind: FaultKind, what: string, by: string) => {
    const key = `${kind} ${what}`;
    if (!faults.has(key)) faults.set(key, { kind, what, by });
  };

  // Elements without pointer events cover text, too.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, *::before, *::after { pointer-events: auto !important; }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

  const place = (element: Element): string => {
    const names: string[] = [];
    for (let at: Element | null = element; at && at !== document.body && names.length < 3; at = at.parentElement) {
      const name = at.getAttribute('class')?.trim().split(/\s+/)[0];
      names.unshift(name ? `${at.localName}.${name}` : at.localName);
    }
    return names.join(' > ');
  };
  const brief = (text: string): string => {
    const line = text.replace(/\s+/g, ' ').trim();
    return line.length > 40 ? `${line.slice(0, 39)}…` : line;
  };

  interface Box {
    left: number;
    top: number;
    right: number;
    bottom: number;
  }
  const meet = (a: Box, b: Box): Box => ({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  });
  const wide = (box: Box) => box.right - box.left;
  const high = (box: Box) => box.bottom - box.top;
  const empty = (box: Box) => wide(box) <= 0.5 || high(box) <= 0.5;

  /** Visible to screen readers only. */
  const isHidden = (element: Element): boolean => {
    for (let at: Element | null = element; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.clipPath === 'inset(50%)' || style.clip === 'rect(0px, 0px, 0px, 0px)') return true;
      if (style.position === 'absolute' && style.overflow === 'hidden') {
        const { width, height } = at.getBoundingClientRect();
        if (width <= 1.5 && height <= 1.5) return true;
      }
    }
    return false;
  };
  const isSeen = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) &&
    !isHidden(element);

  /** A shortened line with the whole text in its title. */
  const saysWhole = (element: Element): boolean =>
    getComputedStyle(element).textOverflow === 'ellipsis' &&
    element.closest('[title], [aria-label], [aria-describedby]') !== null;

  /** The size of text on the screen, after all scaling. */
  const drawnSize = (element: Element): number => {
    const size = Number.parseFloat(getComputedStyle(element).fontSize);
    if (!(element instanceof SVGGraphicsElement)) return size;
    const matrix = element.getScreenCTM();
    return matrix ? size * Math.sqrt(Math.abs(matrix.a * matrix.d - matrix.b * matrix.c)) : size;
  };

  /** Whether the element is a wide table in a scrollable region that has a label and is reachable by key. */
  const isTableRegion = (element: Element): boolean =>
    element.matches('section[tabindex="0"]:is([aria-label], [aria-labelledby])') &&
    element.querySelector('table') !== null;

  const isLarge = (box: Box, least = LEAST_CONTROL): boolean => wide(box) >= least - 0.5 && high(box) >= least - 0.5;
  /** Whether a small element of a drawing to scale is inside a larger target, which lists it. */
  const isInLarger = (element: Element, box: Box): boolean =>
    element instanceof SVGElement &&
    [...(element.ownerSVGElement?.querySelectorAll('[role=button]') ?? [])].some((other) => {
      const own = other.getBoundingClientRect();
      const both = meet(own, box);
      return other !== element && isLarge(own) && wide(both) > wide(box) - 1 && high(both) > high(box) - 1;
    });

  /** The visible part of a box, and the ancestor that cuts it permanently, if any. */
  const shownOf = (box: Box, element: Element): { shown: Box; cut: Element | null } => {
    let shown = box;
    let cut: Element | null = null;
    let scrolls = false;
    let fixed = false;
    for (let at: Element | null = element; at && at !== document.documentElement; at = at.parentElement) {
      const style = getComputedStyle(at);
      const clips = (value: string) => value === 'hidden' || value === 'clip';
      const moves = (value: string) => value === 'auto' || value === 'scroll';
      const own = at.getBoundingClientRect();
      const x = style.overflowX;
      const y = style.overflowY;
      const isSvg = at instanceof SVGElement && !(at instanceof SVGSVGElement);
      if (!fixed && !isSvg && style.display !== 'inline' && (x !== 'visible' || y !== 'visible')) {
        const rest = {
          left: x === 'visible' ? shown.left : own.left,
          right: x === 'visible' ? shown.right : own.right,
          top: y === 'visible' ? shown.top : own.top,
          bottom: y === 'visible' ? shown.bottom : own.bottom,
        };
        const next = meet(shown, rest);
        const across = clips(x) && wide(shown) - wide(next) > SLACK;
        const down = clips(y) && high(shown) - high(next) > SLACK;
        if (!scrolls && (across || down) && !empty(next) && cut === null && !saysWhole(at)) cut = at;
        if (moves(x) || moves(y)) scrolls = true;
        shown = next;
      }
      if (style.position === 'fixed') fixed = true;
    }
    return { shown, cut };
  };

  const brush = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const known = new Map<string, readonly [number, number, number, number]>();
  /** Red, green, blue (0 to 255) and alpha (0 to 1) of any CSS colour. */
  const colour = (text: string) => {
    let found = known.get(text);
    if (!found) {
      if (!brush) return [0, 0, 0, 0] as const;
      brush.clearRect(0, 0, 1, 1);
      brush.fillStyle = text;
      brush.fillRect(0, 0, 1, 1);
      const [r = 0, g = 0, b = 0, a = 0] = brush.getImageData(0, 0, 1, 1).data;
      found = [r, g, b, a / 255];
      known.set(text, found);
    }
    return found;
  };
  const opacityOf = (element: Element): number => {
    let opacity = 1;
    for (let at: Element | null = element; at; at = at.parentElement) opacity *= Number(getComputedStyle(at).opacity);
    return opacity;
  };
  /** The fill or background colour of an element; null: none. */
  const paintOf = (element: Element) => {
    const style = getComputedStyle(element);
    if (element instanceof SVGGeometryElement) {
      if (style.fill === 'none' || style.fill.startsWith('url')) return null;
      const [r, g, b, a] = colour(style.fill);
      return [r, g, b, a * Number(style.fillOpacity)] as const;
    }
    return colour(style.backgroundColor);
  };
  const light = (channels: readonly number[]): number => {
    const [r = 0, g = 0, b = 0] = channels.map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one: readonly number[], two: readonly number[]): number => {
    const [dark = 0, bright = 0] = [light(one), light(two)].sort((a, b) => a - b);
    return (bright + 0.05) / (dark + 0.05);
  };

  interface Text {
    readonly node: globalThis.Text;
    readonly element: Element;
    readonly said: string;
    /** The boxes of its letters, line by line. */
    readonly lines: readonly Box[];
  }

  const lookAround = () => {
    const root = document.querySelector('dialog:modal') ?? document.body;
    const view: Box = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    const texts: Text[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const said = brief(node.nodeValue ?? '');
      if (!element || said === '' || /^(script|style|option|title|desc|noscript)$/i.test(element.localName)) continue;
      if (!isSeen(element)) continue;
      range.selectNodeContents(node);
      const size = drawnSize(element);
      const lines: Box[] = [];
      for (const rect of range.getClientRects()) {
        const box: Box = { left: rect.left, top: rect.top, right: rect.right, bottom: rect.bottom };
        if (empty(box)) continue;
        const middle = (box.top + box.bottom) / 2;
        // A line box has room above and below its letters.
        const ink = { ...box, top: middle - size * 0.4, bottom: middle + size * 0.4 };
        const { shown, cut } = shownOf(ink, element);
        if (cut) tell('cut', `"${said}" ${place(element)}`, `by ${place(cut)}`);
        if (empty(shown)) continue;
        lines.push(shown);
      }
      if (lines.length === 0) continue;
      const least = /\p{Script=Han}/u.test(said) ? LEAST_HAN : LEAST_TEXT;
      if (size < least - 0.05) tell('small', `"${said}" ${place(element)}`, `${size.toFixed(1)} px, least ${least}`);
      const inView = lines.map((line) => meet(line, view)).filter((line) => !empty(line));
      if (inView.length > 0) texts.push({ node: node as globalThis.Text, element, said, lines: inView });
    }

    // Lines with an ellipsis whose full text is not available.
    for (const element of root.querySelectorAll('*')) {
      const { overflowX } = getComputedStyle(element);
      if (overflowX !== 'hidden' && overflowX !== 'clip') continue;
      if (!(element instanceof HTMLElement) || element.scrollWidth <= element.clientWidth + 1 || !isSeen(element))
        continue;
      const said = brief(element.textContent ?? '');
      const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim());
      if (own && !saysWhole(element)) {
        tell('cut', `"${said}" ${place(element)}`, `${element.scrollWidth} px in ${element.clientWidth}`);
      }
    }

    /** The elements at a point, topmost first. */
    const pile = (x: number, y: number) => document.elementsFromPoint(x, y);
    const at = (box: Box) => [(box.left + box.right) / 2, (box.top + box.bottom) / 2] as const;
    const covered = ({ element }: Text, box: Box): boolean => {
      for (const one of pile(...at(box))) {
        if (one === element || one.contains(element)) return false;
        const paint = element.contains(one) ? null : paintOf(one);
        if (paint && paint[3] * opacityOf(one) > 0.95) return true;
      }
      return false;
    };
    const bare = texts.map((text) => ({ ...text, lines: text.lines.filter((line) => !covered(text, line)) }));

    for (const [i, one] of bare.entries()) {
      for (const two of bare.slice(i + 1)) {
        for (const a of one.lines) {
          for (const b of two.lines) {
            const both = meet(a, b);
            if (wide(both) > SLACK && high(both) > SLACK && !covered(one, both) && !covered(two, both)) {
              tell(
                'overlap',
                `"${one.said}" and "${two.said}" ${place(one.element)}, ${place(two.element)}`,
                `${Math.round(wide(both))} × ${Math.round(high(both))} px`,
              );
            }
          }
        }
      }
    }

    for (const { element, said, lines } of bare) {
      const [line] = lines;
      const opacity = opacityOf(element);
      const disabled = element.closest(':disabled, [aria-disabled=true]') !== null;
      if (!line || disabled || opacity <= DIMMED) continue;
      const stack = pile(...at(line));
      const from = stack.findIndex((one) => one === element || one.contains(element));
      if (from < 0) continue;
      // Inert elements are not hit, but painted.
      const own: Element[] = [];
      for (let at: Element | null = element; at && at !== stack[from]; at = at.parentElement) own.push(at);
      let ground: [number, number, number] = [0, 0, 0];
      let left = 1;
      for (const one of [...own, ...stack.slice(from)]) {
        if (one instanceof SVGTextContentElement) continue;
        const paint = paintOf(one);
        if (!paint) continue;
        const share = paint[3] * opacityOf(one) * left;
        ground = ground.map((value, channel) => value + (paint[channel] ?? 0) * share) as [number, number, number];
        left -= share;
        if (left < 0.01) break;
      }
      // The canvas of the page.
      const dark = getComputedStyle(document.documentElement).colorScheme === 'dark';
      if (left > 0.01) ground = ground.map((value) => value + (dark ? 0 : 255) * left) as [number, number, number];
      const style = getComputedStyle(element);
      const [r, g, b, a] = colour(element instanceof SVGElement ? style.fill : style.color);
      const strength = a * opacity;
      const ink = [r, g, b].map((value, channel) => value * strength + (ground[channel] ?? 0) * (1 - strength));
      const found = contrast(ink, ground);
      if (found < LEAST_CONTRAST - 0.05) {
        tell('contrast', `"${said}" ${place(element)}`, `${found.toFixed(2)}, least ${LEAST_CONTRAST}`);
      }
    }

    const CONTROLS =
      'button, a[href], input, select, textarea, summary, [role=button], [role=tab], [role=option], [role=slider], [role=link]';
    for (const element of root.querySelectorAll(CONTROLS)) {
      if (!isSeen(element) || element.matches(':disabled')) continue;
      // A link inside a sentence has the height of its line.
      if (element.localName === 'a' && getComputedStyle(element).display === 'inline') continue;
      let box: Box = element.getBoundingClientRect();
      // The whole row is the target of its link.
      const row = getComputedStyle(element, '::after').position === 'absolute' ? element.closest('tr') : null;
      if (row) box = row.getBoundingClientRect();
      // A label is part of the target.
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
      for (const label of labels) {
        const own = label.getBoundingClientRect();
        box = {
          left: Math.min(box.left, own.left),
          top: Math.min(box.top, own.top),
          right: Math.max(box.right, own.right),
          bottom: Math.max(box.bottom, own.bottom),
        };
      }
      if (empty(box) || empty(shownOf(box, element).shown)) continue;
      // Drawings to scale, also one field of a struct, have the size of their drawing; a number in a sentence, that of its
      // line.
      const isDrawn = element instanceof SVGElement || element.matches('.to-scale, .acts-text *');
      if (!isLarge(box, isDrawn ? LEAST_CONTROL : LEAST_TOUCH) && !isInLarger(element, box)) {
        const name = brief(element.getAttribute('aria-label') ?? element.textContent ?? '');
        tell('control', `"${name}" ${place(element)}`, `${wide(box).toFixed(0)} × ${high(box).toFixed(0)} px`);
      }
    }

    const page = document.documentElement;
    if (page.scrollWidth > page.clientWidth + 1) {
      tell('sideways', 'the page', `${page.scrollWidth} px in ${page.clientWidth}`);
    }
    for (const element of root.querySelectorAll('*')) {
      const { overflowX } = getComputedStyle(element);
      const scrolls = overflowX === 'auto' || overflowX === 'scroll';
      if (scrolls && element.scrollWidth > element.clientWidth + 1 && isSeen(element) && !isTableRegion(element)) {
        tell('sideways', place(element), `${element.scrollWidth} px in ${element.clientWidth}`);
      }
    }
  };

  const frame = () => new Promise((next) => requestAnimationFrame(next));
  const MOST_STEPS = 12;
  /** Faults that last no longer than a transition of the page (ms) do not count. */
  const CHANGE_MS = 400;
  const MOST_LOOKS = 4;
  const look = async () => {
    const before = new Map(faults);
    const isNew = (key: string) => !before.has(key);
    lookAround();
    let last = new Set([...faults.keys()].filter(isNew));
    for (let looks = 1; last.size > 0 && looks < MOST_LOOKS; looks++) {
      await new Promise((next) => setTimeout(next, CHANGE_MS));
      await frame();
      faults.clear();
      lookAround();
      const now = new Set([...faults.keys()].filter(isNew));
      for (const key of now) if (!last.has(key)) faults.delete(key);
      const stands = [...now].every((key) => last.has(key));
      last = now;
      if (stands) break;
    }
    for (const [key, fault] of before) faults.set(key, fault);
  };
  await look();
  // Scrolled content, too, a screenful at a time.
  const scrollers = [document.documentElement, ...document.querySelectorAll('*')].filter((element) => {
    const own = element === document.documentElement || /auto|scroll/.test(getComputedStyle(element).overflowY);
    const scrolls = own && !(still && element.matches(still));
    return scrolls && element.scrollHeight > element.clientHeight + 24 && isSeen(element);
  });
  for (const scroller of scrollers) {
    const before = scroller.scrollTop;
    const step = Math.max(100, scroller.clientHeight * 0.8);
    for (let i = 1; i <= MOST_STEPS && i * step < scroller.scrollHeight - scroller.clientHeight + step; i++) {
      scroller.scrollTop = i * step;
      await frame();
      await frame();
      await look();
    }
    scroller.scrollTop = before;
  }
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  return [...faults.values()];
}
