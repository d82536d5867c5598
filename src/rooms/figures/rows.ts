/** The figures of the report of a run as rows of text, for the dialog and for copying. */

import { SCHEDSTAT, SCHEDSTAT_MORE, schedstatCell } from '../../page/schedstatFigures';
import type { CgroupRow, RunReport } from '../../scenario/generated/types';
import type { WorkUnit } from '../../scenario/generated/vocab';
import { CAUSES, DISTANCES } from '../../scenario/generated/vocab';
import { t } from '../../words';
import { count, duration, letter } from '../../words/format';
import { figureWords as w } from './words';

export interface FigureRow {
  readonly label: string;
  /** One text per lane. */
  readonly values: readonly string[];
}
export interface FigureGroup {
  readonly title: string;
  readonly rows: readonly FigureRow[];
}

const share = (percent: number): string => `${percent.toFixed(2)} %`;

export function figureGroups(reports: readonly RunReport[], workUnit: WorkUnit): FigureGroup[] {
  const row = (label: string, text: (report: RunReport) => string): FigureRow => ({
    label,
    values: reports.map(text),
  });
  const met = (value: (report: RunReport) => number | undefined): boolean => reports.some((report) => value(report));
  const distances = (value: (report: RunReport, distance: string) => number | undefined, name: string) =>
    DISTANCES.filter((distance) => met((report) => value(report, distance))).map((distance) =>
      row(name + t(`distance.${distance}`), (report) => count(value(report, distance) ?? 0)),
    );
  return [
    {
      title: w('figures.run'),
      rows: [
        row(w('figures.elapsed'), ({ elapsed_ns }) => `${(elapsed_ns / 1e6).toFixed(6)} ms`),
        row(t(`counter.${workUnit}`), ({ messages }) => count(messages)),
        row(t(`counter.rate.${workUnit}`), ({ messages_per_s }) => count(messages_per_s)),
        row(t('counter.busy'), ({ busy_pct }) => share(busy_pct)),
        row(t('counter.wasted'), ({ wasted_pct }) => share(wasted_pct)),
        row(t('counter.p50'), ({ wake_latency_p50_ns }) => duration(wake_latency_p50_ns)),
        row(t('counter.p99'), ({ wake_latency_p99_ns }) => duration(wake_latency_p99_ns)),
        ...(met((report) => report.request_latency?.p99)
          ? [
              row(t('counter.request_p50'), ({ request_latency }) => duration(request_latency?.p50 ?? 0)),
              row(t('counter.request_p99'), ({ request_latency }) => duration(request_latency?.p99 ?? 0)),
            ]
          : []),
        row(w('figures.ended'), ({ ended }) => w(`figures.ended.${ended}`)),
      ],
    },
    ...groupRows(reports),
    {
      title: w('figures.schedstat'),
      rows: (['sched', 'idle', 'wake', 'steal'] as const).map((key) => row(key, (report) => count(report[key]))),
    },
    {
      title: w('figures.average'),
      rows: [...SCHEDSTAT, ...SCHEDSTAT_MORE].map((column) =>
        row([column.name, column.unit && `(${column.unit})`].filter(Boolean).join(' '), ({ schedstat }) =>
          schedstatCell(column, schedstat),
        ),
      ),
    },
    {
      title: w('figures.migrations'),
      rows: CAUSES.flatMap((cause) =>
        distances((report, distance) => report.migrations[cause]?.[distance], `${t(`cause.${cause}`)} · `),
      ),
    },
    { title: w('figures.wakes'), rows: distances((report, distance) => report.wakes[distance], '') },
    {
      title: w('figures.identity'),
      rows: [row(t('transport.events'), ({ events }) => count(events)), row(t('transport.hash'), ({ hash }) => hash)],
    },
  ];
}

/** The CPU time of each control group, and its `cpu.stat`. */
function groupRows(reports: readonly RunReport[]): FigureGroup[] {
  return (reports[0]?.cgroups ?? []).map(({ name, weight, quota_us, period_us, idle }, i) => {
    const row = (label: string, text: (group: CgroupRow) => string): FigureRow => ({
      label,
      values: reports.map(({ cgroups }) => (cgroups[i] ? text(cgroups[i]) : '–')),
    });
    const max = quota_us === 0 ? 'max' : `${quota_us} ${period_us}`;
    return {
      title: w('figures.cgroup', { name: name || i + 1, weight: idle ? 'idle' : weight, max }),
      rows: [
        row(w('figures.usage'), ({ usage_pct }) => share(usage_pct)),
        row('nr_periods', ({ nr_periods }) => count(nr_periods)),
        row('nr_throttled', ({ nr_throttled }) => count(nr_throttled)),
        row('throttled_usec', ({ throttled_us }) => count(throttled_us)),
      ],
    };
  });
}

/** As a table for a message or a paper; `source` names the run. */
export function figuresMarkdown(groups: readonly FigureGroup[], source: string): string {
  const lanes = groups[0]?.rows[0]?.values.map((_, i) => letter(i)) ?? [];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    source,
    '',
    line(['', ...lanes]),
    line([':--', ...lanes.map(() => '--:')]),
    ...groups.flatMap(({ title, rows }) =>
      rows.length === 0
        ? []
        : [
            line([`**${title}**`, ...lanes.map(() => '')]),
            ...rows.map(({ label, values }) => line([label, ...values])),
          ],
    ),
    '',
  ].join('\n');
}
