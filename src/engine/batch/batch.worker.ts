/** A worker of the pool. */
import init, { Simulation } from '../../../sim-wasm/pkg/sched_wasm.js';
import { serve } from '../port/serve';
import type { BatchQuestions, Share } from './questions';
import { createRunner } from './runner';

serve<BatchQuestions, Share>(init, (surroundings, say) => createRunner(Simulation, surroundings, say));
