/** What the author says about the scenario: title, question, up to three sentences. */
import { useEffect, useId, useState } from 'react';
import {
  type AuthorText,
  authorText,
  lengthOf,
  MAX_SENTENCES,
  MOST_CHARACTERS,
  sentencesOf,
} from '../../scenario/author';
import { setAuthor, useScenario } from '../../state/scenario';
import { FieldMessage } from '../../ui/FieldMessages';
import { useT } from '../../words';
import { count } from '../../words/format';
import { useAuthorWords } from './authorWords';
import './author.css';

export function AuthorFields() {
  const t = useT();
  const words = useAuthorWords();
  const author = useScenario((state) => state.author);
  const preset = useScenario((state) => state.preset);
  return (
    <div className="author-fields">
      <Text
        kind="title"
        value={author.title}
        placeholder={t(`preset.${preset}`)}
        onChange={(text) => setAuthor({ ...author, title: authorText('title', text) })}
      />
      <Text
        kind="question"
        value={author.question}
        placeholder={words('question.example')}
        onChange={(text) => setAuthor({ ...author, question: authorText('question', text) })}
      />
      <Text
        kind="sentence"
        lines={MAX_SENTENCES}
        value={author.sentences.join('\n')}
        placeholder={words('sentence.example')}
        onChange={(text) => setAuthor({ ...author, sentences: sentencesOf(text) })}
      />
    </div>
  );
}

interface TextProps {
  readonly kind: AuthorText;
  readonly value: string;
  readonly placeholder: string;
  /** The field has this many lines, each with a text; absent: a single line. */
  readonly lines?: number;
  readonly onChange: (text: string) => void;
}

/** A text that is too long stays in the field, with a message, and is not passed on. */
function Text({ kind, value, placeholder, lines, onChange }: TextProps) {
  const words = useAuthorWords();
  const id = useId();
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const fault = faultOf(kind, text, lines);
  const message =
    fault &&
    words(fault.lines ? 'tooMany' : 'tooLong', {
      field: words(kind),
      count: count(fault.found),
      most: count(fault.most),
    });
  const props = {
    id,
    className: 'control',
    value: text,
    placeholder,
    'aria-invalid': fault !== null,
    'aria-describedby': message ? `${id}-message` : undefined,
    onChange: ({ target }: { target: { value: string } }) => setText(target.value),
    onBlur: () => {
      if (!fault && text !== value) onChange(text);
    },
  };
  return (
    <div className={`field author-${kind}`}>
      <label className="label" htmlFor={id}>
        {words(kind)}
      </label>
      {lines === undefined ? (
        <input
          {...props}
          onKeyDown={({ key, nativeEvent, currentTarget }) => {
            if (key === 'Enter' && !nativeEvent.isComposing) currentTarget.blur();
          }}
        />
      ) : (
        <textarea {...props} rows={lines} />
      )}
      {message && <FieldMessage id={`${id}-message`} text={message} />}
    </div>
  );
}

/** Why a text is refused; null: it is not. */
function faultOf(kind: AuthorText, text: string, lines = 1) {
  const all = text.split('\n').filter((line) => line.trim() !== '');
  if (all.length > lines) return { lines: true, found: all.length, most: lines };
  const longest = Math.max(0, ...all.map(lengthOf));
  const most = MOST_CHARACTERS[kind];
  return longest > most ? { lines: false, found: longest, most } : null;
}
