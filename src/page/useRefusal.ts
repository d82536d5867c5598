import { useRun } from '../state/run';
import { refusalSentence } from '../words/fields';

/** What the simulator refused of a field. */
export function useRefusal(field: string): string | undefined {
  const error = useRun(({ refusal }) => refusal.find((one) => one.field === field));
  return error && refusalSentence(error);
}
