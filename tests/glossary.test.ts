/** The page, its folders and the deck use one term for one thing, in each language. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, root), 'utf8');
const under = (folder: string): string[] =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}${name}`);

const words = under('src/');
const CHINESE = [...words.filter((name) => name.endsWith('.zh.ts')), 'examples/deck/index.html'];
const ENGLISH = [...words.filter((name) => name.endsWith('.en.ts')), 'examples/deck/index.html'];

/** Terms to avoid, and the terms to use instead: those of the kernel's translation where it has one. */
const NOT_IN_CHINESE: readonly (readonly [not: RegExp, say: string])[] = [
  [/剧目|剧场/, '幕 (act)'],
  [/簇/, '集群 (cluster)'],
  [/平衡/, '均衡 (balance)'],
  [/偷|盗/, '窃取 (steal)'],
  [/叫醒|唤起/, '唤醒 (wake up)'],
  [/吞吐率/, '吞吐量 (throughput)'],
  [/调度领域|调度区域/, '调度域 (scheduling domain)'],
  [/运行列队|就绪队列/, '运行队列 (run queue)'],
  [/高速缓存行|缓存线/, '缓存行 (cache line)'],
  [/伪分享|假共享/, '伪共享 (false sharing)'],
  [/闲置/, '空闲 (idle)'],
  [/占满任务|从不睡眠的任务/, '占满 CPU 的任务 (hog)'],
  [/想要的 CPU/, '目标 CPU (target)'],
  [/远端/, '远程 (remote)'],
  [/越过芯片/, '横穿芯片 (across the chip)'],
  [/(?<!跨)节点均衡/, '跨节点均衡 (cross-node balance)'],
  [/(?<!nice )级别/, '层级 (level)'],
  [/随负载的收益/, '各负载下的收益 (gain by load)'],
  [/亏损/, 'B 少 … % (loses)'],
  [/无效/, '不起作用 (no effect)'],
  [/个缓存行/, '条缓存行 (cache lines)'],
];
/** A lane is 通道; 道 alone is another word for it. */
const LANE = /(?<![通管知渠轨报])道(?![理路])/;

const NOT_IN_ENGLISH: readonly (readonly [not: RegExp, say: string])[] = [
  [/\brunqueues?\b(?!\/)/i, 'run queue'],
  [/\bscheduler domains?\b|\bsched domains?\b/i, 'scheduling domain'],
  [/\bcachelines?\b/i, 'cache line'],
  [/\bwakeups?\b/i, 'wake-up'],
  [/\bswim ?lanes?\b/i, 'lane'],
  [/\bload-balanc/i, 'load balancing'],
  [/(?<![._])\btimeslices?\b(?!['_])/i, 'time slice'],
];

/** The text for readers: in quotes and between tags, without comments and identifiers. */
const said = (name: string): string =>
  read(name)
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    .replace(/\{(?:field|hot):[^}]*\}/g, '')
    .replace(/^import .*$/gm, '');

const faultsIn = (name: string, rules: readonly (readonly [RegExp, string])[]): string[] =>
  rules.flatMap(([not, say]) => {
    const found = not.exec(said(name));
    return found ? [`${name}: ${found[0]}; say ${say}`] : [];
  });

test('Chinese has one term for one thing', () => {
  expect(CHINESE.flatMap((name) => faultsIn(name, [...NOT_IN_CHINESE, [LANE, '通道 (lane)']]))).toEqual([]);
});

test('code joins lists with the comma of the language, which is in the catalogue', () => {
  const code = words.filter((name) => /\.tsx?$/.test(name) && !/\.(?:test|spec|en|zh)\./.test(name));
  expect(code.filter((name) => /join\('[,;] '\)/.test(read(name)))).toEqual([]);
});

test('English has one term for one thing', () => {
  expect(ENGLISH.flatMap((name) => faultsIn(name, NOT_IN_ENGLISH))).toEqual([]);
});

test('a flag of a scheduling domain is written with its SD_, as the kernel prints it', () => {
  expect(read('src/rooms/inspector/Domains.tsx')).toMatch(/`SD_\$\{flag\}`/);
  for (const name of [...CHINESE, ...ENGLISH])
    expect(said(name), name).not.toMatch(
      /(?<!SD_)\b(?:BALANCE_(?:NEWIDLE|EXEC|FORK)|SHARE_PKG_RESOURCES|PREFER_SIBLING)\b(?!')/,
    );
});
