import { expect, test } from 'vitest';
import links from '../../../tests/fixtures/cli-links.json';
import { completed, type SparseScenario } from '../document';
import { decode } from '.';

test('the page reads the links that the command line writes (`sched search`)', () => {
  const all = links as unknown as { document: SparseScenario; link: string; text?: string[] }[];
  for (const { document, link, text = [] } of all) {
    const { scenario, author, problem } = decode(link);
    expect(problem).toBeNull();
    expect(scenario).toEqual(completed(document));
    expect(author.sentences).toEqual(text);
  }
});
