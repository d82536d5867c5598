/** The interface of a chart: the row of the registry. */
import type { ComponentType } from 'react';
import type { ChartFeed } from '../../engine/lanes/lane';
import { usableCpus, WORKLOAD_FACTS } from '../../scenario/catalog';
import { type PanelName, panelOf } from '../../scenario/charts';
import type { Scenario } from '../../scenario/generated/types';
import type { WorkUnit } from '../../scenario/generated/vocab';
import type { Table } from '../../ui/table';
import type { MessageKey } from '../../words';

/** What charts have to know of the experiment. */
export interface Experiment {
  readonly workUnit: WorkUnit;
  /** CPUs the workload may use. */
  readonly cpus: number;
  readonly seed: number;
  /** The part of the run that is left out of reported rates (ms). */
  readonly warmupMs: number;
  readonly panel: PanelName | null;
}

export const experimentOf = (document: Scenario): Experiment => ({
  workUnit: WORKLOAD_FACTS[document.workload.kind].workUnit,
  cpus: usableCpus(document),
  seed: document.seed,
  warmupMs: document.warmup_ms,
  panel: panelOf(document),
});

/** Whether a chart fits in a row, and its width there. */
export interface Place {
  /** The order in which charts are placed in a row with little room: 0 first. */
  readonly priority: number;
  /** The least width of the chart in a row (em). */
  readonly minWidthEm: number;
  /** `flex-grow` of the chart in a row; 0: as wide as its content. */
  readonly flexGrow: number;
}

export interface ChartProps {
  readonly feeds: readonly ChartFeed[];
  readonly experiment: Experiment;
}

/** How a chart is drawn from the data of the lanes. */
export interface Drawing {
  readonly component: ComponentType<ChartProps>;
  /** The figures of the drawing, for a file. */
  readonly table: (feeds: readonly ChartFeed[], experiment: Experiment) => Table;
  readonly unit: (experiment: Experiment) => MessageKey | null;
}

export interface Chart extends Place {
  /** Whether the experiment has something to draw. */
  readonly has: (experiment: Experiment) => boolean;
  /** Null: a panel, which its folder draws from reports. */
  readonly drawing: Drawing | null;
}
