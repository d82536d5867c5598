// @vitest-environment happy-dom
import { beforeAll, expect, test, vi } from 'vitest';
import { loadPacking } from '../../scenario/link';
import { unpack } from '../../scenario/link/packing';
import { MOST_SUSPENDED, openCourse, spanOf } from './course';
import { manifestOf, withAssignment } from './scorm';
import { suspendedOf } from './store';

beforeAll(loadPacking);

test('time spans have four digits of hours', () => {
  expect([0, 59.9, 3661, 1e9].map(spanOf)).toEqual(['0000:00:00', '0000:00:59', '0001:01:01', '9999:00:00']);
});

test('an interface that does not start is no course, and none is missed', () => {
  expect(openCourse()).toBeNull();
  const api = { LMSInitialize: vi.fn(() => 'false') };
  Object.assign(window, { API: api });
  expect(openCourse()).toBeNull();
  expect(api.LMSInitialize).toHaveBeenCalledOnce();
});

/** Text that deflate cannot shorten. */
const noise = (length: number) =>
  Array.from({ length }, (_, i) => String.fromCharCode(0x4e00 + ((i * 7919 + i * i * 104729) % 8000))).join('');
const kept = (texts: readonly string[]) => ({
  answers: texts.map((value) => ({ value, mark: null })),
  name: 'Ada',
  number: '1',
});

test('what a course keeps has at most 4096 characters, and lacks the longest answers first', () => {
  const small = suspendedOf(kept(['a', 'b']), 'SPA1.code.');
  expect(small).toMatchObject({ isWhole: true });
  expect(small.text.endsWith(' SPA1.code.')).toBe(true);
  const whole = suspendedOf(kept(['a', noise(1000)]), `SPA1.${'x'.repeat(2000)}.`);
  expect(whole.isWhole).toBe(true);
  expect(whole.text).not.toContain('SPA1');
  const cut = suspendedOf(kept(['short', noise(3000), noise(500)]), '');
  expect(cut.isWhole).toBe(false);
  expect(cut.text.length).toBeLessThanOrEqual(MOST_SUSPENDED);
  const { answers } = unpack(cut.text) as ReturnType<typeof kept>;
  expect(answers.map(({ value }) => value?.length ?? null)).toEqual([5, null, 500]);
});

test('a package is XML and a page whatever the title is', () => {
  const title = 'A < B & "C" \u0001';
  const assignment = { id: 'x', title } as Parameters<typeof manifestOf>[0];
  const manifest = new DOMParser().parseFromString(manifestOf(assignment, title), 'text/xml');
  expect(manifest.querySelector('item > title')?.textContent?.trim()).toBe('A < B & "C"');
  const page = withAssignment('<html><body><script>"</body>"</script></body></html>', { title: '</script>' });
  expect(page.match(/<\/script>/g)).toHaveLength(2);
  expect(JSON.parse(/id="assignment">(.*)<\/script>/.exec(page)?.[1] ?? '')).toEqual({ title: '</script>' });
});

/** The data types of SCORM 1.2 of what the package sets, which course systems check. */
const TYPES: Readonly<Record<string, RegExp>> = {
  'cmi.core.score.raw': /^(100|\d{1,2}(\.\d+)?)$/,
  'cmi.core.score.min': /^0$/,
  'cmi.core.score.max': /^100$/,
  'cmi.core.lesson_status': /^(passed|completed|failed|incomplete|browsed|not attempted)$/,
  'cmi.core.exit': /^(time-out|suspend|logout|)$/,
  'cmi.core.session_time': /^\d{2,4}:\d\d:\d\d(\.\d{1,2})?$/,
  'cmi.suspend_data': /^[\s\S]{0,4096}$/,
};

test('what is reported has the data types of SCORM 1.2, and nothing is set after the end', () => {
  const set: [string, string][] = [];
  const api = {
    LMSInitialize: vi.fn(() => 'true'),
    LMSFinish: vi.fn(() => 'true'),
    LMSGetValue: vi.fn(() => ''),
    LMSSetValue: (element: string, value: string) => String(set.push([element, value]) > 0),
    LMSCommit: vi.fn(() => 'true'),
  };
  Object.assign(window, { API: api });
  const course = openCourse();
  const { text } = suspendedOf(kept([noise(9000), 'short']), '');
  for (const score of [0, 100 / 3, 100, null])
    expect(course?.report({ score, isComplete: score === 100, suspended: text })).toBe(true);
  course?.finish();
  const count = set.length;
  expect(course?.report({ score: 1, isComplete: false, suspended: '' })).toBe(false);
  expect(set).toHaveLength(count);
  expect(new Set(set.map(([element]) => element))).toEqual(new Set(Object.keys(TYPES)));
  for (const [element, value] of set) expect(value, element).toMatch(TYPES[element] ?? /^\b$/);
});
