/** Checks the source of a scheduler while a person types. */
import { initSync, policy_check, policy_words } from '../../sim-wasm/pkg/tools/sched_tools.js';
import type { Answered, Asked } from './policy';

/** The answer as JSON. */
function answer({ name, question }: Asked): string {
  if (name === 'words') return policy_words(question.release);
  return policy_check((question as Asked<'check'>['question']).source, question.release);
}

self.onmessage = ({ data }: MessageEvent<Asked | { readonly module: WebAssembly.Module }>) => {
  if ('module' in data) {
    initSync({ module: data.module });
    return;
  }
  self.postMessage({ id: data.id, answer: JSON.parse(answer(data)) } satisfies Answered);
};
