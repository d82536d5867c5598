/** The parts of a link that could not be read, or were changed to be valid. */
import type { LinkProblem } from '../scenario/link';
import { look, useView } from '../state/view';
import { useT } from '../words';
import { fieldName, problemSentence } from '../words/fields';
import { count } from '../words/format';
import { Notice } from './Notice';

function sentenceOf(problem: LinkProblem, t: ReturnType<typeof useT>): string {
  switch (problem.kind) {
    case 'newer':
      return t('notice.newer', { version: problem.version });
    case 'part':
      return t('notice.part', { part: problem.part });
    case 'older':
    case 'cut':
      return t(`notice.${problem.kind}`);
    case 'origin':
      return t('notice.origin', { text: problem.text });
    case 'range': {
      const { field, value, range } = problem.problem;
      return range
        ? t('notice.range', { field: fieldName(field), value, min: count(range.min), max: count(range.max) })
        : problemSentence(problem.problem);
    }
  }
}

export function LinkNotice() {
  const t = useT();
  const problem = useView((view) => view.linkProblem);
  return problem && <Notice text={sentenceOf(problem, t)} onClose={() => look({ linkProblem: null })} />;
}
