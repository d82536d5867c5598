/** Lists of CPUs as the kernel writes them: `0-3,8`. */

/** The CPUs below `all` of a list such as `0-23,48`. `good`: the list names no others and has no mistakes. */
export function readCpuList(text: string, all: number): { readonly cpus: ReadonlySet<number>; readonly good: boolean } {
  const cpus = new Set<number>();
  let good = true;
  for (const part of text.split(',')) {
    const [, first, last = first] = /^\s*(\d{1,4})\s*(?:-\s*(\d{1,4})\s*)?$/.exec(part) ?? [];
    if (first === undefined || Number(first) > Number(last) || Number(last) >= all) good = false;
    for (let cpu = Number(first); cpu <= Math.min(Number(last), all - 1); cpu++) cpus.add(cpu);
  }
  return { cpus, good };
}

/** The CPUs of a valid list. */
export const cpusOf = (list: string): number[] => [...readCpuList(list, Number.POSITIVE_INFINITY).cpus];

/** CPU numbers as the kernel prints them. */
export function writeCpuList(numbers: Iterable<number>): string {
  const runs: [number, number][] = [];
  for (const cpu of [...numbers].sort((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run && run[1] === cpu - 1) run[1] = cpu;
    else runs.push([cpu, cpu]);
  }
  return runs.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(',');
}
