/** The worker that writes traces (`sim-wasm/traces-wasm`). */
import init, { Trace } from '../../../sim-wasm/pkg/traces/sched_traces.js';
import { serve } from '../port/serve';
import type { TraceQuestions } from './questions';

/** Real time after which a piece is handed over (ms): so often the page can say how far it is. */
const PIECE_MS = 100;

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

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
      return trace && { bytes: joined(parts), nowNs: trace.now() };
    },
  };
});
