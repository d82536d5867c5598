import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { setLanguage } from '../../words';
import { meaningOf, reasonOf } from './fault';

beforeAll(async () => {
  await setLanguage('zh');
});

const EXT = 'sim-wasm/core/src/system/ext/';

/** The messages in the source of the simulator, with a value in place of each hole. */
function messages(): readonly string[] {
  const ext = readdirSync(EXT)
    .filter((name) => name.endsWith('.rs'))
    .map((name) => readFileSync(`${EXT}${name}`, 'utf8'))
    .join('\n');
  const machine = readFileSync('sim-wasm/vm/src/exec.rs', 'utf8').split('impl fmt::Display for FaultKind')[1] ?? '';
  const of = (text: string, pattern: RegExp) => Array.from(text.matchAll(pattern), ([, said = '']) => said);
  return [
    ...of(ext, /(?:\.error\(|let msg =|return Some\()\s*(?:format!\(\s*)?"([^"]+)"/g),
    ...of(machine.split('\nimpl ')[0] ?? '', /write!\(f, "([^"]+)"/g),
  ].map((said) => said.replace(/\{[^}]*\}/g, 'x'));
}

test('every error at run time has its Chinese', () => {
  const all = messages();
  expect(all.length).toBeGreaterThan(35);
  // A fault of the machine is said within the name of the hook.
  for (const said of all.filter((one) => one !== 'ops.x(): x')) expect(meaningOf(said), said).not.toBeNull();
});

test('values and the hook are taken from the message', () => {
  expect(meaningOf('SCX_DSQ_LOCAL[_ON] target CPU 3 not allowed for hog[1004]')).toBe(
    '任务 hog[1004] 不能在 CPU 3 上运行。',
  );
  expect(meaningOf('ops.enqueue(): The index 9 is outside of the array, which has 8 elements.')).toBe(
    '下标 9 越出了数组，它有 8 个元素。',
  );
  expect(meaningOf('my own words')).toBeNull();
  expect(reasonOf(1024, 'runtime error')).toBe('运行时错误');
});
