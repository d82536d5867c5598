/** A number of a text that is a parameter of the experiment: dragged, or moved with the arrow keys, it changes the lanes. */
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { edit, useScenario } from '../../state/scenario';
import { PARAMETERS, type Parameter, type ParameterName, valueAfter } from './parameters';
import { useWords } from './words';
import './draggable.css';

/** The way of the pointer from one value to the next (px). */
const STEP_PX = 12;

const KEYS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

export interface DraggableProps {
  readonly name: ParameterName;
  /** The number in the text, if the experiment has no such parameter. */
  readonly text: string;
}

export function Draggable({ name, text }: DraggableProps) {
  const w = useWords();
  const parameter: Parameter = PARAMETERS[name];
  const value = useScenario(({ document }) => parameter.of(document));
  const from = useRef<{ readonly x: number; readonly value: number } | null>(null);
  if (value === null) return text;
  const { values } = parameter;
  const put = (next: number, gesture: 'step' | 'drag') =>
    next !== value && edit((document) => parameter.set(document, next), gesture);
  const press = (event: KeyboardEvent) => {
    const by = KEYS[event.key];
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    // The same keys turn the step.
    event.stopPropagation();
    put(valueAfter(parameter, value, by), 'step');
  };
  const grab = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = { x: event.clientX, value };
  };
  const drag = ({ clientX }: PointerEvent) => {
    const { current } = from;
    if (current) put(valueAfter(parameter, current.value, Math.round((clientX - current.x) / STEP_PX)), 'drag');
  };
  const drop = () => {
    from.current = null;
  };
  return (
    <span
      className="acts-draggable"
      role="slider"
      tabIndex={0}
      aria-label={w(`parameter.${name}`)}
      aria-valuemin={values[0]}
      aria-valuemax={values.at(-1)}
      aria-valuenow={value}
      title={w('parameter')}
      onKeyDown={press}
      onPointerDown={grab}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={drop}
    >
      {value}
    </span>
  );
}
