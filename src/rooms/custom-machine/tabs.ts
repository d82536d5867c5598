/** The tools whose texts can be pasted, and which of them a text is of. */
export const TABS = ['lscpu', 'hwloc', 'sysfs', 'synthetic'] as const;
export type Tab = (typeof TABS)[number];

/** The beginning of a text that determines its kind (bytes). */
export const HEAD = 20_000;

/** A path, followed by the content of its file. */
const SYSFS = /^[^\s:]*\/[^\s:]*:/m;
/** Names of columns, in a comment over the rows. */
const COLUMNS = /^#.*\bCPU\b/im;

/** The tab of a text that was read as a machine; null: it is from a link, and no tool prints it. */
export function tabOf(head: string): Tab | null {
  const text = head.trimStart();
  if (text.startsWith('<')) return 'hwloc';
  if (text.startsWith('{')) return 'lscpu';
  if (text.startsWith('pu=')) return null;
  if (SYSFS.test(text)) return 'sysfs';
  const [first = ''] = text.split('\n', 1);
  return COLUMNS.test(text) || /\bCPU\b/i.test(first) ? 'lscpu' : 'synthetic';
}
