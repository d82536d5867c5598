/** Exports a picture or its figures; loaded at the first export. */
import type { Table } from '../table';
import { aligned, csv, png, save } from './files';
import { type Caption, picture } from './picture';

export type Form = 'svg' | 'png' | 'csv' | 'text';

export interface Taken {
  readonly element: HTMLElement | SVGSVGElement | null;
  readonly table: Table;
  readonly caption: Caption;
  /** File name without its extension. */
  readonly name: string;
  /** Another text in place of the table. */
  readonly text?: string;
}

const comments = ({ title, source, changes, link }: Caption): string[] => [
  title,
  source,
  ...(changes ? [changes] : []),
  link,
];

export async function take({ element, table, caption, name, text }: Taken, form: Form): Promise<void> {
  switch (form) {
    case 'svg':
      if (element) save(new Blob([picture(element, caption)], { type: 'image/svg+xml' }), `${name}.svg`);
      return;
    case 'png':
      if (element) save(await png(picture(element, caption)), `${name}.png`);
      return;
    case 'csv':
      save(new Blob([csv(table, comments(caption))], { type: 'text/csv;charset=utf-8' }), `${name}.csv`);
      return;
    case 'text':
      await navigator.clipboard.writeText(text ?? aligned(table, comments(caption)));
  }
}
