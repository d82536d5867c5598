/** Sliders for the `const volatile` globals of the source. */
import { useId } from 'react';
import { type Knob, POSITIONS, positionOf, valueAt } from '../../scenario/knobs';
import { count, duration } from '../../words/format';
import { policyWord as word } from './words';

interface Props {
  readonly knobs: readonly Knob[];
  readonly onChange: (knob: Knob, value: number) => void;
}

const shown = ({ type, unit }: Knob, value: number): string =>
  type === 'bool' ? String(value === 1) : unit === 'ns' ? duration(value) : count(value);

export function Knobs({ knobs, onChange }: Props) {
  if (knobs.length === 0) return null;
  return (
    <fieldset className="policy-knobs" aria-label={word('knobs')}>
      {knobs.map((knob) => (
        <Slider key={knob.name} knob={knob} onChange={(value) => onChange(knob, value)} />
      ))}
    </fieldset>
  );
}

function Slider({ knob, onChange }: { readonly knob: Knob; readonly onChange: (value: number) => void }) {
  const id = useId();
  const text = shown(knob, knob.value);
  if (knob.type === 'bool')
    return (
      <label className="policy-knob">
        <code>{knob.name}</code>
        <input type="checkbox" checked={knob.value === 1} onChange={({ target }) => onChange(Number(target.checked))} />
      </label>
    );
  const few = knob.most - knob.least <= POSITIONS;
  return (
    <div className="policy-knob">
      <label htmlFor={id}>
        <code>{knob.name}</code>
      </label>
      <input
        id={id}
        type="range"
        {...(few
          ? { min: knob.least, max: knob.most, value: knob.value }
          : { min: 0, max: POSITIONS, value: positionOf(knob) })}
        aria-valuetext={text}
        onChange={({ target }) => onChange(few ? target.valueAsNumber : valueAt(knob, target.valueAsNumber))}
      />
      <b aria-hidden="true">{text}</b>
    </div>
  );
}
