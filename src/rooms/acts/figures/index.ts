/** The figures, each loaded when a step first needs it; results are loaded when the figure moves. */

import type { ComponentType } from 'react';
import { later } from '../../../page/Part';
import { afterFigure } from '../afterFigure';
import type { FigureName, FigureParts, ResultProps, ResultsName } from './types';

export const FIGURES: Readonly<Record<FigureName, FigureParts>> = {
  hump: { Figure: later(async () => (await import('./Hump')).Hump) },
  struct: {
    Figure: later(async () => (await import('./Struct')).Struct),
    Results: afterFigure(async () => (await import('./StructResults')).StructResults),
  },
  directory: {
    Figure: later(async () => (await import('./directory/Directory')).Directory),
    Results: afterFigure(async () => (await import('./directory/DirectoryResults')).DirectoryResults),
  },
  times: {
    Figure: later(async () => (await import('./Times')).Times),
  },
  tree: {
    Figure: later(async () => (await import('./Tree')).Tree),
    Results: afterFigure(async () => (await import('./Tree')).TreeResults),
  },
  steal: {
    Figure: later(async () => (await import('./steal/Steal')).Steal),
    Results: afterFigure(async () => (await import('./steal/Results')).StealResults),
  },
  home: {
    Figure: later(async () => (await import('./home/Home')).Home),
    Results: afterFigure(async () => (await import('./home/Results')).HomeResults),
  },
  layout: {
    Figure: later(async () => (await import('./layout/Layout')).Layout),
    Results: afterFigure(async () => (await import('./layout/LayoutResults')).LayoutResults),
  },
  queue: {
    Figure: later(async () => (await import('./queue/Queue')).Queue),
    Results: afterFigure(async () => (await import('./queue/QueueResults')).QueueResults),
  },
};

/** Results of steps without a figure. */
export const RESULTS: Readonly<Record<ResultsName, ComponentType<ResultProps>>> = {
  low: afterFigure(async () => (await import('./LowResults')).LowResults),
};
