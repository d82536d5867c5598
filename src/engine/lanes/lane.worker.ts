/** The worker of one lane. */
import init, { Simulation } from '../../../sim-wasm/pkg/sched_wasm.js';
import { serve } from '../port/serve';
import { createServer } from './server';

serve(init, (surroundings) => createServer(Simulation, surroundings));
