import { useRun } from '../state/run';
import { refusalSentence } from '../words/fields';

/** The message if the simulator refuses the value of a field. */
export function useRefusal(field: string): string | undefined {
  const error = useRun(({ refusal }) => refusal.find((one) => one.field === field));
  return error && refusalSentence(error);
}
