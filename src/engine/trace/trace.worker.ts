/** The worker that writes traces (`sim-wasm/tools-wasm`, `traces.rs`). */
import init, { Trace } from '../../../sim-wasm/pkg/tools/sched_tools.js';
import { serve } from '../port/serve';
import { concatenated } from '../wire/words';
import type { TraceQuestions } from './questions';

/** Real time per piece (ms), and so the interval between progress reports. */
const PIECE_MS = 100;

serve<TraceQuestions>(init, ({ now }) => {
  let trace: Trace | null = null;
  return {
    begin({ scenario, lane, title, format, fromNs, untilNs }) {
      trace?.free();
      trace = new Trace(JSON.stringify(scenario), lane, title, format, fromNs, untilNs);
    },
    more() {
      const parts: Uint8Array[] = [];
      const until = now() + PIECE_MS;
      while (trace && now() < until) {
        const part = trace.next();
        if (part) parts.push(part);
        else {
          if (parts.length === 0) return null;
          break;
        }
      }
      return trace && { bytes: concatenated(Uint8Array, parts), nowNs: trace.now() };
    },
  };
});
