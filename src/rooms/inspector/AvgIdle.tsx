/** The average idle time of a CPU on a logarithmic scale, with the gates it is compared with. */
import { scaleLog } from 'd3-scale';
import { STEAL_COST_NS } from '../../scenario/generated/tunables';
import type { CpuInspection } from '../../scenario/generated/types';
import { Word } from '../../signs/Word';
import { duration } from '../../words/format';
import { useT } from '../../words/inspector';
import { useT as useQueueT } from '../../words/queue';
import { Facts } from './Facts';
import './gauge.css';

const percentOf = (ns: number) => `${scaleLog([100, 2e6], [0, 100]).clamp(true)(Math.max(1, ns)).toFixed(1)}%`;

export function AvgIdle({ of, newidleNs }: { of: CpuInspection; newidleNs: number | null }) {
  const t = useT();
  const q = useQueueT();
  const idle = of.avg_idle_ns;
  const gates = [
    { key: 'steal', name: 'try_steal', ns: STEAL_COST_NS },
    ...(newidleNs === null ? [] : [{ key: 'newidle', name: 'newidle_balance', ns: newidleNs } as const]),
  ] as const;
  return (
    <section className="inspector-block">
      <h3 className="mono">
        <Word of="avg_idle" />={duration(idle)}
      </h3>
      <div className="gauge" aria-hidden="true">
        <div className="gauge-track">
          <i className="gauge-fill" style={{ inlineSize: percentOf(idle) }} />
          {gates.map(({ name, ns }) => (
            <i key={name} className="gauge-gate" style={{ insetInlineStart: percentOf(ns) }} />
          ))}
          <b className="gauge-now" style={{ insetInlineStart: percentOf(idle) }} />
        </div>
        <div className="gauge-scale">
          {gates.map(({ name, ns }) => (
            <span key={name} style={{ insetInlineStart: percentOf(ns) }}>
              {duration(ns)}
            </span>
          ))}
        </div>
      </div>
      <ul className="plain">
        {gates.map(({ key, name, ns }) => (
          <li key={name}>
            <Word of={`func.${name}`}>{name}</Word>
            {q(`queue.${key}.${idle < ns ? 'below' : 'above'}`, { gate: duration(ns) })}
          </li>
        ))}
      </ul>
      <Facts
        of={[
          ['max_idle_balance_cost', duration(of.max_idle_balance_cost_ns)],
          ['avg_scan_cost', of.avg_scan_cost_ns === null ? t('domain.never') : duration(of.avg_scan_cost_ns)],
        ]}
      />
    </section>
  );
}
