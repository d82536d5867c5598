/** The search in a table of rules. */
import { useState } from 'react';
import type { Rule } from '../../scenario/generated/rules';
import { RULE_SOURCES } from '../../scenario/generated/sources';
import { t, useT } from '../../words/rules';
import { sourceText } from '../../words/sources';

/** Whether all words of a query are in the name, the sentence or the source of a rule. */
function matches({ key }: Rule, query: string): boolean {
  const source = RULE_SOURCES[key];
  const text = [key, t(`rule.${key}`), source, sourceText(source)].join(' ').toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** The rules that match, and the field for the query. */
export function useSearch(rules: readonly Rule[]) {
  const words = useT();
  const [query, setQuery] = useState('');
  const field = (
    <input
      type="search"
      className="control rules-search"
      aria-label={words('rules.search')}
      placeholder={words('rules.search')}
      autoComplete="off"
      spellCheck={false}
      value={query}
      onChange={({ target }) => setQuery(target.value)}
    />
  );
  const found = rules.filter((rule) => matches(rule, query));
  return { field, found, none: found.length === 0 && query !== '' && <p className="unit">{words('rules.none')}</p> };
}
