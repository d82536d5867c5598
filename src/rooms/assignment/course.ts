/** The course system that the page runs in, through the run-time interface of SCORM 1.2. */

interface Api {
  LMSInitialize(empty: ''): string;
  LMSFinish(empty: ''): string;
  LMSGetValue(element: string): string;
  LMSSetValue(element: string, value: string): string;
  LMSCommit(empty: ''): string;
}

/** The most characters of `cmi.suspend_data`. */
export const MOST_SUSPENDED = 4096;
/** The most frames above this one that are asked. */
const MOST_FRAMES = 500;

/** The interface of a frame or of one above it. */
function above(from: Window | null): Api | null {
  let at = from;
  for (let frames = 0; at !== null && frames < MOST_FRAMES; frames++) {
    try {
      const { API } = at as Window & { API?: Api };
      if (API) return API;
    } catch {
      // A frame of another origin.
    }
    if (at.parent === at) return null;
    at = at.parent;
  }
  return null;
}

/** A time span as `HHHH:MM:SS`. */
export function spanOf(seconds: number): string {
  const two = (number: number) => String(Math.floor(number)).padStart(2, '0');
  const most = Math.min(Math.max(0, seconds), 9999 * 3600);
  return `${String(Math.floor(most / 3600)).padStart(4, '0')}:${two((most % 3600) / 60)}:${two(most % 60)}`;
}

export interface Report {
  /** The points in percent; null: a person marks all of them. */
  readonly score: number | null;
  readonly isComplete: boolean;
  readonly suspended: string;
}

export interface Course {
  readonly name: string;
  readonly number: string;
  /** What was suspended; empty: this is the first visit. */
  readonly suspended: string;
  report(report: Report): boolean;
  finish(): void;
}

/** The course system around this page; null: there is none. */
export function openCourse(): Course | null {
  const api = above(window) ?? above(window.top?.opener ?? null);
  if (api?.LMSInitialize('') !== 'true') return null;
  const began = performance.now();
  const set = (element: string, value: string): boolean => api.LMSSetValue(element, value) === 'true';
  let isFinished = false;
  const time = () => set('cmi.core.session_time', spanOf((performance.now() - began) / 1000));
  if (['', 'not attempted'].includes(api.LMSGetValue('cmi.core.lesson_status')))
    set('cmi.core.lesson_status', 'incomplete');
  // Without it a course system may begin again at the next visit.
  set('cmi.core.exit', 'suspend');
  api.LMSCommit('');
  return {
    name: api.LMSGetValue('cmi.core.student_name'),
    number: api.LMSGetValue('cmi.core.student_id'),
    suspended: api.LMSGetValue('cmi.suspend_data'),
    report({ score, isComplete, suspended }) {
      if (isFinished) return false;
      if (score !== null) {
        set('cmi.core.score.min', '0');
        set('cmi.core.score.max', '100');
        set('cmi.core.score.raw', String(Math.round(score * 100) / 100));
      }
      set('cmi.core.lesson_status', isComplete ? 'completed' : 'incomplete');
      time();
      return set('cmi.suspend_data', suspended) && api.LMSCommit('') === 'true';
    },
    finish() {
      if (isFinished) return;
      time();
      isFinished = true;
      api.LMSFinish('');
    },
  };
}
