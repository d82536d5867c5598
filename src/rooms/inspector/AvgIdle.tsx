/** The average idle time of a CPU on a logarithmic scale, with the gates that the kernel compares it with. */
import { scaleLog } from 'd3-scale';
import { STEAL_COST_NS } from '../../scenario/generated/tunables';
import type { CpuInspection, KernelId } from '../../scenario/generated/types';
import { Term } from '../../signs/Term';
import { duration } from '../../words/format';
import { functionName } from '../../words/functionName';
import { useT } from '../../words/inspector';
import { useT as useQueueT } from '../../words/queue';
import { Facts } from './Facts';
import './gauge.css';

const percentOf = (ns: number) => `${scaleLog([100, 2e6], [0, 100]).clamp(true)(Math.max(1, ns)).toFixed(1)}%`;

interface Props {
  readonly of: CpuInspection;
  /** The gate of `newidle_balance`; null: none. */
  readonly newidleNs: number | null;
  readonly kernel: KernelId;
}

export function AvgIdle({ of, newidleNs, kernel }: Props) {
  const t = useT();
  const q = useQueueT();
  const idle = of.avg_idle_ns;
  const gates = [
    { key: 'steal', func: 'try_steal', ns: STEAL_COST_NS },
    ...(newidleNs === null ? [] : [{ key: 'newidle', func: 'newidle_balance', ns: newidleNs } as const]),
  ] as const;
  return (
    <section className="inspector-block">
      <h3 className="mono">
        <Term of="avg_idle" />={duration(idle)}
      </h3>
      <div className="gauge" aria-hidden="true">
        <div className="gauge-track">
          <i className="gauge-fill" style={{ inlineSize: percentOf(idle) }} />
          {gates.map(({ func, ns }) => (
            <i key={func} className="gauge-gate" style={{ insetInlineStart: percentOf(ns) }} />
          ))}
          <b className="gauge-now" style={{ insetInlineStart: percentOf(idle) }} />
        </div>
        <div className="gauge-scale">
          {gates.map(({ func, ns }) => (
            <span key={func} style={{ insetInlineStart: percentOf(ns) }}>
              {duration(ns)}
            </span>
          ))}
        </div>
      </div>
      <ul className="plain">
        {gates.map(({ key, func, ns }) => (
          <li key={func}>
            <Term of={`func.${func}`}>{functionName(func, kernel)}</Term>
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
