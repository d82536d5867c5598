import type { FieldError } from '../../scenario/generated/types';
import { t } from '../../words';
import { fieldName, refusalSentence } from '../../words/fields';
import { figureWords } from './words';

/** The words that the simulator allows: `a known field (a, b)`, `one of a, b`, or one alone. */
const listed = (expected: string): string =>
  (/\((.*)\)/.exec(expected)?.[1] ?? expected.replace(/^one of /, '').replaceAll('`', '')).replaceAll(
    ', ',
    t('lane.list'),
  );

/** What is wrong with a document, by kind: the simulator's own sentences are English. */
export function documentFault(error: FieldError): string {
  const { field: path, kind, value, expected, message } = error;
  const field = path === '' ? figureWords('fault.document') : fieldName(path);
  switch (kind) {
    case 'not_json': {
      const [, line = '1', column = '0'] = /line (\d+) column (\d+)/.exec(message) ?? [];
      return figureWords('fault.not_json', { line, column });
    }
    case 'missing':
      return figureWords('fault.missing', { field });
    case 'unknown_field':
      return figureWords('fault.unknown_field', { field, known: listed(expected) });
    case 'unknown_word':
      return figureWords('fault.unknown_word', { field, value, known: listed(expected) });
    case 'not_cpus':
      return t('error.cpus', { field, value, last: /(\d+)$/.exec(expected)?.[1] ?? '' });
    case 'out_of_range':
      return refusalSentence(error);
    case 'layout':
      return t('fault.layout', { field, value: value.replaceAll('"', '') });
    case 'other':
      return figureWords('fault.other', { field, value });
    default:
      return figureWords('fault.form', { field, value, form: figureWords(`fault.${kind}`) });
  }
}
