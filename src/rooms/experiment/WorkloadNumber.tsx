import { useRefusal } from '../../page/useRefusal';
import { rangeIn } from '../../scenario/check';
import type { Scenario, Workload } from '../../scenario/generated/types';
import { withWorkload } from '../../scenario/groups';
import { edit } from '../../state/scenario';
import { NumberField } from '../../ui/NumberField';
import { fieldIn, fieldTexts } from '../../words/fields';

export const setWorkload = (workload: Workload): void => edit((document) => withWorkload(document, workload));

/** A number of the workload. */
export function WorkloadNumber({ name, scenario }: { name: string; scenario: Scenario }) {
  const field = `workload.${name}`;
  const range = rangeIn(scenario, field);
  return (
    <NumberField
      {...fieldTexts(fieldIn(scenario, field), range)}
      {...range}
      value={Reflect.get(scenario.workload, name) as number}
      error={useRefusal(field)}
      onChange={(value) => setWorkload({ ...scenario.workload, [name]: value })}
    />
  );
}
