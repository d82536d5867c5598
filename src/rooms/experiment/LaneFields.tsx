/** The fields of one lane: its kernel, CPUs and the rules that differ from the kernel. */
import type { ReactNode } from 'react';
import { actions } from '../../page/actions';
import { KernelSelect } from '../../page/KernelSelect';
import { useRefusal } from '../../page/useRefusal';
import { kernelOf } from '../../scenario/catalog';
import { readCpuList } from '../../scenario/cpuList';
import type { KernelId, Scenario } from '../../scenario/generated/types';
import { factsOf } from '../../scenario/machines';
import { withKernels } from '../../scenario/rules';
import { edit } from '../../state/scenario';
import { look } from '../../state/view';
import { DraftField } from '../../ui/DraftField';
import { FieldMessages } from '../../ui/FieldMessages';
import { useT } from '../../words';
import { letter } from '../../words/format';
import '../../ui/chip.css';

interface LaneFieldsProps {
  readonly lane: number;
  readonly scenario: Scenario;
  /** The switches of the lane. */
  readonly children: ReactNode;
}

export function LaneFields({ lane, scenario, children }: LaneFieldsProps) {
  return (
    <FieldMessages>
      <div className="lane-fields">
        <Kernel lane={lane} scenario={scenario} />
        <LaneCpus lane={lane} scenario={scenario} />
      </div>
      {children}
      <Rules lane={lane} scenario={scenario} />
    </FieldMessages>
  );
}

function Kernel({ lane, scenario }: Omit<LaneFieldsProps, 'children'>) {
  const t = useT();
  const shared = useRefusal('kernel');
  const own = useRefusal(`lanes[${lane}].kernel`);
  const [a = scenario.kernel, b] = scenario.lanes.map((one) => kernelOf(scenario, one));
  const set = (...kernels: readonly KernelId[]) => edit((document) => withKernels(document, kernels));
  const label = b === undefined ? t('field.kernel') : t('kernel.of', { lane: letter(lane) });
  if (lane === 0) {
    return (
      <KernelSelect
        label={label}
        value={a}
        error={shared ?? own}
        onChange={(kernel) => (b === undefined || b === a ? set(kernel, kernel) : set(kernel, b))}
      />
    );
  }
  return (
    <KernelSelect<KernelId | ''>
      label={label}
      value={b === undefined || b === a ? '' : b}
      first={t('kernel.same')}
      error={own}
      onChange={(kernel) => set(a, kernel || a)}
    />
  );
}

/** A document with or without a CPU list for one lane. */
function laneBound(document: Scenario, index: number, list: string): Scenario {
  const lanes = document.lanes.map((lane, i) => {
    if (i !== index) return lane;
    const { cpus: _, ...rest } = lane;
    return list === '' ? rest : { ...rest, cpus: list };
  });
  return { ...document, lanes };
}

/** The CPUs of the lane, if they differ from those of the scenario. */
function LaneCpus({ lane, scenario }: Omit<LaneFieldsProps, 'children'>) {
  const t = useT();
  const { ids: all } = factsOf(scenario.machine);
  const label = t('field.lane.cpus', { lane: letter(lane) });
  const usual = scenario.cpus ?? `0-${all - 1}`;
  return (
    <DraftField
      label={label}
      value={scenario.lanes[lane]?.cpus ?? ''}
      placeholder={usual}
      accepts={(text) => text.trim() === '' || readCpuList(text, all).good}
      complaint={(value) => t('error.cpus', { field: label, value, last: all - 1 })}
      stays={(kept) => t('error.stays', { kept: kept || usual })}
      error={useRefusal(`lanes[${lane}].cpus`)}
      onChange={(text) => edit((document) => laneBound(document, lane, text.replace(/\s/g, '')))}
    />
  );
}

/** The rules that the lane changes; they are changed in their dialog. */
function Rules({ lane, scenario }: Omit<LaneFieldsProps, 'children'>) {
  const t = useT();
  const changed = Object.entries(scenario.lanes[lane]?.rules ?? {});
  const word = (value: unknown) => (typeof value === 'boolean' ? t(value ? 'choice.on' : 'choice.off') : String(value));
  return (
    <div className="lane-rules">
      {changed.map(([key, value]) => (
        <button key={key} type="button" className="chip" onClick={() => look({ dialog: 'rules' })}>
          {t('said.of', { of: key, said: word(value) })}
        </button>
      ))}
      {(['rules', 'changes'] as const).map((dialog) => (
        <button
          key={dialog}
          type="button"
          className="kernel-link"
          title={t(`${dialog}.title`)}
          aria-keyshortcuts={actions[dialog].key}
          onClick={actions[dialog].perform}
        >
          {t(`${dialog}.open`)}
        </button>
      ))}
    </div>
  );
}
