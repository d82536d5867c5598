/** What a test holds in memory. */
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
/** Gives up all that nobody holds. */
export const collect = runInNewContext('gc') as () => void;

/** Bytes that are held. */
export function held(): number {
  collect();
  return getHeapStatistics().used_heap_size;
}
