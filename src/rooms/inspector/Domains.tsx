/** The scheduling domains of a CPU in the format of the kernel's debug files, and its files in sysfs. */

import type { CpuInspection, DomainInspection } from '../../scenario/generated/types';
import { ruleIn, rulesOf } from '../../scenario/rules';
import { Term } from '../../signs/Term';
import { useScenario } from '../../state/scenario';
import { useView } from '../../state/view';
import { duration } from '../../words/format';
import { useT } from '../../words/inspector';
import { agoOf, rhythmOf, textOf } from '../../words/sentences';
import { type Fact, Facts } from './Facts';
import './kernel-lines.css';

/** Kernels without a level of clusters have no files of them. */
const CLUSTER = 'topology/cluster';

export function Domains({ of, ns }: { of: CpuInspection; ns: number }) {
  const t = useT();
  const lane = useView(({ selection }) => (selection?.lane === 'b' ? 1 : 0));
  const merged = useScenario(({ document }) =>
    rulesOf(document).some((rule) => rule.key === 'cluster_level' && ruleIn(document, lane, rule) === 'CLS'),
  );
  const patched = of.domains.some(({ name }) => name === 'CL');
  const isKnown = ({ name }: { readonly name: string }) => merged || patched || !name.startsWith(CLUSTER);
  return (
    <>
      {of.domains.length === 0 && <p className="inspector-note">{t('domain.none')}</p>}
      {of.domains.length > 0 && (
        <Facts
          of={[
            [
              'next_balance',
              of.next_balance_ns > ns ? t('domain.in', { time: duration(of.next_balance_ns - ns) }) : textOf(agoOf(0)),
            ],
          ]}
        />
      )}
      {of.domains.map((domain, level) => (
        <Domain key={domain.name + domain.span} domain={domain} level={level} ns={ns} />
      ))}
      <section className="inspector-block">
        <h3 className="mono">/sys/devices/system/cpu/cpu{of.cpu}/</h3>
        <dl className="kernel-pairs">
          {of.files.filter(isKnown).map(({ name, value }) => (
            <div key={name}>
              <dt>
                <Term of={name.slice(name.indexOf('/') + 1)}>{name}</Term>
              </dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  );
}

function Domain({ domain, level, ns }: { domain: DomainInspection; level: number; ns: number }) {
  const t = useT();
  const rhythm = rhythmOf(domain);
  const { last_balance_ns: last, max_newidle_lb_cost_ns: cost, newidle_ratio: ratio } = domain;
  const ago = last === null ? null : agoOf(ns - last);
  const values: readonly (readonly [string, string | number])[] = [
    ['min_interval', domain.min_interval_ms],
    ['max_interval', domain.max_interval_ms],
    ['busy_factor', domain.busy_factor],
    ['imbalance_pct', domain.imbalance_pct],
    ['cache_nice_tries', domain.cache_nice_tries],
  ];
  const now: readonly Fact[] = [
    ['balance_interval', `${domain.balance_interval_ms} ms`],
    ['last_balance', ago ? textOf(ago) : t('domain.never')],
    ['nr_balance_failed', domain.nr_balance_failed],
    ['max_newidle_lb_cost', cost === null ? t('domain.never') : duration(cost)],
    ...(ratio === null ? [] : [['newidle_ratio', `${ratio} / 1024`] as const]),
  ];
  return (
    <section className="inspector-block">
      <h3 className="mono">
        domain{level} <Term of={`level.${domain.name}`}>{domain.name}</Term> <Term of="span" />={domain.span}
      </h3>
      <p>{textOf(rhythm)}</p>
      <dl className="kernel-lines">
        <div>
          <dt>
            <Term of="groups" />
          </dt>
          <dd>
            {domain.groups.map((group) => (
              <span key={group}>{`{${group}}`} </span>
            ))}
          </dd>
        </div>
        <div>
          <dt>
            <Term of="flags" />
          </dt>
          <dd>
            {domain.flags.map((flag) => (
              <span key={flag}>
                <Term of={`flag.${flag}`}>{`SD_${flag}`}</Term>{' '}
              </span>
            ))}
          </dd>
        </div>
      </dl>
      <p className="kernel-values">
        {values.map(([name, value]) => (
          <span key={name}>
            <Term of={name} />={value}
          </span>
        ))}
      </p>
      <Facts of={now} />
    </section>
  );
}
