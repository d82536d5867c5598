import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { exported } from './exported';
import { STARTERS } from './lesson';
import { lessonsEn } from './lessons.en';
import { lessonsZh } from './lessons.zh';
import { releaseOf } from './release';

const HOOKS = ['select_cpu', 'enqueue', 'dispatch', 'update_idle', 'init', 'init_task', 'exit'];
const folder = new URL('../../../examples/policies/', import.meta.url);

test('a complete source is saved as it is', () => {
  for (const id of STARTERS) {
    const source = readFileSync(new URL(`${id}.bpf.c`, folder), 'utf8');
    expect(exported(source, id, HOOKS)).toBe(source);
  }
});

test('header, licence and table are added, the table with every hook', () => {
  const source =
    's32 BPF_STRUCT_OPS_SLEEPABLE(my_init_task, struct task_struct *p)\n{\n}\nvoid BPF_STRUCT_OPS(dispatch)\n{\n}';
  expect(exported(source, 'my.sched', HOOKS)).toBe(`#include <scx/common.bpf.h>

${source}

char _license[] SEC("license") = "GPL";

SCX_OPS_DEFINE(my_sched_ops,
	       .init_task = (void *)my_init_task,
	       .dispatch = (void *)dispatch,
	       .name = "my.sched");
`);
});

test('every file is a starter, and every starter has a lesson of at most 250 words in both languages', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.bpf.c'));
  expect(files.map((name) => name.replace('.bpf.c', '')).sort()).toEqual([...STARTERS].sort());
  for (const id of STARTERS) {
    const source = readFileSync(new URL(`${id}.bpf.c`, folder), 'utf8');
    const [en, zh] = [lessonsEn[id], lessonsZh[id]];
    expect([en.does, en.watch, en.change].join(' ').split(/\s+/).length, id).toBeLessThanOrEqual(250);
    const coded = (text: string) => Array.from(text.matchAll(/`([^`]+)`/g), ([, code]) => code).sort();
    for (const part of ['does', 'watch', 'change'] as const) {
      expect(coded(zh[part]), `${id}.${part}`).toEqual(coded(en[part]));
      expect(zh[part].length, `${id}.${part}`).toBeLessThanOrEqual(250);
    }
    // A lesson names what the source has.
    const words = coded(en.does + en.watch).flatMap((code) => code?.match(/\w+/g) ?? []);
    for (const word of words) expect(source, `${id}: ${word}`).toContain(word);
  }
});

test('a kernel is checked by the rules of its release of sched_ext', () => {
  expect((['5.9', '6.12.0', '6.12', '6.18.2', '7.0', '7.1', '7.3'] as const).map(releaseOf)).toEqual([
    '6.18',
    '6.12',
    '6.12',
    '6.18',
    '6.18',
    '7.1',
    '7.1',
  ]);
});
