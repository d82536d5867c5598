/** One lane's worker. */
import { Simulation } from '../../../sim-wasm/pkg/sched_wasm.js';
import { serve } from '../port/serve';
import { createServer } from './server';

serve((surroundings) => createServer(Simulation, surroundings));
