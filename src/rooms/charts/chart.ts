/** What a chart is to the page: the row of the registry. */
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

/** What decides whether there is room for a chart, and how much of it is its own. */
export interface Place {
  /** Where room is short the lowest ranks stay. */
  readonly rank: number;
  /** The width in a row (em) without which it is left out. */
  readonly least: number;
  /** Its part of what a row has beyond that of its neighbours; 0: as wide as what it holds. */
  readonly share: number;
}

export interface ChartProps {
  readonly feeds: readonly ChartFeed[];
  readonly experiment: Experiment;
}

/** How a chart is drawn from what the lanes send. */
export interface Drawing {
  readonly component: ComponentType<ChartProps>;
  /** The figures that it draws, for a file. */
  readonly table: (feeds: readonly ChartFeed[], experiment: Experiment) => Table;
  readonly unit: (experiment: Experiment) => MessageKey | null;
}

export interface Chart extends Place {
  /** Whether the experiment has something to draw. */
  readonly has: (experiment: Experiment) => boolean;
  /** Null: a panel, drawn from reports by the room that knows what is in them. */
  readonly drawing: Drawing | null;
}
