import { useMemo } from 'react';
import { ROLES } from '../../scenario/generated/vocab';
import { Shape } from '../../signs/palette';
import { CapacitySign, FlowSign, MoveSign, ShapeSign, StateSign } from '../../signs/Signs';
import { useRun } from '../../state/run';
import { useScenario } from '../../state/scenario';
import { useT } from '../../words';
import { type LegendItem, legendOf } from './legendItems';
import './legend.css';
import { useSignsSeen } from './seen';

/** Processes of a recording that are named. */
const SHOWN = 3;

/** The signs on the machines and their meaning: only those that were visible, in one line. */
export function LegendLine() {
  const t = useT();
  const workload = useScenario(({ document }) => document.workload);
  const feeds = useRun((run) => run.feeds);
  const seen = useSignsSeen(feeds);
  const machine = feeds[0]?.machine;
  const recorded = feeds[0]?.recorded;
  const tasks = feeds[0]?.tasks;
  // A task has two words, of which the first is its role.
  const hasHogs = useMemo(() => tasks?.some((word, i) => i % 2 === 0 && ROLES[word] === 'hog'), [tasks]);
  return (
    <section className="legend-line" aria-label={t('machine.legend')}>
      <ul className="legend">
        {machine &&
          recorded?.processes.slice(0, SHOWN).map(({ name }, rank) => (
            <li key={name}>
              <ShapeSign shape={Shape.circle} group={rank} />
              {name}
            </li>
          ))}
        {machine &&
          legendOf(workload, machine, seen, hasHogs).map((item) =>
            item.sign === 'tasks' && recorded ? null : (
              <li key={item.sign}>
                <Drawn item={item} />
                <span className="legend-full">{t(item.word)}</span>
                <span className="legend-short">{t(item.short)}</span>
              </li>
            ),
          )}
      </ul>
    </section>
  );
}

function Drawn({ item: { sign, shapes } }: { item: LegendItem }) {
  switch (sign) {
    case 'tasks':
      return shapes.map((shape) => <ShapeSign key={shape} shape={shape} />);
    case 'capacity':
      return <CapacitySign />;
    case 'near':
    case 'far':
      return <FlowSign far={sign === 'far'} />;
    case 'stolen':
      return <MoveSign kind="steal" />;
    case 'wasted':
    case 'throttled':
    case 'overloaded':
      return <StateSign state={sign} />;
  }
}
