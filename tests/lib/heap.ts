/** Measures the memory of a test. */
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
/** Collects garbage. */
export const collect = runInNewContext('gc') as () => void;

/** Bytes in use. */
export function held(): number {
  collect();
  return getHeapStatistics().used_heap_size;
}
