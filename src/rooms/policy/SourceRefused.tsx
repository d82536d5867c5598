/** Why the scheduler of a document does not compile, in the language of the page: the simulator says it in English. */
import { type ReactNode, useEffect, useState } from 'react';
import { checkPolicy } from '../../engine/policy';
import { kernelOf } from '../../scenario/catalog';
import type { FieldError, Scenario } from '../../scenario/generated/types';
import { useRun } from '../../state/run';
import { t } from '../../words';
import { refusalSentence } from '../../words/fields';
import { sentenceOf } from './problem';
import { releaseOf } from './release';
import { usePolicyWords } from './words';

/** The sentence of the checker at the place of a fault; null: it is not about a source, or the checker fails. */
export async function sourceRefusal({ field, fault }: FieldError, document: Scenario | null): Promise<string | null> {
  const policy = document?.policies?.[Number(/^policies\[(\d+)\]/.exec(field)?.[1] ?? -1)];
  if (fault.kind !== 'source' || !document || !policy) return null;
  const lane = document.lanes.find((one) => one.policy === policy.name);
  const { line, column } = fault;
  const checked = await checkPolicy(policy.source, releaseOf(kernelOf(document, lane))).catch(() => null);
  const problem = checked?.problems.find((one) => one.line === line && one.column === column);
  return problem ? t('error.source', { line, why: sentenceOf(problem) }) : null;
}

interface SourceRefusedProps {
  readonly error: FieldError;
  readonly children: (sentence: string) => ReactNode;
}

export function SourceRefused({ error, children }: SourceRefusedProps) {
  usePolicyWords();
  const document = useRun(({ refused }) => refused);
  const [sentence, setSentence] = useState<string | null>(null);
  useEffect(() => {
    let isOver = false;
    void sourceRefusal(error, document).then((own) => {
      if (!isOver) setSentence(own ?? refusalSentence(error));
    });
    return () => {
      isOver = true;
    };
  }, [error, document]);
  return sentence !== null && children(sentence);
}
