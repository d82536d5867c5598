/** Prepares a document for the simulator: a custom machine gets the rows that are derived from its texts. */
import type { FieldError, OwnMachine, Scenario } from '../../scenario/generated/types';
import { loadPacking } from '../../scenario/link';
import { checkDocument } from '../../state/run';

interface ReadDocument {
  readonly text: string;
  readonly errors: readonly FieldError[];
}

/** The simulator wants the rows of a machine, and nothing else. */
const wantsRows = (errors: readonly FieldError[]): boolean =>
  errors.length === 1 && errors[0]?.fault.kind === 'topology';

/** Removes the rows of a document: they are derived from the texts beside them. */
function withoutRows(text: string): string {
  try {
    const document = JSON.parse(text) as Partial<Scenario> | null;
    if (typeof document?.machine !== 'object' || document.machine.rows === undefined) return text;
    const { rows, ...machine } = document.machine;
    return JSON.stringify({ ...document, machine });
  } catch {
    return text;
  }
}

/** Null if the simulator did not answer. */
export async function readDocument(given: string): Promise<ReadDocument | null> {
  const text = withoutRows(given);
  // A link packs its tasks and its policies.
  if (/"(rtapp|policies)"/.test(text)) await loadPacking();
  const errors = await checkDocument(text);
  if (errors === null) return null;
  if (!wantsRows(errors)) return { text, errors };
  const { withRows } = await import('../../engine/own');
  const document = JSON.parse(text) as { machine: OwnMachine };
  try {
    const text = JSON.stringify({ ...document, machine: withRows(document.machine) });
    const found = await checkDocument(text);
    return found === null ? null : { text: text, errors: found };
  } catch (thrown) {
    return { text, errors: [JSON.parse(String(thrown)) as FieldError] };
  }
}
