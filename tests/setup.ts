import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { initSync } from '../sim-wasm/pkg/judge/sched_judge.js';
import { setLanguage } from '../src/words';

// A browser fetches the module that judges; here it is read.
initSync({ module: readFileSync(join(import.meta.dirname, '../sim-wasm/pkg/judge/sched_judge_bg.wasm')) });
await setLanguage('en');
