/** Reads one text outside the page's thread, since that may take long. */
import { check_domains, initSync, read_costs, read_pile, read_workload } from '../../sim-wasm/pkg/tools/sched_tools.js';
import type { Wanted } from './own';

interface Asked {
  readonly module: WebAssembly.Module;
  readonly bytes: Uint8Array;
  /** Where each text ends. */
  readonly ends: readonly number[];
  readonly wanted: Wanted;
}

function read({ bytes, ends, wanted }: Asked): string | null {
  const { as, like, machine, kernel = '' } = wanted;
  const its = JSON.stringify(machine);
  switch (as) {
    case 'workload':
      return read_workload(bytes);
    case 'domains':
      return machine ? check_domains(its, kernel, bytes) : null;
    case 'costs':
      return machine ? read_costs(its, bytes) : null;
    default:
      return read_pile(bytes, Uint32Array.from(ends), like ?? '');
  }
}

self.onmessage = ({ data }: MessageEvent<Asked>) => {
  initSync({ module: data.module });
  const kind = data.wanted.as ?? 'pile';
  try {
    const json = read(data);
    self.postMessage({ kind, read: json === null ? null : JSON.parse(json) });
  } catch (thrown) {
    self.postMessage({ kind, fault: JSON.parse(String(thrown)) });
  }
};
