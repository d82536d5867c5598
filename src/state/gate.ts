/** The minimum idle time before a CPU of a lane looks for work. */
import { newidleGateNs } from '../scenario/gates';
import { useScenario } from './scenario';
import { LANE_KEYS, type LaneKey } from './view';

/** The gate of `newidle_balance` in a lane (ns; no lane: the first), or null: none. */
export const useNewidleGate = (lane: LaneKey | undefined): number | null =>
  useScenario(({ document }) => newidleGateNs(document, lane ? LANE_KEYS.indexOf(lane) : 0));
