/** What a person can bring: a machine, a recording, a scheduler, a class. */
import type { ReactNode } from 'react';
import { look } from '../../state/view';
import { useWords } from './words';
import './ways.css';

/** Small drawings: 56 by 40 units, in the signs of the page. */
const DRAWINGS: Readonly<Record<'machine' | 'recording' | 'scheduler' | 'class', ReactNode>> = {
  machine: (
    <>
      <path className="w-line" d="M23 20h10" />
      <rect className="w-box" x={5} y={6} width={18} height={28} rx={3} />
      <rect className="w-box" x={33} y={6} width={18} height={28} rx={3} />
      <rect className="w-first" x={9} y={10} width={10} height={8} rx={2} />
      <rect className="w-second" x={37} y={22} width={10} height={8} rx={2} />
      <path className="w-idle" d="M9 22h10v8H9zM37 10h10v8H37z" />
    </>
  ),
  recording: (
    <>
      <circle className="w-ring" cx={11} cy={10} r={4.5} />
      <circle className="w-dot" cx={11} cy={10} r={1.8} />
      <path className="w-bars" d="M6 32v-6h7v-4h6v4h6V14h6v8h6v-4h6v8h7v6z" />
      <path className="w-window" d="M24 36h12" />
    </>
  ),
  scheduler: (
    <>
      <path className="w-line" d="M7 8h18M12 14h26M12 20h18M16 26h24M12 32h12" />
      <path className="w-mark" d="M7 19v8" />
    </>
  ),
  class: (
    <>
      <path className="w-bars" d="M8 33v-5h6v5zM16 33V22h6v11zM24 33V14h6v19zM40 33v-8h6v8z" />
      <path className="w-better" d="M32 33V9h6v24z" />
      <path className="w-line" d="M5 34h46" />
    </>
  ),
};

/** The first load does without it. */
const openAssignments = async () => (await import('../../page/openAssignments')).openAssignments();

type WayName = keyof typeof DRAWINGS;

export function Ways({ schedulerHref }: { readonly schedulerHref: string }) {
  const words = useWords();
  const inside = (name: WayName) => (
    <>
      <svg viewBox="0 0 56 40" aria-hidden="true">
        {DRAWINGS[name]}
      </svg>
      <span>
        <b>{words(`way.${name}`)}</b> <small>{words(`way.${name}.about`)}</small>
      </span>
    </>
  );
  const button = (name: WayName, open: () => void) => (
    <button type="button" className="front-way" onClick={open}>
      {inside(name)}
    </button>
  );
  return (
    <nav className="front-ways" aria-label={words('ways.label')}>
      {button('machine', () => look({ dialog: 'own' }))}
      {button('recording', () => look({ dialog: 'recording', dropped: null }))}
      <a className="front-way" href={`#${schedulerHref}`}>
        {inside('scheduler')}
      </a>
      {button('class', () => void openAssignments())}
    </nav>
  );
}
