/** The panel of an experiment as a card among the charts; `PanelDialog` shows it at full size. */
import { actions } from '../page/actions';
import { later, Part } from '../page/Part';
import { Card, type CardProps } from '../rooms/charts/Card';
import { hasLaneOf, WORKLOAD_FACTS } from '../scenario/catalog';
import { accountOf, type PanelName, panelOf } from '../scenario/charts';
import { featuresAt } from '../scenario/forks';
import type { RunReport, Scenario } from '../scenario/generated/types';
import { orderOf, structOf } from '../scenario/placed';
import { useReports } from '../state/reports';
import { useScenario } from '../state/scenario';
import { setLayout } from '../state/switching';
import type { Table } from '../ui/table';
import { useT } from '../words';
import { useWords } from '../words/panels';

// An experiment has at most one of them.
const SchedstatTable = later(async () => (await import('../rooms/charts/SchedstatTable')).SchedstatTable);
const CacheLines = later(async () => (await import('../rooms/memory/CacheLines')).CacheLines);
const Lag = later(async () => (await import('../rooms/charts/Lag')).Lag);
const NumaTest = later(async () => (await import('../rooms/memory/NumaTest')).NumaTest);

/** The tables, which only an export needs. */
const TABLES: Readonly<Record<PanelName, (reports: readonly RunReport[]) => Promise<Table>>> = {
  numa: async (reports) => (await import('../rooms/memory/numa')).numaTable(reports),
  lines: async (reports) => (await import('../rooms/memory/lines')).linesTable(reports.map(({ lines }) => lines)),
  schedstat: async (reports) => (await import('../page/schedstatFigures')).schedstatTable(reports),
  lag: async () => {
    const [{ lagTable }, { latestTraces }] = await Promise.all([
      import('../rooms/charts/lagTable'),
      import('../state/traces'),
    ]);
    return lagTable(latestTraces());
  },
};

/** The reports, once they belong to this experiment. */
export function usePanel(): {
  panel: PanelName | null;
  title: string;
  scenario: Scenario;
  reports: readonly RunReport[];
} {
  const t = useT();
  const words = useWords();
  const scenario = useScenario((state) => state.document);
  const panel = panelOf(scenario);
  const all = useReports();
  const reports = all.filter(({ lane, jobs }) => lane < scenario.lanes.length && (panel !== 'numa' || jobs.length > 0));
  const account = accountOf(scenario);
  const title = panel === 'lag' && account !== 'lag' ? words(`${account}.title`) : panel ? t(`chart.${panel}`) : '';
  return { panel, title, scenario, reports };
}

interface ContentProps {
  readonly panel: PanelName;
  readonly scenario: Scenario;
  readonly reports: readonly RunReport[];
  readonly full?: boolean;
}

export function Content(props: ContentProps) {
  const words = useWords();
  const waiting = <p className="unit">{words('panel.waiting')}</p>;
  return props.reports.length === 0 ? (
    waiting
  ) : (
    <Part fallback={waiting}>
      <Filled {...props} />
    </Part>
  );
}

function Filled({ panel, scenario, reports, full = false }: ContentProps) {
  const t = useT();
  switch (panel) {
    case 'numa':
      return <NumaTest reports={reports} full={full} />;
    case 'lines': {
      const lanes = scenario.lanes.map((lane, i) => {
        const { started_ns = 0, elapsed_ns = 0 } = reports.find((report) => report.lane === i) ?? {};
        return { ...lane, features: featuresAt(lane, started_ns + elapsed_ns) };
      });
      const threads = scenario.workload.kind === 'sharing';
      const isLaidOut = !threads && !hasLaneOf('o1', scenario);
      return (
        <CacheLines
          reports={reports}
          structs={lanes.map((lane) => structOf(scenario, lane))}
          orders={isLaidOut ? lanes.map(orderOf) : []}
          onArrange={setLayout}
          workUnit={t(`counter.rate.${WORKLOAD_FACTS[scenario.workload.kind].workUnit}`)}
          full={full}
          threads={threads}
        />
      );
    }
    case 'schedstat':
      return <SchedstatTable reports={reports} full={full} />;
    case 'lag':
      return <Lag scenario={scenario} full={full} />;
  }
}

export function PanelCard(look: Pick<CardProps, 'flexGrow' | 'pointed'>) {
  const words = useWords();
  const { panel, title, scenario, reports } = usePanel();
  if (panel === null) return null;
  return (
    <Card
      {...look}
      title={title}
      unit={words(`${panel === 'lag' ? accountOf(scenario) : panel}.unit`)}
      name={panel}
      table={() => TABLES[panel](reports)}
      action={
        <button
          type="button"
          className="quiet enlarge"
          aria-label={words('panel.enlarge', { title })}
          title={words('panel.enlarge', { title })}
          aria-keyshortcuts={actions.panel.key}
          onClick={actions.panel.perform}
        >
          <svg viewBox="0 0 16 16" width="13" height="13" aria-hidden="true">
            <path
              d="M9.5 2.5h4v4M13.2 2.8 9 7M6.5 13.5h-4v-4M2.8 13.2 7 9"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.5"
            />
          </svg>
        </button>
      }
    >
      <Content panel={panel} scenario={scenario} reports={reports} />
    </Card>
  );
}
