/** The first decision in which the lanes differ, in one sentence with its inputs. */

import { headOf, stepsOf } from '../../engine/wire/records';
import { actions } from '../../page/actions';
import { kernelOf } from '../../scenario/catalog';
import { newidleGateNs } from '../../scenario/gates';
import { useDifference } from '../../state/difference';
import { useScenario } from '../../state/scenario';
import { Remark } from '../../ui/Remark';
import { useT } from '../../words';
import { duration, moment } from '../../words/format';
import { functionName } from '../../words/functionName';
import { because, isGroup, numberOf, textOf } from '../../words/sentences';
import { useCardWords } from './cardWords';

/** One lane's decision: the reason for its choice, the functions it called, and their cost. */
function useTelling(): (record: Uint32Array, lane: number) => string {
  const t = useT();
  const word = useCardWords();
  const document = useScenario((scenario) => scenario.document);
  return (record, lane) => {
    const head = headOf(record);
    if (!head) return '';
    const steps = stepsOf(head);
    const reason = because(head, steps, newidleGateNs(document, lane));
    const funcs = [...new Set(steps.map(({ func }) => func))].map((func) => {
      const ofFunc = steps.filter((step) => step.func === func);
      const value = ofFunc.map(numberOf).findLast((one) => one !== null);
      const number = value ? textOf(value) : '';
      // A group has a step for its type and one for its load.
      const count = ofFunc.some(isGroup) ? new Set(ofFunc.map(({ cpu }) => cpu)).size : ofFunc.length;
      const tried = count > 1 ? word('first.tried', { n: count }) : '';
      const inputs = [tried, number].filter(Boolean).join(t('lane.list'));
      const name = functionName(func, kernelOf(document, document.lanes[lane]));
      return inputs ? t('said.of', { of: name, said: inputs }) : name;
    });
    const cost = word('first.cost', { cost: duration(head.costNs) });
    return `${textOf(reason)} ${[...funcs, cost].join(' · ')}`;
  };
}

export function FirstDifference() {
  const t = useT();
  const word = useCardWords();
  const difference = useDifference();
  const tell = useTelling();
  if (!difference) return null;
  const [a, b] = difference.records;
  const head = headOf(a ?? b);
  if (!head) return null;
  const task = head.task === null ? '' : t('decision.task', { task: head.task });
  const what = [t(`decided.${head.kind}`), task].filter(Boolean).join(' ');
  const at = { time: moment(difference.ns), what, cpu: head.cpu };
  const sentence =
    a && b
      ? word('first.both', { ...at, a: tell(a, 0), b: tell(b, 1) })
      : word('first.one', {
          ...at,
          lane: a ? 'A' : 'B',
          other: a ? 'B' : 'A',
          why: tell(a ?? b ?? new Uint32Array(), a ? 0 : 1),
        });
  return (
    <Remark
      label={word('first.go')}
      way={
        <button
          type="button"
          className="button"
          title={`${t('action.difference')}  ${actions.difference.key}`}
          aria-keyshortcuts={actions.difference.key}
          onClick={actions.difference.perform}
        >
          <svg viewBox="0 0 10 10" width="9" height="9" aria-hidden="true">
            <path d="M5 0l4.6 5L5 10 .4 5z" fill="currentColor" />
          </svg>{' '}
          {word('first.go')}
        </button>
      }
    >
      {sentence}
    </Remark>
  );
}
