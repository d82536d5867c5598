/** Signs of the drawing, for legends and texts. */
import { causeOf, DASH, type Family, familyOf, GLYPH, type MoveKind } from './moves';
import { causeColor, groupHue, onCauseColor, Shape } from './palette';
import { shapePath } from './shapes';
import './signs.css';

const TOKEN: Readonly<Record<Family, string>> = {
  placed: 'M6.5 0A6.5 6.5 0 1 1 -6.5 0A6.5 6.5 0 1 1 6.5 0Z',
  pulled: 'M-6 -6H6V6H-6Z',
  stolen: 'M0 -7L7 0L0 7L-7 0Z',
};

/** A move as it is drawn on the machine: line and token, or the token alone. */
export function MoveSign({ kind, alone = false }: { readonly kind: MoveKind; readonly alone?: boolean }) {
  const cause = causeOf(kind);
  return (
    <svg width={alone ? 15 : 40} height="14" viewBox={alone ? '24.5 0 15 14' : '0 0 40 14'} aria-hidden="true">
      {!alone && (
        <>
          {familyOf(kind) === 'stolen' && <path className="sign-line sign-casing" d="M1 7H25" />}
          <path
            className="sign-line"
            d="M1 7H25"
            strokeDasharray={DASH[kind].join(' ')}
            style={familyOf(kind) === 'stolen' ? { stroke: causeColor(cause) } : undefined}
          />
        </>
      )}
      <path
        d={TOKEN[familyOf(kind)]}
        transform="translate(32 7)"
        style={{ fill: causeColor(cause), stroke: onCauseColor(cause) }}
      />
      <path
        className="sign-glyph"
        d={GLYPH[kind]}
        transform="translate(27.5 2.5) scale(0.9)"
        style={{ stroke: onCauseColor(cause) }}
      />
    </svg>
  );
}

/** A task's shape. */
/** `group`: in the colour of a group. */
export function ShapeSign({ shape, group }: { readonly shape: Shape; readonly group?: number }) {
  const style = group === undefined ? {} : { fill: `var(--group-${groupHue(group)})` };
  return (
    <svg width="16" height="16" viewBox="-8 -8 16 16" aria-hidden="true">
      <path className="sign-shape" d={shapePath(shape, 6.5)} style={style} />
    </svg>
  );
}

/** A flow between CPUs: thin inside a cluster, thick beyond. */
export function FlowSign({ far }: { readonly far: boolean }) {
  return (
    <svg width="34" height="16" viewBox="0 0 34 16" aria-hidden="true">
      <path className={far ? 'sign-flow sign-far' : 'sign-flow'} d="M3 8H31" />
    </svg>
  );
}

/** Two CPUs with their capacities. */
export function CapacitySign() {
  return (
    <svg width="38" height="14" viewBox="0 0 38 14" aria-hidden="true">
      <path className="sign-capacity" d="M2 13V1M22 13V7" />
      <path className="sign-idle" d="M4 1H16V13H4ZM24 1H36V13H24Z" />
    </svg>
  );
}

export const CPU_STATES = ['running', 'idle', 'wasted', 'overloaded'] as const;
export type CpuState = (typeof CPU_STATES)[number];

/** A CPU in a state. */
export function StateSign({ state }: { readonly state: CpuState | 'throttled' }) {
  return (
    <svg width="22" height="14" viewBox="0 0 22 14" aria-hidden="true">
      <rect className={`sign-${state}`} x="1" y="1" width="20" height="12" rx="3" />
      {state === 'wasted' && <path className="sign-hatch" d="M3 11L11 3M9 11L17 3M15 11L19.5 6.5" />}
      {state === 'running' && <path className="sign-shape" d={shapePath(Shape.circle, 4)} transform="translate(8 7)" />}
      {state === 'throttled' && <path className="sign-queue" d="M8 4h2v6h-2zM12 4h2v6h-2z" />}
      {state === 'overloaded' && <rect className="sign-queue" x="4" y="9.5" width="11" height="2" />}
    </svg>
  );
}
