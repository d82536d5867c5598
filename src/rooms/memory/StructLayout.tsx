/**
 * A struct on its cache lines: a row for each line, a box for each field; the hot ones marked. Where its order can be
 * another, fields are moved between the lines, with the pointer or with the arrow keys.
 */
import {
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { LayoutItem } from '../../scenario/generated/types';
import { cut, type DrawnLine, type LayoutOrder, type Piece, type PlacedStruct, place } from '../../scenario/placed';
import { t as common } from '../../words';
import { compact } from '../../words/format';
import { useWords } from '../../words/panels';
import { broken, type Direction, moved, put } from './arrange';
import { type Heat, hex, inPercent, share } from './lines';
import { type Drag, useDrag } from './useDrag';
import './struct.css';

/** How the order of a struct's fields is changed. */
export interface Arranging {
  readonly order: LayoutOrder;
  readonly onArrange: (order: LayoutOrder) => void;
}

export interface StructLayoutProps {
  readonly struct: PlacedStruct;
  readonly heat: Heat;
  /** Only the lines on which something was touched. */
  readonly brief?: boolean;
  /** Null: the struct cannot be changed. */
  readonly arranging?: Arranging | null;
}

const DIRECTIONS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

export function StructLayout({ struct, heat, brief = false, arranging = null }: StructLayoutProps) {
  const t = useWords();
  const hint = useId();
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState('');
  const change = useArranged(list, arranging);
  const drag = useDrag(list, (field, target) => {
    if (arranging) tell(field, put(arranging.order, field, target));
  });
  /** Reorders the fields and returns the new position of one; null: it could not move. */
  const tell = (field: LayoutItem, next: LayoutItem[] | null) => {
    if (!next) return setSaid(t('lines.stays', { field }));
    change(field, next);
    const { lineBytes } = struct;
    const placed = place(next);
    const line = (offset: number) => Math.floor(offset / lineBytes);
    const chosen = placed.find((one) => one.field === field);
    if (!chosen) return;
    const beside = placed.filter((one) => one !== chosen && line(one.offset) === line(chosen.offset));
    setSaid(
      t(beside.length > 0 ? 'lines.moved' : 'lines.moved.alone', {
        field,
        line: line(chosen.offset),
        offset: hex(chosen.offset),
        beside: beside.map((one) => one.field).join(common('lane.list')),
      }),
    );
  };
  const press = (event: KeyboardEvent, field: LayoutItem) => {
    const direction = DIRECTIONS[event.key];
    const plain = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (!arranging || !plain || (!direction && event.key !== 'Enter')) return;
    event.preventDefault();
    const { order } = arranging;
    tell(field, direction ? moved(order, field, direction, struct.lineBytes) : broken(order, field));
  };
  const lines = cut(struct).filter(({ pieces }) => !brief || pieces.some(({ field }) => heat.touched.has(field)));
  return (
    <>
      <ol
        className="struct"
        ref={list}
        aria-label={t('lines.struct', { name: struct.name, bytes: struct.lineBytes })}
        data-arranging={arranging !== null}
        data-dragging={drag.dragging !== null}
      >
        {lines.map((line) => (
          <Line
            key={line.number}
            line={line}
            bytes={struct.lineBytes}
            heat={heat}
            brief={brief}
            moving={arranging && { drag, hint, press }}
          />
        ))}
        {arranging && (
          <li
            className="struct-end"
            data-gap=""
            data-aimed={drag.aim?.alone === true && drag.aim.beside === null}
            aria-hidden="true"
          />
        )}
      </ol>
      {arranging && (
        <>
          <p id={hint} className={brief ? 'visually-hidden' : 'unit'}>
            {t('lines.move')}
          </p>
          <p className={brief ? 'visually-hidden' : 'unit struct-said'} role="status">
            {said}
          </p>
        </>
      )}
    </>
  );
}

/** Changes the order and keeps the focus on the moved field. */
function useArranged(list: RefObject<HTMLElement | null>, arranging: Arranging | null) {
  const held = useRef<LayoutItem | null>(null);
  const order = arranging?.order;
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each order, once.
  useLayoutEffect(() => {
    const field = held.current;
    held.current = null;
    if (field) list.current?.querySelector<HTMLElement>(`button[data-field="${field}"]`)?.focus();
  }, [order]);
  return (field: LayoutItem, next: readonly LayoutItem[]) => {
    if (document.activeElement?.getAttribute('data-field') === field) held.current = field;
    arranging?.onArrange(next);
  };
}

/** How the fields of a line are moved. */
interface Moving {
  readonly drag: Drag;
  /** The element with the instructions. */
  readonly hint: string;
  readonly press: (event: KeyboardEvent, field: LayoutItem) => void;
}

interface LineProps {
  readonly line: DrawnLine;
  readonly bytes: number;
  readonly heat: Heat;
  readonly brief: boolean;
  readonly moving: Moving | null;
}

function Line({ line, bytes, heat, brief, moving }: LineProps) {
  const hits = line.pieces
    .filter(({ first }) => first)
    .reduce((sum, { field }) => sum + (heat.fields.get(field) ?? 0), 0);
  const first = line.pieces[0];
  return (
    <li className="struct-line" data-hot={hits > 0}>
      {/* Before a field that begins a line, another can be put on separate lines. */}
      {moving && first?.first && line.number > 0 && (
        <span
          className="struct-gap"
          data-gap={first.field}
          data-aimed={moving.drag.aim?.alone === true && moving.drag.aim.beside === first.field}
        />
      )}
      <span className="struct-offset">{hex(line.offset)}</span>
      <ul
        className="struct-fields"
        style={{
          gridTemplateColumns: columns(line, bytes, (piece) => (brief && isNamed(piece, heat) ? piece.field : '')),
        }}
      >
        {line.pieces.map((piece, i) => (
          <Box
            key={piece.field}
            column={2 * i + 2}
            piece={piece}
            line={line}
            heat={heat}
            brief={brief}
            moving={moving}
          />
        ))}
      </ul>
      <span className="struct-total">{hits > 0 && !brief ? `${inPercent(share(hits, heat.total))} %` : ''}</span>
    </li>
  );
}

/** Minimum width of a target (px). */
const LEAST_FIELD = 24;

/** In little room only hot fields and touched small ones have names. */
const isNamed = ({ field, bytes }: Piece, heat: Heat): boolean =>
  Boolean(heat.fields.get(field)) || (bytes <= 8 && heat.touched.has(field));

/** Columns by size, each wide enough for a click and its text; one for each gap before a field. */
function columns({ pieces }: DrawnLine, lineBytes: number, read: (piece: Piece) => string): string {
  const gap = (from: number, to: number) => `minmax(0, ${Math.max(0, to - from)}fr)`;
  let end = 0;
  const all = pieces.flatMap((piece) => {
    const { from, bytes } = piece;
    const before = gap(end, from);
    end = from + bytes;
    return [before, `minmax(max(${LEAST_FIELD}px, calc(${read(piece).length * 0.6}em + 8px)), ${bytes}fr)`];
  });
  return [...all, gap(end, lineBytes)].join(' ');
}

interface BoxProps {
  /** Its column of the grid. */
  readonly column: number;
  readonly piece: Piece;
  readonly line: DrawnLine;
  readonly heat: Heat;
  readonly brief: boolean;
  readonly moving: Moving | null;
}

/** A field, or the part of it on this line. */
function Box({ column, piece: { field, from, first }, line, heat, brief, moving }: BoxProps) {
  const t = useWords();
  const count = first ? (heat.fields.get(field) ?? 0) : 0;
  const part = share(count, heat.total);
  const label = [
    `${hex(line.offset + from)} ${field}`,
    count > 0 && t('lines.heat', { count: compact(count), percent: inPercent(part) }),
  ]
    .filter(Boolean)
    .join(' · ');
  const looks = {
    className: 'struct-field to-scale',
    'data-touched': heat.touched.has(field),
    'data-hot': count > 0,
    title: label,
    style: { '--heat': `${Math.round(part * 100)}%` } as CSSProperties,
  };
  const inside = (
    <>
      <span>{field}</span>
      {count > 0 && !brief && <b>{inPercent(part)} %</b>}
    </>
  );
  const drag = moving?.drag;
  const aim = drag?.aim;
  const aimed = aim && !aim.alone && aim.beside === field && (aim.side === 'after' || first) ? aim.side : undefined;
  return (
    <li style={{ gridColumn: column }} data-piece={field} data-first={first} data-aimed={aimed}>
      {moving && drag && first ? (
        <button
          type="button"
          {...looks}
          {...drag.handlers(field)}
          data-field={field}
          data-held={drag.dragging === field}
          aria-label={label}
          aria-describedby={moving.hint}
          onKeyDown={(event) => moving.press(event, field as LayoutItem)}
          // The clicked field keeps the focus, so that the arrow keys move it.
          onClick={(event) => event.stopPropagation()}
        >
          {inside}
        </button>
      ) : (
        <span {...looks} {...drag?.handlers(field)} data-held={drag?.dragging === field}>
          {inside}
        </span>
      )}
    </li>
  );
}
