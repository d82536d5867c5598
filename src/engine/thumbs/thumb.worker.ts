/** A worker for small live pictures. */
import { Simulation } from '../../../sim-wasm/pkg/sched_wasm.js';
import { serve } from '../port/serve';
import { createShow } from './show';

serve((surroundings) => createShow(Simulation, surroundings));
