import type { FieldError } from '../../scenario/generated/types';
import { t } from '../../words';
import { fieldName, fieldTexts, refusalSentence } from '../../words/fields';
import { count } from '../../words/format';
import { figureWords } from './words';

const listed = (known: readonly string[]): string => known.join(t('lane.list'));

/** The error of a document, by kind: the simulator's sentences are English. */
export function documentFault(error: FieldError): string {
  const { field: path, value, fault } = error;
  const field = path === '' ? figureWords('fault.document') : fieldName(path);
  switch (fault.kind) {
    case 'too_large':
    case 'too_many_entries':
    case 'too_deep':
      return figureWords(`fault.${fault.kind}`, { field, most: count(fault.most) });
    case 'before_release':
    case 'newer_release':
    case 'byte_order_mark':
    case 'utf16':
    case 'not_utf8':
    case 'duplicate':
    case 'missing':
      return figureWords(`fault.${fault.kind}`, { field });
    case 'not_json':
      return figureWords('fault.not_json', { line: fault.line, column: fault.column });
    case 'unknown_field':
      return figureWords('fault.unknown_field', { field, known: listed(fault.known) });
    case 'unknown_word':
      return figureWords('fault.unknown_word', { field, value, known: listed(fault.known) });
    case 'not_cpus':
      return t('error.cpus', { field, value, last: fault.last });
    case 'out_of_range':
      // A number within the range may still not be an integer.
      return /^-?\d+$/.test(value) ? refusalSentence(error) : fieldTexts(path, fault).complaint(value);
    case 'count':
      return refusalSentence(error);
    case 'topology':
      return figureWords('fault.topology', { field, why: fault.why });
    case 'source':
      return figureWords('fault.source', { field, line: fault.line, column: fault.column, why: fault.why });
    case 'layout':
      return t('fault.layout', { field, value: value.replaceAll('"', '') });
    case 'no_replay':
      return figureWords('fault.no_replay', { name: value.replaceAll('"', '') });
    case 'other_replay':
      return figureWords('fault.other_replay', { hash: fault.hash, wanted: value.replaceAll('"', '') });
    case 'no_lane':
      return figureWords('fault.other', { field, value });
    case 'no_task':
    case 'no_policy':
    case 'no_knob':
    case 'not_compiled':
    case 'no_sched_ext':
    case 'not_number':
    case 'not_list':
    case 'not_object':
    case 'not_bool':
    case 'not_text':
    case 'not_hash':
    case 'recorded':
      return figureWords('fault.form', { field, value, form: figureWords(`fault.${fault.kind}`) });
  }
}
