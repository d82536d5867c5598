/** Lag over time on one CPU, the lanes beside each other on the same axes: what each task is owed, and who ran. */
import { useState } from 'react';
import { hasLaneOf, isOf, kernelOf } from '../../scenario/catalog';
import { readCpuList } from '../../scenario/cpuList';
import type { Scenario } from '../../scenario/generated/types';
import { ROLES } from '../../scenario/generated/vocab';
import { LagChart } from '../../signs/LagChart';
import { lagsOf, reachOf } from '../../signs/lag';
import { roleShape } from '../../signs/palette';
import { useRun } from '../../state/run';
import { useTraces } from '../../state/traces';
import { useView } from '../../state/view';
import type { MessageKey } from '../../words';
import { useT } from '../../words';
import { useWords } from '../../words/panels';
import { letter } from './tables';
import './lag.css';

/** So much of the run is shown (ns): some sleeps, and turns that can be told apart. */
const SPAN_NS = 60e6;
/** The turns of O(1) are longer. */
const O1_SPAN_NS = 600e6;
/** Height of the lines (px): in a card, and with room for everything. */
const LOW = 56;
const HIGH = 220;
/** Machines have no more CPUs. */
const MOST_CPUS = 512;

/** The first CPU that a scenario's tasks may use. */
const firstCpu = ({ cpus }: Scenario): number => [...readCpuList(cpus ?? '0', MOST_CPUS).cpus][0] ?? 0;

export function Lag({ scenario, full }: { scenario: Scenario; full: boolean }) {
  const t = useT();
  const words = useWords();
  const feeds = useRun((run) => run.feeds);
  const selected = useView(({ selection }) => selection?.cpu);
  const cpu = selected ?? firstCpu(scenario);
  const traces = useTraces(
    feeds.map((_, lane) => lane),
    cpu,
    hasLaneOf('o1', scenario) ? O1_SPAN_NS : SPAN_NS,
  );
  const [known, know] = useState({ feeds, reachNs: 0 });
  const all = traces.map(({ lane, samples }) =>
    lagsOf(samples, isOf('fair', kernelOf(scenario, scenario.lanes[lane]))),
  );
  // The axis keeps its length while a run plays.
  const reachNs = reachOf(all, known.feeds === feeds ? known.reachNs : 0);
  if (known.feeds !== feeds || known.reachNs !== reachNs) know({ feeds, reachNs });

  // Lanes that ran the same tasks have the same axes.
  const seen = [...new Set(all.flatMap(({ strokes }) => strokes.map(({ task }) => task)))];
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
                reachNs={reachNs}
                drawn={drawn}
                label={words('lag.label', { lane: letter(lane), cpu })}
                none={words('lag.none')}
                runs={words('lag.runs')}
                height={full ? HIGH : LOW}
                tasks={seen}
                timed={i === traces.length - 1}
              />
            </div>
          );
        })}
      </div>
      <p className="unit">{words('lag.signs', { cpu })}</p>
    </div>
  );
}
