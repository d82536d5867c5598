/** The distance of two CPUs: the closest unit that they share. */
import type { MachineDescription } from './generated/types';
import { DISTANCES, type Distance } from './generated/vocab';

export function distanceOf({ shared }: MachineDescription, a: number, b: number): Distance {
  if (a === b) return 'cpu';
  const first = shared.findIndex((of) => of[a] === of[b]);
  return (first < 0 ? undefined : DISTANCES[first + 1]) ?? 'socket';
}
