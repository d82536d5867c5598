/**
 * Elements drawn outside React: a data join by index. Existing elements are reused, since a chart sets all properties
 * of a datum anew.
 */

/** The child at `index`, which is created if it does not exist. */
export function child<E extends Element>(parent: Element, index: number, name: string, className?: string): E {
  const there = parent.children[index];
  if (there) return there as E;
  const made = document.createElementNS(parent.namespaceURI, name);
  if (className) made.setAttribute('class', className);
  return parent.appendChild(made) as Element as E;
}

/** Children from `from` on, one for each datum, which draws it. */
export function fill<E extends Element, D>(
  parent: Element,
  name: string,
  data: readonly D[],
  draw: (element: E, datum: D, i: number) => void,
  from = 0,
): void {
  data.forEach((datum, i) => {
    draw(child<E>(parent, from + i, name), datum, i);
  });
  while (parent.children.length > from + data.length) parent.lastElementChild?.remove();
}

/** Sets attributes; null removes one. */
export function set(element: Element, attributes: Readonly<Record<string, string | number | null>>): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) element.removeAttribute(name);
    else element.setAttribute(name, String(value));
  }
}
