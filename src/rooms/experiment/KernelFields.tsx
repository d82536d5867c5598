/** The kernel of each lane. */
import { actions } from '../../page/actions';
import { KernelSelect } from '../../page/KernelSelect';
import { useRefusal } from '../../page/useRefusal';
import { kernelOf } from '../../scenario/catalog';
import type { KernelId, Scenario } from '../../scenario/generated/types';
import { withKernels } from '../../scenario/rules';
import { edit } from '../../state/scenario';
import { LANE_KEYS } from '../../state/view';
import { useT } from '../../words';

export function KernelFields({ scenario }: { readonly scenario: Scenario }) {
  const t = useT();
  const shared = useRefusal('kernel');
  const ofA = useRefusal('lanes[0].kernel');
  const ofB = useRefusal('lanes[1].kernel');
  const [a = scenario.kernel, b] = scenario.lanes.map((lane) => kernelOf(scenario, lane));
  const set = (...kernels: readonly KernelId[]) => edit((document) => withKernels(document, kernels));
  const name = (lane: number) => t('kernel.of', { lane: LANE_KEYS[lane]?.toUpperCase() ?? '' });
  return (
    <div className="kernel-fields">
      <KernelSelect
        label={b === undefined ? t('field.kernel') : name(0)}
        value={a}
        error={shared ?? ofA}
        onChange={(kernel) => (b === undefined || b === a ? set(kernel, kernel) : set(kernel, b))}
      />
      {b !== undefined && (
        <KernelSelect<KernelId | ''>
          label={name(1)}
          value={b === a ? '' : b}
          first={t('kernel.same')}
          error={ofB}
          onChange={(kernel) => set(a, kernel || a)}
        />
      )}
      <div className="kernel-links">
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
    </div>
  );
}
