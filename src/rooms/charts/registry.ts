/**
 * Every chart of the page, from left to right or from top to bottom. A chart is its file, its row here, its name in
 * `scenario/charts.ts` and its words (`chart.NAME`).
 */
import type { ChartId, PanelName } from '../../scenario/charts';
import { Busy, busyTable } from './Busy';
import { Counters, countersTable } from './Counters';
import type { Chart } from './chart';
import { Migrations, migrationsTable } from './Migrations';
import { Throughput, throughputTable } from './Throughput';
import { Wakes, wakesTable } from './Wakes';

const panel = (name: PanelName, priority: number, minWidthEm = 22, flexGrow = 1.1): Chart => ({
  priority,
  minWidthEm,
  flexGrow,
  has: (experiment) => experiment.panel === name,
  drawing: null,
});

export const CHARTS: Readonly<Record<ChartId, Chart>> = {
  numa: panel('numa', 0),
  // The structs of both lanes side by side.
  lines: panel('lines', 0, 38, 3.4),
  // Both lanes side by side.
  lag: panel('lag', 0, 38, 3.4),
  throughput: {
    priority: 1,
    minWidthEm: 13.5,
    flexGrow: 1.1,
    has: () => true,
    drawing: { component: Throughput, table: throughputTable, unit: ({ workUnit }) => `charts.unit.${workUnit}` },
  },
  schedstat: panel('schedstat', 2),
  busy: {
    priority: 6,
    // The counters have it as a number, so it is shown only if there is room.
    minWidthEm: 22,
    flexGrow: 0.9,
    has: (experiment) => experiment.panel === null,
    drawing: { component: Busy, table: busyTable, unit: () => 'charts.busy.unit' },
  },
  wakes: {
    priority: 5,
    minWidthEm: 11.8,
    flexGrow: 0.9,
    // Jobs are not woken; the room is for the panel.
    has: (experiment) => experiment.panel === null || experiment.workUnit === 'messages',
    drawing: { component: Wakes, table: wakesTable, unit: () => 'charts.wakes.unit' },
  },
  migrations: {
    priority: 4,
    minWidthEm: 15.2,
    flexGrow: 1.2,
    has: () => true,
    drawing: { component: Migrations, table: migrationsTable, unit: () => 'charts.moves.unit' },
  },
  counters: {
    priority: 3,
    minWidthEm: 12.7,
    flexGrow: 0,
    has: () => true,
    drawing: { component: Counters, table: countersTable, unit: () => null },
  },
};
