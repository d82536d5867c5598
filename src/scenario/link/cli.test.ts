import { expect, test } from 'vitest';
import links from '../../../tests/fixtures/cli-links.json';
import { completed, type SparseScenario } from '../document';
import { decode } from '.';

test('the page reads the links that the command line writes (`sched search`)', () => {
  for (const { document, link } of links as unknown as { document: SparseScenario; link: string }[]) {
    const { scenario, problem } = decode(link);
    expect(problem).toBeNull();
    expect(scenario).toEqual(completed(document));
  }
});
