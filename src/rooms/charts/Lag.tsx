/**
 * A CPU's tasks over time, with lanes of one kind on the same axes: the lag or the remaining timeslice of each, and the
 * running task.
 */
import { useEffect, useState } from 'react';
import { hasLaneOf, isOf, kernelOf } from '../../scenario/catalog';
import { accountOf } from '../../scenario/charts';
import { readCpuList } from '../../scenario/cpuList';
import type { Scenario } from '../../scenario/generated/types';
import { ROLES } from '../../scenario/generated/vocab';
import { factsOf } from '../../scenario/machines';
import { LagChart } from '../../signs/LagChart';
import { isFairTrace, lagsOf, reachOf } from '../../signs/lag';
import { roleShape } from '../../signs/palette';
import { slicesOf, slicesReach } from '../../signs/slices';
import { useRun } from '../../state/run';
import { useTraces } from '../../state/traces';
import { useView } from '../../state/view';
import type { MessageKey } from '../../words';
import { useT } from '../../words';
import { moment } from '../../words/format';
import { useWords } from '../../words/panels';
import { busiest } from './busiest';
import { letter } from './tables';
import './lag.css';

/** The shown interval (ns): some sleeps, and turns that are distinguishable. */
const SPAN_NS = 60e6;
/** The turns of O(1) are longer. */
const O1_SPAN_NS = 600e6;
/** Height of the lines (px): in a card, and with room for everything. */
const LOW = 56;
/** Height with a single lane. */
const ALONE = 96;
const HIGH = 220;
/** The first CPU that a scenario's tasks may use. */
const firstCpu = ({ cpus, machine }: Scenario): number =>
  [...readCpuList(cpus ?? '0', factsOf(machine).ids).cpus][0] ?? 0;

export function Lag({ scenario, full }: { scenario: Scenario; full: boolean }) {
  const t = useT();
  const words = useWords();
  const feeds = useRun((run) => run.feeds);
  const selected = useView(({ selection }) => selection?.cpu);
  const [found, find] = useState<{ readonly of: typeof feeds; readonly cpu: number | null }>({ of: feeds, cpu: null });
  const cpu = selected ?? (found.of === feeds ? found.cpu : null) ?? firstCpu(scenario);
  const traces = useTraces(
    feeds.map((_, lane) => lane),
    cpu,
    hasLaneOf('o1', scenario) ? O1_SPAN_NS : SPAN_NS,
  );
  const [known, know] = useState({ feeds, reachNs: 0, sliceNs: 0 });
  // A trace may be older than the scenario, so its kind is derived from the trace.
  const fair = traces.map(
    ({ lane, samples }) => isFairTrace(samples) ?? isOf('fair', kernelOf(scenario, scenario.lanes[lane])),
  );
  const all = traces.map(({ samples }, i) => (fair[i] ? lagsOf(samples) : slicesOf(samples)));
  // Unless the person has chosen a CPU, an empty one is replaced by the busiest.
  useEffect(() => {
    const isEmpty = traces.every(
      ({ samples, reachesNs, toNs }) => reachesNs === toNs && samples.every(({ tasks }) => tasks.length === 0),
    );
    if (selected === undefined && traces.length > 0 && isEmpty)
      find({ of: feeds, cpu: busiest(feeds.flatMap(({ frame }) => frame ?? [])) });
  }, [selected, feeds, traces]);
  const those = (wanted: boolean) => all.filter((_, i) => fair[i] === wanted);
  // The axes keep their lengths while a run plays.
  const before = known.feeds === feeds ? known : { reachNs: 0, sliceNs: 0 };
  const reachNs = reachOf(those(true), before.reachNs);
  const sliceNs = slicesReach(those(false), before.sliceNs);
  if (known.feeds !== feeds || known.reachNs !== reachNs || known.sliceNs !== sliceNs)
    know({ feeds, reachNs, sliceNs });

  const signs = `${accountOf(scenario)}.signs` as const;
  // Lanes that ran the same tasks have the same axes.
  const seen = [...new Set(all.flatMap(({ strokes }) => strokes.map(({ task }) => task)))];
  if (traces.length > 0 && traces.every(({ fromNs, toNs }) => fromNs === toNs))
    return <p className="lag-none">{words('lag.none', { cpu })}</p>;
  return (
    <div className="lag-panel">
      <div className="lag-lanes">
        {traces.map(({ lane, fromNs, toNs }, i) => {
          const tasks = feeds[lane]?.tasks;
          const lags = all[i];
          if (!tasks || !lags) return null;
          const drawn = (task: number) => {
            const role = ROLES[tasks[task * 2] ?? 0] ?? '';
            const name = words('lag.name', { role: t(`machine.role.${role}` as MessageKey), task });
            return { shape: roleShape(role), group: tasks[task * 2 + 1] ?? 0, name };
          };
          return (
            <div key={lane} className={`lag-lane lane-${lane === 0 ? 'a' : 'b'}`}>
              <b className="badge">{letter(lane)}</b>
              <LagChart
                lags={lags}
                fromNs={fromNs}
                toNs={toNs}
                leastNs={fair[i] ? -reachNs : 0}
                reachNs={fair[i] ? reachNs : sliceNs}
                drawn={drawn}
                label={words(fair[i] ? 'lag.label' : 'slices.label', { lane: letter(lane), cpu })}
                runs={words('lag.runs')}
                height={full ? HIGH : traces.length === 1 ? ALONE : LOW}
                tasks={seen}
                timed={i === traces.length - 1}
              />
            </div>
          );
        })}
      </div>
      <p className="unit">
        {words(signs, { cpu })}
        {traces.map(
          ({ lane, reachesNs, toNs }) =>
            reachesNs < toNs && (
              <span key={lane}> {words('lag.toldTo', { lane: letter(lane), time: moment(reachesNs) })}</span>
            ),
        )}
      </p>
    </div>
  );
}
