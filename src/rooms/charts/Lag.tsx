/**
 * A CPU's tasks over time, with lanes of one kind on the same axes: the lag or the remaining timeslice of each, and the
 * running task.
 */
import { useEffect, useState } from 'react';
import { useLags } from '../../page/useLags';
import { accountOf } from '../../scenario/charts';
import { readCpuList } from '../../scenario/cpuList';
import type { Scenario } from '../../scenario/generated/types';
import { factsOf } from '../../scenario/machines';
import { LagChart } from '../../signs/LagChart';
import { useDrawing } from '../../signs/QueueLine';
import { useRun } from '../../state/run';
import { useView } from '../../state/view';
import { moment } from '../../words/format';
import { useWords } from '../../words/panels';
import { busiest } from './busiest';
import { letter } from './tables';
import './lag.css';

/** Height of the lines (px): in a card, and with room for everything. */
const LOW = 56;
/** Height with a single lane. */
const ALONE = 96;
const HIGH = 220;
/** The first CPU that a scenario's tasks may use. */
const firstCpu = ({ cpus, machine }: Scenario): number =>
  [...readCpuList(cpus ?? '0', factsOf(machine).ids).cpus][0] ?? 0;

export function Lag({ scenario, full }: { scenario: Scenario; full: boolean }) {
  const words = useWords();
  const drawing = useDrawing();
  const feeds = useRun((run) => run.feeds);
  const selected = useView(({ selection }) => selection?.cpu);
  const [found, find] = useState<{ readonly of: typeof feeds; readonly cpu: number | null }>({ of: feeds, cpu: null });
  const cpu = selected ?? (found.of === feeds ? found.cpu : null) ?? firstCpu(scenario);
  const lanes = useLags(cpu, scenario);
  // Unless the person has chosen a CPU, an empty one is replaced by the busiest.
  useEffect(() => {
    if (selected !== undefined || lanes.length === 0 || !lanes.every(({ isEmpty }) => isEmpty)) return;
    const next = busiest(feeds.flatMap(({ frame }) => frame ?? []));
    if (found.of !== feeds || found.cpu !== next) find({ of: feeds, cpu: next });
  }, [selected, feeds, lanes, found]);

  const signs = `${accountOf(scenario)}.signs` as const;
  // Lanes that ran the same tasks have the same axes.
  const seen = [...new Set(lanes.flatMap(({ lags }) => lags.strokes.map(({ task }) => task)))];
  if (lanes.length > 0 && lanes.every(({ fromNs, toNs }) => fromNs === toNs))
    return <p className="lag-none">{words('lag.none', { cpu })}</p>;
  return (
    <div className="lag-panel">
      <div className="lag-lanes">
        {lanes.map(({ lane, fair, ...stretch }, i) => {
          const tasks = feeds[lane]?.tasks;
          return (
            tasks && (
              <div key={lane} className={`lag-lane lane-${lane === 0 ? 'a' : 'b'}`}>
                <b className="badge">{letter(lane)}</b>
                <LagChart
                  {...stretch}
                  drawn={drawing(tasks)}
                  label={words(fair ? 'lag.label' : 'slices.label', { lane: letter(lane), cpu })}
                  runs={words('lag.runs')}
                  height={full ? HIGH : lanes.length === 1 ? ALONE : LOW}
                  tasks={seen}
                  timed={i === lanes.length - 1}
                />
              </div>
            )
          );
        })}
      </div>
      <p className="unit">
        {words(signs, { cpu })}
        {lanes.map(
          ({ lane, reachesNs, toNs }) =>
            reachesNs < toNs && (
              <span key={lane}> {words('lag.toldTo', { lane: letter(lane), time: moment(reachesNs) })}</span>
            ),
        )}
      </p>
    </div>
  );
}
