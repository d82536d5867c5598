/** The parts of a link that could not be read, or were changed to be valid. */

import { later, Part } from '../page/Part';
import type { LinkProblem } from '../scenario/link';
import { look } from '../state/view';
import { hasMessage, useT } from '../words';
import { fieldName, problemSentence } from '../words/fields';
import { count } from '../words/format';
import { Notice } from './Notice';

const NameNotice = later(async () => (await import('./NameNotice')).NameNotice);

function sentenceOf(problem: Exclude<LinkProblem, { readonly kind: 'name' }>, t: ReturnType<typeof useT>): string {
  switch (problem.kind) {
    case 'newer':
      return t('notice.newer', { version: problem.version });
    case 'part':
      return t('notice.part', { part: problem.part });
    case 'choice':
      return t('notice.choice', { part: problem.part, known: problem.known.join(t('lane.list')) });
    case 'older':
    case 'cut':
      return t(`notice.${problem.kind}`);
    case 'origin':
      return t('notice.origin', { text: problem.text });
    case 'range': {
      const { field, value, range } = problem.problem;
      const cut = `cut.${field}`;
      if (range && hasMessage(cut)) return t(cut, { value, max: range.max });
      return range
        ? t('notice.range', { field: fieldName(field), value, min: count(range.min), max: count(range.max) })
        : problemSentence(problem.problem);
    }
  }
}

export function LinkNotice({ problem }: { readonly problem: LinkProblem }) {
  const t = useT();
  const close = () => look({ linkProblem: null });
  if (problem.kind === 'name') {
    return (
      <Part>
        <NameNotice named={problem.named} onClose={close} />
      </Part>
    );
  }
  return <Notice text={sentenceOf(problem, t)} onClose={close} />;
}
