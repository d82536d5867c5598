/** What of a link could not be read, or not as it stands. */
import type { LinkProblem } from '../scenario/link';
import { look, useView } from '../state/view';
import { fieldName, problemSentence } from '../words/fields';
import { count } from '../words/format';
import { useNoticeWords } from '../words/notices';
import { Notice } from './Notice';

function sentenceOf(problem: LinkProblem, t: ReturnType<typeof useNoticeWords>): string {
  switch (problem.kind) {
    case 'newer':
      return t('newer', { version: problem.version });
    case 'part':
      return t('part', { part: problem.part });
    case 'older':
    case 'cut':
      return t(problem.kind);
    case 'origin':
      return t('origin', { text: problem.text });
    case 'range': {
      const { field, value, range } = problem.problem;
      return range
        ? t('range', { field: fieldName(field), value, min: count(range.min), max: count(range.max) })
        : problemSentence(problem.problem);
    }
  }
}

export function LinkNotice() {
  const word = useNoticeWords();
  const problem = useView((view) => view.linkProblem);
  return problem && <Notice text={sentenceOf(problem, word)} onClose={() => look({ linkProblem: null })} />;
}
