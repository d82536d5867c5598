/** The glossary: the terms of the page in both languages, with their meaning. */
import { useState } from 'react';
import { look } from '../../state/view';
import { Dialog } from '../../ui/Dialog';
import { language, useT } from '../../words';
import { matching, termsOf } from './terms';
import { useWords } from './words';
import './glossary.css';
import text from '../../../docs/glossary.md?raw';

const TERMS = termsOf(text);

export default function Glossary() {
  const t = useT();
  const words = useWords();
  const [query, setQuery] = useState('');
  const lang = language();
  const other = lang === 'en' ? 'zh' : 'en';
  const found = matching(TERMS, query);
  return (
    <Dialog title={t('action.glossary')} closeLabel={t('action.close')} onClose={() => look({ show: null })}>
      <input
        type="search"
        className="control glossary-search"
        aria-label={words('search')}
        placeholder={words('search')}
        autoComplete="off"
        value={query}
        onChange={({ target }) => setQuery(target.value)}
      />
      <dl className="glossary">
        {found.map(({ name, meaning }) => (
          <div key={name.en}>
            <dt>
              {name[lang]} {name[other] !== name[lang] && <span lang={other}>{name[other]}</span>}
            </dt>
            <dd>{meaning[lang]}</dd>
          </div>
        ))}
      </dl>
      {found.length === 0 && <p className="unit">{words('none')}</p>}
    </Dialog>
  );
}
