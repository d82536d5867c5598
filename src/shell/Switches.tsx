/** All switches of a lane: those of the patch series first, the others behind *more*. */
import { CHOICES, isOf, kernelOf } from '../scenario/catalog';
import { MECHANISMS, type MechanismKey } from '../scenario/generated/mechanisms';
import { acts, isChoosable, isInFront } from '../scenario/needs';
import { differsFromKernel, switchedTo, valueIn } from '../scenario/resolved';
import { useScenario } from '../state/scenario';
import { setFeatures } from '../state/switching';
import { type MessageKey, useT } from '../words';
import { useFeatures } from './useFeatures';
import './switches.css';
import { letter } from '../words/format';

export function Switches({ lane }: { lane: number }) {
  const t = useT();
  const scenario = useScenario((state) => state.document);
  const features = useFeatures(lane, scenario.lanes[lane]);
  const opposite = scenario.lanes[1 - lane];
  const config = scenario.lanes[lane];
  const now = { ...config, features };
  const otherNow = useFeatures(1 - lane, opposite);
  const other = opposite ? { ...opposite, features: otherNow } : now;
  const known = MECHANISMS.filter(
    (one) => isOf(one.family, kernelOf(scenario, config)) && isChoosable(one.key, now, scenario),
  );
  const front = known.filter((one) => isInFront(one, scenario));
  const behind = known.filter((one) => !isInFront(one, scenario));
  const pill = ({ key }: (typeof MECHANISMS)[number]) => (
    <Pill
      key={key}
      name={key}
      value={valueIn(key, now, scenario)}
      differs={valueIn(key, now, scenario) !== valueIn(key, other, scenario)}
      idle={differsFromKernel(key, now, scenario) && !acts(key, now, scenario)}
      onChange={(value) => setFeatures(lane, switchedTo(key, value, now, scenario))}
    />
  );
  const changedBehind = behind.filter(({ key }) => differsFromKernel(key, now, scenario)).length;

  return (
    <fieldset className="switches" aria-label={t('lane.switches', { lane: letter(lane) })}>
      {front.map(pill)}
      <details className="more">
        <summary className="pill">
          {t('lane.more')}
          {changedBehind > 0 && <b>{changedBehind}</b>}
        </summary>
        <div className="more-list">{behind.map(pill)}</div>
      </details>
    </fieldset>
  );
}

interface PillProps {
  readonly name: MechanismKey;
  readonly value: boolean | string;
  readonly differs: boolean;
  /** It is on, and has no effect on this machine and kernel. */
  readonly idle: boolean;
  readonly onChange: (value: boolean | string) => void;
}

/** One switch: a toggle button or a list of choices. */
function Pill({ name, value, differs, idle, onChange }: PillProps) {
  const t = useT();
  const label = t(`mechanism.${name}`);
  const remarks = [idle && t('lane.idle.here'), differs && t('lane.differs')].filter(Boolean).join(t('lane.list'));
  const note = [t(`mechanism.${name}.note`), remarks && `(${remarks})`].filter(Boolean).join(' ');
  const choices = CHOICES[name];
  if (!choices) {
    return (
      <button
        type="button"
        className="pill"
        aria-pressed={value === true}
        data-differs={differs}
        data-idle={idle}
        title={note}
        onClick={() => onChange(!value)}
      >
        <i aria-hidden="true" />
        {label}
      </button>
    );
  }
  return (
    <label className="pill choice" data-on={value !== 'off'} data-differs={differs} data-idle={idle} title={note}>
      <i aria-hidden="true" />
      <span>{label}</span>
      <select value={String(value)} onChange={({ target }) => onChange(target.value)}>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {t(`choice.${choice}` as MessageKey)}
          </option>
        ))}
      </select>
    </label>
  );
}
