/** The screens whose layout is checked at every width, and the check. */

/** `parts`: areas that lie side by side; `drawings`: what needs a height. */
export const SCREENS = {
  'first screen': { fragment: '', parts: '.front-hero > *', drawings: '.front-machine' },
  experiment: { fragment: '#v3&p=cluster&t=2ms', parts: '.app > *', drawings: '.lane-machine' },
  act: {
    fragment: '#v3&act=2.1',
    parts: '.app > *, .acts-head, .acts-scroll',
    drawings: '.lane-machine, .act-figure-host',
  },
  stage: { fragment: '#v3&p=cluster&t=2ms&cue=0', parts: '.app > *, .cue-head, .cue-foot', drawings: '.lane-machine' },
} as const;
export type Screen = (typeof SCREENS)[keyof typeof SCREENS];

/** Lists the faults of the layout. Runs in the page. */
export async function layoutFaults({ parts, drawings }: Pick<Screen, 'parts' | 'drawings'>): Promise<string[]> {
  for (let i = 0; i < 2; i++) await new Promise((next) => requestAnimationFrame(next));
  const found: string[] = [];
  const nameOf = (element: Element) => element.getAttribute('class')?.split(' ')[0] ?? element.localName;
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) found.push(`the page is ${scrollWidth} px wide`);
  const areas = [...document.querySelectorAll(parts)].filter((part) => {
    const { position, clipPath } = getComputedStyle(part);
    const { width, height } = part.getBoundingClientRect();
    return width > 1 && height > 1 && !/fixed|absolute/.test(position) && !clipPath.startsWith('inset');
  });
  for (const [i, one] of areas.entries()) {
    for (const other of areas.slice(i + 1)) {
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 1 && down > 1) found.push(`${nameOf(one)} and ${nameOf(other)} overlap by ${Math.round(down)} px`);
    }
  }
  const machines = [...document.querySelectorAll(drawings)].filter((one) => one.checkVisibility());
  if (machines.length === 0) found.push('there is no machine');
  for (const machine of machines) {
    const { width, height } = machine.getBoundingClientRect();
    if (width < 100 || height < 100) found.push(`a machine has ${Math.round(width)} × ${Math.round(height)} px`);
  }
  return found;
}
