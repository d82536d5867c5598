// Sorts a module of WebAssembly by what its bytes are, so that it packs better: operations beside operations, numbers of locals
// beside each other, constants beside constants. `src/engine/port/columns.ts` puts it together again.
import { codeOf, leb, lebAt } from './binary.mjs';

/** Columns before those of the operands: what comes before the code, the kinds of its parts in their order, what comes after. */
const [BEFORE, FLOW, AFTER] = [0, 1, 2];

/** Forms of an operand: a number; a count and, for each that it counts, one number or two; or so many bytes. */
const [NUMBER, ONE_EACH, TWO_EACH, FLOAT, DOUBLE] = [0, 1, 2, 4, 8];
/** A function begins: its length, and its locals. */
const FUNCTION = {
  length: 0,
  operands: [
    ['length', NUMBER],
    ['locals', TWO_EACH],
  ],
};
/** An operation: how many bytes name it, and the column and the form of each operand. */
const operation = (length, ...operands) => ({ length, operands });

const OPERATIONS = new Map();
const known = (codes, made) => {
  for (const code of codes) OPERATIONS.set(code, made);
};
const range = (first, last) => Array.from({ length: last - first + 1 }, (_, i) => first + i);
known([0x00, 0x01, 0x05, 0x0b, 0x0f, 0x1a, 0x1b, ...range(0x45, 0xc4)], operation(1));
known([0x02, 0x03, 0x04], operation(1, ['block', NUMBER]));
known([0x0c, 0x0d], operation(1, ['branch', NUMBER]));
known([0x0e], operation(1, ['table', ONE_EACH], ['table', NUMBER]));
known([0x10], operation(1, ['call', NUMBER]));
known([0x11], operation(1, ['type', NUMBER], ['type', NUMBER]));
known([0x20, 0x21, 0x22], operation(1, ['local', NUMBER]));
known([0x23, 0x24], operation(1, ['global', NUMBER]));
// How a load or a store is aligned says much of what it is.
known(range(0x28, 0x3e), operation(2, ['offset', NUMBER]));
known([0x3f, 0x40], operation(1, ['memory', NUMBER]));
known([0x41], operation(1, ['i32', NUMBER]));
known([0x42], operation(1, ['i64', NUMBER]));
known([0x43], operation(1, ['f32', FLOAT]));
known([0x44], operation(1, ['f64', DOUBLE]));
/** The same of those that a prefix begins: conversions, and copies and fills of memory. */
const PREFIX = 0xfc;
known(
  range(0, 7).map((code) => PREFIX * 256 + code),
  operation(2),
);
known([PREFIX * 256 + 10], operation(2, ['memory', NUMBER], ['memory', NUMBER]));
known([PREFIX * 256 + 11], operation(2, ['memory', NUMBER]));
// The table in which the binding keeps what is JavaScript's.
known([0x25, 0x26], operation(1, ['table', NUMBER]));
known([0xd0], operation(1, ['type', NUMBER]));
known(
  range(15, 17).map((code) => PREFIX * 256 + code),
  operation(2, ['table', NUMBER]),
);

function operationAt(bytes, at) {
  const code = bytes[at] === PREFIX ? PREFIX * 256 + bytes[at + 1] : bytes[at];
  const found = OPERATIONS.get(code);
  if (!found) throw new Error(`an operation of WebAssembly that cannot be sorted: 0x${code.toString(16)}`);
  return found;
}

/** Where an operand ends. */
function past(bytes, at, form) {
  if (form === FLOAT || form === DOUBLE) return at + form;
  let [count, end] = lebAt(bytes, at);
  for (let left = count * form; left > 0; left--) [, end] = lebAt(bytes, end);
  return end;
}

/** The module in columns, in a module that holds nothing else. */
export function inColumns(bytes) {
  const code = codeOf(bytes);
  if (!code) throw new Error('a module of WebAssembly without code');
  const { first, end } = code;
  const kinds = new Map();
  const flow = [];
  const columns = new Map();
  /** Sorts what begins there, and says where it ends. */
  const sort = (at, { length, operands }) => {
    const name = bytes.subarray(at, at + length);
    const key = name.join();
    if (!kinds.has(key)) kinds.set(key, { place: kinds.size, name, operands });
    flow.push(kinds.get(key).place);
    let next = at + length;
    for (const [column, form] of operands) {
      const from = next;
      next = past(bytes, from, form);
      if (!columns.has(column)) columns.set(column, { place: AFTER + 1 + columns.size, parts: [] });
      columns.get(column).parts.push(bytes.subarray(from, next));
    }
    return next;
  };
  for (let at = first; at < end; ) {
    const [length, begins] = lebAt(bytes, at);
    at = sort(at, FUNCTION);
    while (at < begins + length) at = sort(at, operationAt(bytes, at));
  }
  if (kinds.size > 256) throw new Error(`${kinds.size} kinds of operations do not fit into a byte`);

  const all = [];
  all[BEFORE] = bytes.subarray(0, first);
  all[FLOW] = Buffer.from(flow);
  all[AFTER] = bytes.subarray(end);
  for (const { place, parts } of columns.values()) all[place] = Buffer.concat(parts);
  const listed = (list, each) => [list.length, ...list.flatMap(each)];
  const head = [
    bytes.length,
    ...listed([...kinds.values()], ({ name, operands }) => [
      ...listed([...name], (byte) => byte),
      ...listed(operands, ([column, form]) => [columns.get(column).place, form]),
    ]),
    ...listed(all, (column) => column.length),
  ].flatMap(leb);
  const title = Buffer.from('columns');
  const section = Buffer.concat([Buffer.from([title.length]), title, Buffer.from(head), ...all]);
  return Buffer.concat([bytes.subarray(0, 8), Buffer.from([0, ...leb(section.length)]), section]);
}
