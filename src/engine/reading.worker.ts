/** Reads one text outside the page's thread, since that may take long. */
import {
  check_domains,
  initSync,
  kind_of,
  read_costs,
  read_machine,
  read_workload,
} from '../../sim-wasm/pkg/tools/sched_tools.js';
import type { Wanted } from './own';

interface Asked {
  readonly module: WebAssembly.Module;
  readonly bytes: Uint8Array;
  readonly wanted: Wanted;
}

function read(bytes: Uint8Array, kind: string, { like, machine, kernel = '' }: Wanted): string | null {
  const its = JSON.stringify(machine);
  switch (kind) {
    case 'workload':
      return read_workload(bytes);
    case 'domains':
      return machine ? check_domains(its, kernel, bytes) : null;
    case 'costs':
      return machine ? read_costs(its, bytes) : null;
    default:
      return read_machine(bytes, like ?? '');
  }
}

self.onmessage = ({ data: { module, bytes, wanted } }: MessageEvent<Asked>) => {
  initSync({ module });
  const kind = wanted.as ?? kind_of(bytes);
  try {
    const json = read(bytes, kind, wanted);
    self.postMessage({ kind, read: json === null ? null : JSON.parse(json) });
  } catch (thrown) {
    self.postMessage({ kind, fault: JSON.parse(String(thrown)) });
  }
};
