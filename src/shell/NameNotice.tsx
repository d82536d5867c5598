/** The notice about a link whose kernel is not exactly one of the table. */
import type { NamedKernel } from '../scenario/kernelNames';
import { nameSentence, useKernelWords } from '../words/kernels';
import { Notice } from './Notice';

export function NameNotice({ named, onClose }: { readonly named: NamedKernel; readonly onClose: () => void }) {
  useKernelWords();
  const sentence = nameSentence(named);
  return sentence && <Notice text={sentence} onClose={onClose} />;
}
