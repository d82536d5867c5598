/** The work of a function in Linux, the work of the model, and the omissions of the model. */

import type { KernelId } from '../../scenario/generated/types';
import type { Func } from '../../scenario/generated/vocab';
import { functionName } from '../../words/functionName';
import { PAGES } from './generated/pages';
import { noteOf } from './notes';
import { type DecisionKey, useLensWords } from './words';

export function Note({ func, kernel }: { readonly func: Func; readonly kernel: KernelId }) {
  const word = useLensWords();
  const note = noteOf(func);
  const [file, title] = PAGES[func];
  return (
    <section className="decision-note">
      <h3 className="mono">{functionName(func, kernel)}</h3>
      <dl>
        {(['linux', 'model', 'left'] as const satisfies readonly DecisionKey[]).map((part) => (
          <div key={part}>
            <dt>{word(part)}</dt>
            <dd>{note[part]}</dd>
          </div>
        ))}
      </dl>
      <p title={`docs/model/${file}`}>{word('page', { title })}</p>
    </section>
  );
}
