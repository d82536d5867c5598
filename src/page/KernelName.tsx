/** The sentence on the name of a kernel, beside the field where it was typed. */
import type { NamedKernel } from '../scenario/kernelNames';
import { FieldMessage } from '../ui/FieldMessages';
import { nameSentence, useKernelWords } from '../words/kernels';

export function KernelName({ named }: { readonly named: NamedKernel }) {
  useKernelWords();
  const sentence = nameSentence(named);
  return sentence && <FieldMessage text={sentence} mild />;
}
