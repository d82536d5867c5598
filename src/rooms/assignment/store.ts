/** The assignment that a student answers. Answers are kept in the browser. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { type Assignment, ask, type Mark, Refusal, type Text, type Value } from '../../engine/assignments';
import { presetOf } from '../../scenario/presetOf';
import { pause, play } from '../../state/run';
import { openScenario } from '../../state/scenario';
import { language } from '../../words';

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
  /** Why the last run failed, in a sentence. */
  readonly failure: string | null;
}

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
  failure: null,
}));

export const useAssignment = <T>(select: (state: AssignmentState) => T): T => useStore(assignmentStore, select);

const keyOf = (digest: string) => `scheduler-playground.assignment.${digest}`;

/** A text in the language of the page, or in the one that it has. */
export function said(text: Text | undefined): string {
  if (text === undefined || typeof text === 'string') return text ?? '';
  return text[language()] ?? text.en ?? text.zh ?? '';
}

function keep(): void {
  const { digest, answers, name, number } = assignmentStore.getState();
  try {
    localStorage.setItem(keyOf(digest), JSON.stringify({ answers, name, number } satisfies Kept));
  } catch {
    // If the browser refuses storage, the answers are lost with the page.
  }
}

function kept(digest: string, tasks: number): Kept {
  const empty = { answers: Array.from({ length: tasks }, () => NO_ANSWER), name: '', number: '' };
  try {
    const before = JSON.parse(localStorage.getItem(keyOf(digest)) ?? 'null') as Kept | null;
    return before?.answers?.length === tasks ? { ...empty, ...before } : empty;
  } catch {
    return empty;
  }
}

/** Opens an assignment. Rejects with the fault of its document. */
export async function openAssignment(document: string): Promise<void> {
  const { assignment, digest, faults } = await ask<'read'>({ as: 'read', document });
  if (assignment === null) throw new Error(faults[0]?.message ?? '');
  assignmentStore.setState({
    document,
    assignment,
    digest,
    at: 0,
    running: null,
    failure: null,
    ...kept(digest, assignment.tasks.length),
  });
  await show(0);
}

/** Shows the experiment of a task in the lanes, with the changes of its answer. */
async function show(at: number): Promise<void> {
  const { document, answers, number, assignment } = assignmentStore.getState();
  const { value, mark } = answers[at] ?? NO_ANSWER;
  const kind = assignment?.tasks[at]?.ask.kind;
  const changes = kind === 'switches' || kind === 'tune' ? value : null;
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

/** Changes an answer that is not run yet. */
export function setValue(at: number, value: Value): void {
  assignmentStore.setState(({ answers }) => ({
    answers: answers.map((answer, i) => (i === at ? { value, mark: null } : answer)),
  }));
  keep();
}

/** Runs what belongs to the answer of a task, and marks it. */
export async function run(at: number): Promise<void> {
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
    assignmentStore.setState({ failure: thrown instanceof Refusal ? thrown.message : '' });
  } finally {
    assignmentStore.setState({ running: null });
  }
}

/** The code of all answers so far. Rejects with a `Refusal`. */
export function codeOf(): Promise<string> {
  const { digest, name, number, answers } = assignmentStore.getState();
  const at = Math.floor(Date.now() / 1000);
  const given = answers.map(({ value, mark }) => ({ value, runs: mark?.runs ?? '' }));
  return ask<'code'>({ as: 'code', sheet: { assignment: digest, name, number, at, answers: given } });
}
