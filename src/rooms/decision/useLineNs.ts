import { useEffect, useState } from 'react';
import { whenIdle } from '../../engine/idle';

type LineNs = typeof import('../../state/costs').lineNs;

/** The cost of a cache line by distance, once the table of costs is loaded: the rows do not wait for it. */
export function useLineNs(): LineNs | null {
  const [lineNs, setLineNs] = useState<LineNs | null>(null);
  useEffect(() => {
    let wanted = true;
    void whenIdle()
      .then(() => import('../../state/costs'))
      .then((costs) => wanted && setLineNs(() => costs.lineNs))
      // The decision is complete without it.
      .catch(() => {});
    return () => {
      wanted = false;
    };
  }, []);
  return lineNs;
}
