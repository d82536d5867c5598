/** A list of CPUs in a link, or `all`. */
import { cpusOf } from '../cpuList';
import { BadPart } from './part';

const ALL = 'all';

/** The list without the blanks that a document can have. */
export const writtenCpus = (cpus: string | undefined): string => cpus?.replace(/\s/g, '') ?? ALL;
export const meantCpus = (text: string): string | undefined => (text === ALL ? undefined : text);

/** `repair.ts` checks whether the machine has the CPUs. */
export function readCpus(text: string): string {
  if (text === ALL) return text;
  if (!/^\d{1,4}(-\d{1,4})?(,\d{1,4}(-\d{1,4})?)*$/.test(text)) throw new BadPart();
  if (cpusOf(text).length === 0) throw new BadPart();
  return text;
}
