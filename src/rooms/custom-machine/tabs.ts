/** The tools whose commands are shown, and which of them a text is of. */
export const TABS = ['lscpu', 'hwloc', 'sysfs', 'synthetic'] as const;
export type Tab = (typeof TABS)[number];

/** By the name that the readers give a text about a machine; other texts have no tab. */
const OF: Readonly<Record<string, Tab>> = {
  'lscpu -e': 'lscpu',
  'lscpu -p': 'lscpu',
  lscpu: 'lscpu',
  'lstopo --of xml': 'hwloc',
  '/sys': 'sysfs',
  'a machine in one line': 'synthetic',
};

/** The tab of a text that was recognised; null: none shows its command. */
export const tabOf = (name: string): Tab | null => OF[name] ?? null;
