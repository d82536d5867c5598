/** Tries answers, makes keys and marks classes outside the page's thread, since that takes many runs. */
import {
  code_of,
  experiment_of,
  Grading,
  initSync,
  make_key,
  read_assignment,
  try_answer,
} from '../../sim-wasm/pkg/tools/sched_tools.js';
import { runsOf } from './answerRuns';
import type { Asked, Progress } from './assignments';

interface Request {
  readonly module: WebAssembly.Module;
  readonly asked: Asked;
}

/** Progress is reported this often (ms). */
const EVERY_MS = 100;

function grade({ document, key, files, due }: Extract<Asked, { as: 'grade' }>): object {
  const bytes = new Uint8Array(files.reduce((sum, file) => sum + file.bytes.length, 0));
  let end = 0;
  const ends = files.map((file) => {
    bytes.set(file.bytes, end);
    end += file.bytes.length;
    return end;
  });
  const paths = JSON.stringify(files.map((file) => file.path));
  const grading = new Grading(document, key, paths, bytes, Uint32Array.from(ends), due ?? 0);
  let done = 0;
  let told = 0;
  for (let left = grading.step(); left > 0; left = grading.step()) {
    done += 1;
    if (performance.now() - told > EVERY_MS) {
      told = performance.now();
      self.postMessage({ progress: { done, left } satisfies Progress });
    }
  }
  const tables = { moodle: grading.csv('moodle'), canvas: grading.csv('canvas') };
  return { rows: JSON.parse(grading.rows()), right: JSON.parse(grading.right()), tables };
}

function answer(asked: Asked): unknown {
  switch (asked.as) {
    case 'read':
      return JSON.parse(read_assignment(asked.document));
    case 'try':
      return JSON.parse(try_answer(asked.document, asked.task, JSON.stringify(asked.value), asked.number));
    case 'experiment': {
      const json = experiment_of(asked.document, asked.task, JSON.stringify(asked.value), asked.number);
      return json === '' ? null : JSON.parse(json);
    }
    case 'runs':
      return asked.values.map((value, task) => runsOf(asked.document, task, value, asked.number));
    case 'code':
      return code_of(JSON.stringify(asked.sheet));
    case 'key':
      return JSON.parse(make_key(asked.document, crypto.getRandomValues(new Uint8Array(32))));
    case 'grade':
      return grade(asked);
  }
}

self.onmessage = ({ data: { module, asked } }: MessageEvent<Request>) => {
  initSync({ module });
  try {
    self.postMessage({ answer: answer(asked) });
  } catch (thrown) {
    self.postMessage({ fault: JSON.parse(String(thrown)) });
  }
};
