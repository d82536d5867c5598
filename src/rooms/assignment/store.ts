/** The assignment that a student answers. Answers are kept in the browser. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { type Ask, type Assignment, ask, type Mark, Refusal, type Text, type Value } from '../../engine/assignments';
import type { Remark } from '../../engine/remark';
import { loadPacking } from '../../scenario/link';
import { pack, unpack } from '../../scenario/link/packing';
import { presetOf } from '../../scenario/presetOf';
import { pause, play } from '../../state/run';
import { openScenario } from '../../state/scenario';
import { language } from '../../words';
import { type Course, MOST_SUSPENDED } from './course';
import { refused, sentenceOf } from './faults';
import { w } from './words';

interface Answer {
  readonly value: Value;
  readonly mark: Mark | null;
}

interface Kept {
  readonly answers: readonly Answer[];
  readonly name: string;
  readonly number: string;
}

export interface AssignmentState extends Kept {
  /** The document as it was opened. */
  readonly document: string;
  readonly assignment: Assignment | null;
  readonly digest: string;
  /** The place of the open task. */
  readonly at: number;
  /** The task that is being run. */
  readonly running: number | null;
  /** Where the answers are kept. */
  readonly keeping: 'browser' | 'course' | 'course.full';
  /** Why the last run failed. */
  readonly failure: Remark | 'failed' | null;
  /** The characters of the code of these answers; null: no answer in words limits it, or it is not known yet. */
  readonly codeLength: number | null;
}

/** The most characters of a code, which have room in the forms of course systems. */
export const MOST_CODE = 2000;

/** The most characters of a name and of a student number. */
export const MOST_NAME = 200;
export const MOST_NUMBER = 60;

/** The name in a code that is measured before one is typed. */
const NAME = 'N'.repeat(20);

const NO_ANSWER: Answer = { value: null, mark: null };

export const assignmentStore = createStore<AssignmentState>(() => ({
  document: '',
  assignment: null,
  digest: '',
  at: 0,
  answers: [],
  name: '',
  number: '',
  running: null,
  keeping: 'browser',
  failure: null,
  codeLength: null,
}));

export const useAssignment = <T>(select: (state: AssignmentState) => T): T => useStore(assignmentStore, select);

/** Kinds of which a mark, the feedback, or a further try shows what is right. */
const ONCE: readonly Ask['kind'][] = ['predict', 'curve', 'cpu', 'find', 'choice'];

export const isOnce = ({ kind }: Ask): boolean => ONCE.includes(kind);

/** Whether an answer can no longer be changed. */
export const isLocked = (of: Ask, mark: Mark | null): boolean => isOnce(of) && mark !== null;

function isLockedAt(at: number): boolean {
  const { assignment, answers } = assignmentStore.getState();
  const of = assignment?.tasks[at]?.ask;
  return of !== undefined && isLocked(of, answers[at]?.mark ?? null);
}

/** Students of a course may share a browser. */
const keyOf = (digest: string) =>
  `scheduler-playground.assignment.${digest}${course ? `.${course.number || course.name}` : ''}`;

/** Why a document cannot be opened. */
export const faultOf = (thrown: unknown): string =>
  w('faulty', {
    fault: thrown instanceof Refusal ? sentenceOf(thrown.fault) : thrown instanceof Error ? thrown.message : '',
  });

/** A text in the language of the page, or in the one that it has. */
export function said(text: Text | undefined): string {
  if (text === undefined || typeof text === 'string') return text ?? '';
  return text[language()] ?? text.en ?? text.zh ?? '';
}

/** What the answers contain that decides whether a code has room for them. */
export function contentOf({ assignment, answers }: Pick<AssignmentState, 'assignment' | 'answers'>) {
  const has = (kind: Ask['kind']) =>
    answers.some(({ value }, i) => value !== null && assignment?.tasks[i]?.ask.kind === kind);
  return { hasWords: has('words'), hasScheduler: has('policy') };
}

/** The code is measured after this pause in typing (ms). */
const MEASURE_MS = 300;
let measuring: ReturnType<typeof setTimeout> | undefined;

/** Measures the code while answers in words are written. With a scheduler it is a file, which has no limit. */
function measure(): void {
  clearTimeout(measuring);
  const { hasWords, hasScheduler } = contentOf(assignmentStore.getState());
  if (!hasWords || hasScheduler) {
    assignmentStore.setState({ codeLength: null });
    return;
  }
  measuring = setTimeout(async () => {
    const { answers, name } = assignmentStore.getState();
    const code = await codeOf(name.trim() === '' ? NAME : name).catch(() => null);
    if (assignmentStore.getState().answers === answers) assignmentStore.setState({ codeLength: code?.length ?? null });
  }, MEASURE_MS);
}

/** The course system that the page runs in. */
let course: Course | null = null;
/** A course is told after this pause (ms). */
const PAUSE_MS = 400;
let telling: ReturnType<typeof setTimeout> | undefined;

function keep(): void {
  measure();
  const { digest, answers, name, number } = assignmentStore.getState();
  try {
    localStorage.setItem(keyOf(digest), JSON.stringify({ answers, name, number } satisfies Kept));
  } catch {
    // If the browser refuses storage, the answers are lost with the page.
  }
  if (!course) return;
  clearTimeout(telling);
  telling = setTimeout(() => void codeOf().then(tell, () => tell('')), PAUSE_MS);
}

/** Reports the points and the answers to the course, with the code that a lecturer can mark. */
function tell(code: string): void {
  telling = undefined;
  const { assignment, answers, name, number } = assignmentStore.getState();
  if (!course || !assignment) return;
  const marked = assignment.tasks.map(({ points, ask: { kind } }) => (kind === 'words' ? 0 : points));
  const all = marked.reduce((sum, points) => sum + points, 0);
  const points = answers.reduce((sum, { mark }) => sum + (mark?.points ?? 0), 0);
  const isComplete = answers.every(
    ({ value, mark }, i) => value !== null && (mark !== null || assignment.tasks[i]?.ask.kind === 'words'),
  );
  const { text, isWhole } = suspendedOf({ answers, name, number }, code);
  const isKept = course.report({ score: all > 0 ? (100 * points) / all : null, isComplete, suspended: text });
  assignmentStore.setState({ keeping: isKept && isWhole ? 'course' : 'course.full' });
}

/** What a course keeps: answers and marks, then the code. What does not fit is left out, the longest text first. */
export function suspendedOf(kept: Kept, code: string): { readonly text: string; readonly isWhole: boolean } {
  const packed = pack(kept);
  const both = `${packed} ${code}`.trim();
  if (both.length <= MOST_SUSPENDED) return { text: both, isWhole: true };
  if (packed.length <= MOST_SUSPENDED) return { text: packed, isWhole: true };
  const lengths = kept.answers.map(({ value }) => JSON.stringify(value).length);
  const longest = lengths.indexOf(Math.max(...lengths));
  const answers = kept.answers.map((answer, i) => (i === longest ? { ...answer, value: null } : answer));
  if (lengths[longest] === JSON.stringify(null).length) return { text: '', isWhole: false };
  return { ...suspendedOf({ ...kept, answers }, ''), isWhole: false };
}

/** Lets a course system keep the answers of the next assignment. */
export function keepIn(system: Course): void {
  course = system;
  assignmentStore.setState({ keeping: 'course' });
  addEventListener('pagehide', () => {
    if (telling !== undefined) {
      clearTimeout(telling);
      tell('');
    }
    system.finish();
  });
}

function kept(digest: string, tasks: number): Kept {
  const empty = {
    answers: Array.from({ length: tasks }, () => NO_ANSWER),
    name: course?.name.slice(0, MOST_NAME) ?? '',
    number: course?.number.slice(0, MOST_NUMBER) ?? '',
  };
  const complete = (before: Kept | null): Kept | null => (before?.answers?.length === tasks ? before : null);
  const read = (text: () => unknown): Kept | null => {
    try {
      return complete(text() as Kept | null);
    } catch {
      return null;
    }
  };
  const here = read(() => JSON.parse(localStorage.getItem(keyOf(digest)) ?? 'null'));
  if (!course) return { ...empty, ...here };
  const there = read(() => (course?.suspended ? unpack(course.suspended.split(' ')[0] ?? '') : null));
  // What did not fit into the course may be in this browser.
  const answers = (there ?? empty).answers.map((answer, i) =>
    answer.value === null && answer.mark !== null ? (here?.answers[i] ?? NO_ANSWER) : answer,
  );
  return { ...empty, ...there, answers };
}

/** Opens an assignment. Rejects with the fault of its document, a `Refusal`. */
export async function openAssignment(document: string, first = 0): Promise<void> {
  const { assignment, digest, faults } = await ask<'read'>({ as: 'read', document });
  if (assignment === null) throw faults[0] ? new Refusal(refused(faults[0])) : new Error('');
  if (course) await loadPacking();
  assignmentStore.setState({
    document,
    assignment,
    digest,
    at: Math.max(0, Math.min(first, assignment.tasks.length - 1)),
    running: null,
    failure: null,
    ...kept(digest, assignment.tasks.length),
  });
  measure();
  await show(assignmentStore.getState().at);
}

/** Shows the experiment of a task in the lanes, with the changes of its answer. */
async function show(at: number): Promise<void> {
  const { document, answers, number, assignment } = assignmentStore.getState();
  const { value, mark } = answers[at] ?? NO_ANSWER;
  const kind = assignment?.tasks[at]?.ask.kind;
  const changes = kind === 'switches' || kind === 'tune' || kind === 'policy' ? value : null;
  const scenario = await ask<'experiment'>({ as: 'experiment', document, task: at, value: changes, number }).catch(
    () => null,
  );
  if (scenario === null || assignmentStore.getState().at !== at) return;
  openScenario(presetOf(scenario, 'cluster'), scenario, 'history');
  if (mark !== null || (kind !== 'predict' && kind !== 'curve')) play();
  else pause();
}

export function goTo(at: number): void {
  const last = (assignmentStore.getState().assignment?.tasks.length ?? 1) - 1;
  assignmentStore.setState({ at: Math.max(0, Math.min(at, last)), failure: null });
  void show(assignmentStore.getState().at);
}

export function setWho(who: Partial<Pick<AssignmentState, 'name' | 'number'>>): void {
  assignmentStore.setState(who);
  keep();
}

/** Changes an answer, unless it is locked. */
export function setValue(at: number, value: Value): void {
  if (isLockedAt(at)) return;
  assignmentStore.setState(({ answers }) => ({
    answers: answers.map((answer, i) => (i === at ? { value, mark: null } : answer)),
  }));
  keep();
}

/** Runs what belongs to the answer of a task, and marks it, unless the answer is locked. */
export async function run(at: number): Promise<void> {
  if (isLockedAt(at)) return;
  const { document, answers, number } = assignmentStore.getState();
  const { value } = answers[at] ?? NO_ANSWER;
  assignmentStore.setState({ running: at, failure: null });
  try {
    const mark = await ask<'try'>({ as: 'try', document, task: at, value, number });
    assignmentStore.setState((state) => ({
      answers: state.answers.map((answer, i) => (i === at ? { value, mark } : answer)),
    }));
    keep();
    void show(at);
  } catch (thrown) {
    assignmentStore.setState({ failure: thrown instanceof Refusal ? thrown.fault : 'failed' });
  } finally {
    assignmentStore.setState({ running: null });
  }
}

/** The code of all answers so far. Rejects with a `Refusal`. */
export function codeOf(name = assignmentStore.getState().name): Promise<string> {
  const { digest, number, answers } = assignmentStore.getState();
  const at = Math.floor(Date.now() / 1000);
  const given = answers.map(({ value, mark }) => ({ value, runs: mark?.runs ?? '' }));
  return ask<'code'>({ as: 'code', sheet: { assignment: digest, name, number, at, answers: given } });
}
