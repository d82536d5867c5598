/** Checks the source of a scheduler while a person types, and compiles it for a lane. */
import { initSync, policy_check, policy_program, policy_words } from '../../sim-wasm/pkg/tools/sched_tools.js';
import type { Answered, Asked, Compiled, Name, Questions } from './policy';
import { fieldErrors } from './port/binding';

const answers: { readonly [N in Name]: (question: Questions[N]) => unknown } = {
  check: ({ source, release }) => JSON.parse(policy_check(source, release)),
  words: ({ release }) => JSON.parse(policy_words(release)),
  compile({ scenario, lane }): Compiled {
    try {
      return { program: policy_program(JSON.stringify(scenario), lane) ?? null };
    } catch (thrown) {
      const refused = fieldErrors(thrown);
      if (!refused) throw thrown;
      return { program: null, refused };
    }
  },
};

self.onmessage = ({ data }: MessageEvent<Asked | { readonly module: WebAssembly.Module }>) => {
  if ('module' in data) {
    initSync({ module: data.module });
    return;
  }
  const answer = answers[data.name](data.question as never);
  self.postMessage({ id: data.id, answer } satisfies Answered);
};
