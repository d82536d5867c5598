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
