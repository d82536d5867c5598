// Measures how long texts that people paste take, as WebAssembly in Node: each kind of line, repeated to the greatest length.
import { openTools } from './speed.mjs';

const BYTES = 15_000_000;

const LINES = [
  'node 0 cpus: 0 1 2 3 4 5 6 7 8 9\n',
  'processor\t: 3\n',
  'cpu3 core=3 siblings=3\n',
  'Machine (1GB)\n',
  '  Group0 L#0\n',
  'kernel.sched_domain.cpu0.domain0.flags = 7\n',
  ' domain-0: span=0-1 level=SMT\n',
  '1,2,3\n',
  '  a:1 | 1.000 ms | 1 | avg: 0.001 ms | max: 0.001 ms |\n',
  '    100.889699 [0003]  a[1]  0.000  0.002  1.462\n',
  '   0 -> 1 : 50 |*|\n',
  '$ lscpu\nArchitecture: x\n',
  '[',
  '\0',
];

/** The time on the CPU (s) for each text of so many bytes, with the line that it repeats. */
export async function readPasted(bytes = BYTES) {
  const { read_pile } = await openTools();
  return LINES.map((line) => {
    const text = Buffer.from(line.repeat(Math.floor(bytes / line.length)));
    const since = process.cpuUsage();
    read_pile(text, Uint32Array.of(text.length), 'xeon');
    const { user, system } = process.cpuUsage(since);
    return { line: line.trim(), mb: text.length / 1e6, s: (user + system) / 1e6 };
  });
}
