/** What is said of kernels and of their names; loaded by the components that show it. */

import { DIFFERING } from '../scenario/generated/differing';
import type { NamedKernel } from '../scenario/kernelNames';
import { catalogue, language } from '.';
import type { kernelsEn } from './generated/kernels.en';

export const { t, useT: useKernelWords } = await catalogue<keyof typeof kernelsEn>({
  en: async () => (await import('./generated/kernels.en')).kernelsEn,
  zh: async () => (await import('./kernels.zh')).kernelsZh,
});

/** A list in a sentence: `a, b and c`. */
const listed = (items: readonly string[]): string =>
  new Intl.ListFormat(language() === 'en' ? 'en-GB' : 'zh').format(items);

/** The sentence on a name that is not exactly a kernel of the table; null: it is. */
export function nameSentence({ kernel, remark, name, release }: NamedKernel): string | null {
  if (remark === 'exact') return null;
  const rules = DIFFERING[release] ?? [];
  const said = remark === 'nearest' && rules.length === 0 ? 'same' : remark;
  return t(`name.${said}`, { name, kernel, rules: listed(rules) });
}
