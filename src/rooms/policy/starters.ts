/** The schedulers to start from: their source, which `examples/policies` has, and their lessons. */
import { translated } from '../../words';
import type { Lessons, StarterId } from './lesson';

export const lessons = await translated<Lessons>({
  en: async () => (await import('./lessons.en')).lessonsEn,
  zh: async () => (await import('./lessons.zh')).lessonsZh,
});

const SOURCES = import.meta.glob<string>('../../../examples/policies/*.bpf.c', { query: '?raw', import: 'default' });

/** The source of a starter, loaded when it is chosen. */
export async function sourceOf(id: StarterId): Promise<string> {
  const load = SOURCES[`../../../examples/policies/${id}.bpf.c`];
  if (!load) throw new Error(`no starter ${id}`);
  return await load();
}
