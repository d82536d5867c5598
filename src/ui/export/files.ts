/** Files of a picture and of its figures. */
import { widthOf } from '../fitting';
import type { Cell, Table } from '../table';

/** Pixels of the PNG per CSS pixel. */
const PNG_SCALE = 2;

const heading = ({ name, unit }: Table['columns'][number]): string => (unit ? `${name} (${unit})` : name);

const quoted = (cell: Cell): string => {
  const content = cell === null ? '' : String(cell);
  // A spreadsheet evaluates a text with such a first character as a formula, even inside quotes.
  const isFormula = /^[=+\-@\t\r]/.test(content) && content !== '-' && Number.isNaN(Number(content));
  const text = isFormula ? `'${content}` : content;
  // Spreadsheets of some locales separate cells by semicolons.
  return /[",;\t\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** CSV after RFC 4180, below comment lines of one cell each. */
export const csv = ({ columns, rows }: Table, comments: readonly string[]): string =>
  [
    ...comments.map((line) => quoted(`# ${line.replace(/[\r\n]+/g, ' ')}`)),
    columns.map((column) => quoted(heading(column))).join(','),
    ...rows.map((row) => row.map(quoted).join(',')),
    '',
  ].join('\r\n');

const isNumber = (cell: Cell): boolean => typeof cell === 'number';

/** Aligned columns for a mail, in a Markdown code block. */
export function aligned({ columns, rows }: Table, comments: readonly string[]): string {
  const cells = [columns.map(heading), ...rows.map((row) => row.map((cell) => (cell === null ? '-' : String(cell))))];
  const toEnd = columns.map((_, i) => rows.every((row) => isNumber(row[i] ?? null) || row[i] === null));
  const widths = columns.map((_, i) => Math.max(...cells.map((row) => widthOf(row[i] ?? ''))));
  const lines = cells.map((row) =>
    row
      .map((cell, i) => {
        const room = ' '.repeat(Math.max(0, (widths[i] ?? 0) - widthOf(cell)));
        return toEnd[i] ? room + cell : cell + room;
      })
      .join('  ')
      .trimEnd(),
  );
  return ['```', ...comments, '', ...lines, '```', ''].join('\n');
}

export function save(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  // The browser reads the blob after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Renders an SVG as a PNG; rejects if the browser cannot draw it. */
export async function png(svg: string): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth * PNG_SCALE;
    canvas.height = image.naturalHeight * PNG_SCALE;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}
