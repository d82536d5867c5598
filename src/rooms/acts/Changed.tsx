import { sameDocument } from '../../scenario/catalog';
import { useScenario } from '../../state/scenario';
import { restore } from './go';
import type { Step } from './types';
import { useWords } from './words';
import './measured.css';

/** A notice: the lanes no longer show the experiment of the step. */
export function Changed({ step }: { readonly step: Step }) {
  const w = useWords();
  const changed = useScenario(({ document }) => !sameDocument(document, step.document));
  if (!changed) return null;
  return (
    <p className="acts-changed" role="status">
      {step.task === undefined && w('changed')}{' '}
      <button type="button" className="button" onClick={restore}>
        {w('restore')}
      </button>
    </p>
  );
}
