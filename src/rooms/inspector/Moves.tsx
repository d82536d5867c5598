/** The latest moves to a CPU and away from it, newest first: each opens the decision that made it. */
import { useMemo } from 'react';
import type { Records } from '../../engine/wire/records';
import { distanceOf } from '../../scenario/distance';
import type { MachineDescription } from '../../scenario/generated/types';
import { Word } from '../../signs/Word';
import { openLens } from '../../state/decision';
import type { LaneKey } from '../../state/view';
import { useT } from '../../words/inspector';
import { agoOf, textOf } from '../../words/sentences';
import { recentMoves } from './recentMoves';
import './entries.css';

interface MovesProps {
  readonly lane: LaneKey;
  readonly cpu: number;
  readonly machine: MachineDescription;
  readonly records: Records;
  readonly ns: number;
}

export function Moves({ lane, cpu, machine, records, ns }: MovesProps) {
  const t = useT();
  const moves = useMemo(() => recentMoves(records, cpu), [records, cpu]);
  if (moves.length === 0) return <p className="inspector-note">{t('moves.none', { cpu })}</p>;
  return (
    <ol className="decisions" aria-label={t('moves.label', { cpu, lane: lane.toUpperCase() })}>
      {moves.map(({ head, task, from, to }) => {
        const ago = agoOf(ns - head.ns);
        return (
          <li key={`${head.serial}-${task}`} className="entry">
            <button
              type="button"
              aria-label={`${t('moves.open', { task, from, to })}, ${t(`decided.${head.kind}`)}, ${t('moves.distance', {
                distance: t(`distance.${distanceOf(machine, from, to)}`),
              })}`}
              onClick={() => void openLens(lane, head.words.slice())}
            >
              <span className="entry-kind">
                <Word of={`decided.${head.kind}`}>{t(`decided.${head.kind}`)}</Word>
              </span>
              <b className="mono">{t('decision.task', { task })}</b>
              <span>
                <span className="mono">{`CPU ${from} → ${to}`}</span>{' '}
                <small>{t(`distance.${distanceOf(machine, from, to)}`)}</small>
              </span>
              <time>{textOf(ago)}</time>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
