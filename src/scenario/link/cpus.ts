/** A list of CPUs in a link, or all of them. */
import { cpusOf } from '../cpuList';
import { BadPart } from './part';

const ALL = 'all';

/** Without the blanks that a document may have. */
export const writtenCpus = (cpus: string | undefined): string => cpus?.replace(/\s/g, '') ?? ALL;
export const meantCpus = (text: string): string | undefined => (text === ALL ? undefined : text);

/** Whether the machine has them is not looked at. */
export function readCpus(text: string): string {
  if (text === ALL) return text;
  if (!/^\d{1,4}(-\d{1,4})?(,\d{1,4}(-\d{1,4})?)*$/.test(text)) throw new BadPart();
  if (cpusOf(text).length === 0) throw new BadPart();
  return text;
}
