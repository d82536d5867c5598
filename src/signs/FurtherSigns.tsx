/** Less common signs, at the end of legends. */
import type { Shape } from './palette';
import { shapePath } from './shapes';
import './further-signs.css';

/** The shape of a task of a further group, with or without a dot. */
export function HollowSign({ shape, dot = false }: { readonly shape: Shape; readonly dot?: boolean }) {
  return (
    <svg width="16" height="16" viewBox="-8 -8 16 16" aria-hidden="true">
      <path className="sign-hollow" d={shapePath(shape, 5.5)} />
      {dot && <circle className="sign-shape" r="2" />}
    </svg>
  );
}

/** An idle CPU, and a migrating task. */
export function DashedSign() {
  return (
    <svg width="42" height="14" viewBox="0 0 42 14" aria-hidden="true">
      <rect className="sign-idle" x="1" y="1" width="20" height="12" rx="3" />
      <circle className="sign-coming" cx="34" cy="7" r="6" />
    </svg>
  );
}
