import { readFileSync } from 'node:fs';
import { initSync } from '../sim-wasm/pkg/judge/sched_judge.js';
import { setLanguage } from '../src/words';

// A browser fetches the module that judges; here it is read.
initSync({ module: readFileSync(new URL('../sim-wasm/pkg/judge/sched_judge_bg.wasm', import.meta.url)) });
await setLanguage('en');
