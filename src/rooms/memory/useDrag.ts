/** Dragging a field with the pointer: the element below it, and its destination. */
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { LayoutItem } from '../../scenario/generated/types';
import type { Target } from './arrange';

export interface Drag {
  /** The field that is dragged. */
  readonly dragging: LayoutItem | null;
  /** The present destination; null: the previous position. */
  readonly aim: Target | null;
  /** Event handlers for an element that can be dragged as `field`. */
  handlers(field: string): {
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerCancel: (event: PointerEvent<HTMLElement>) => void;
  };
}

/** A pointer that has moved less far is a click (px). */
const SLACK = 4;

interface Held {
  readonly field: LayoutItem;
  readonly box: HTMLElement;
  readonly x: number;
  readonly y: number;
  readonly moving: boolean;
}

/** The element below the pointer, as a position in the order. */
function targetAt(list: HTMLElement | null, x: number, y: number): Target | null {
  for (const element of document.elementsFromPoint(x, y)) {
    if (!list?.contains(element) || !(element instanceof HTMLElement)) continue;
    const { gap, piece, first, held } = element.dataset;
    // The dragged field is above the others.
    if (held === 'true') continue;
    if (gap !== undefined) {
      return { beside: gap === '' ? null : (gap as LayoutItem), side: gap === '' ? 'after' : 'before', alone: true };
    }
    if (piece !== undefined) {
      const { left, width } = element.getBoundingClientRect();
      // A field that began on another line cannot have a field before it on this line.
      const side = first === 'true' && x < left + width / 2 ? 'before' : 'after';
      return { beside: piece as LayoutItem, side, alone: false };
    }
    if (element.classList.contains('struct-fields')) {
      const last = [...element.children].findLast((child) => child.getBoundingClientRect().left <= x) as
        | HTMLElement
        | undefined;
      if (last) return { beside: last.dataset.piece as LayoutItem, side: 'after', alone: false };
    }
  }
  return null;
}

const sameTarget = (a: Target | null, b: Target | null): boolean =>
  a?.beside === b?.beside && a?.side === b?.side && a?.alone === b?.alone;

export function useDrag(list: RefObject<HTMLElement | null>, drop: (field: LayoutItem, target: Target) => void): Drag {
  const held = useRef<Held | null>(null);
  const [dragging, setDragging] = useState<LayoutItem | null>(null);
  const [aim, setAim] = useState<Target | null>(null);
  const end = () => {
    held.current?.box.style.removeProperty('translate');
    held.current = null;
    setDragging(null);
    setAim(null);
  };
  useEffect(() => {
    if (dragging === null) return;
    // Captured, so that only the drag ends and no dialog around it.
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      end();
    };
    window.addEventListener('keydown', onEscape, true);
    return () => window.removeEventListener('keydown', onEscape, true);
  });
  return {
    dragging,
    aim,
    handlers: (field) => ({
      onPointerDown(event) {
        if (event.button !== 0 || !event.isPrimary) return;
        const { currentTarget: box, clientX: x, clientY: y } = event;
        held.current = { field: field as LayoutItem, box, x, y, moving: false };
        box.setPointerCapture(event.pointerId);
      },
      onPointerMove(event) {
        const start = held.current;
        if (!start) return;
        const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
        if (!start.moving && Math.hypot(dx, dy) < SLACK) return;
        if (!start.moving) {
          held.current = { ...start, moving: true };
          setDragging(start.field);
        }
        start.box.style.translate = `${dx}px ${dy}px`;
        const next = targetAt(list.current, event.clientX, event.clientY);
        setAim((old) => (sameTarget(old, next) ? old : next));
      },
      onPointerUp(event) {
        const start = held.current;
        const target = start?.moving ? targetAt(list.current, event.clientX, event.clientY) : null;
        end();
        if (start && target && target.beside !== start.field) drop(start.field, target);
      },
      onPointerCancel: end,
    }),
  };
}
