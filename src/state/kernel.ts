import { kernelOf } from '../scenario/catalog';
import type { KernelId } from '../scenario/generated/types';
import { useScenario } from './scenario';
import { LANE_KEYS, type LaneKey } from './view';

/** The kernel of a lane (no lane: the first). */
export const useKernel = (lane: LaneKey | undefined): KernelId =>
  useScenario(({ document }) => kernelOf(document, document.lanes[lane ? LANE_KEYS.indexOf(lane) : 0]));
