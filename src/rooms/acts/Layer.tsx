/**
 * The overlay of an act on a machine: highlights what the text names, explains the new word, and contains the games.
 */
import { useEffect, useMemo, useRef } from 'react';
import { later, Part } from '../../page/Part';
import { type LaneKey, look, type Spot, viewStore } from '../../state/view';
import { center } from '../../ui/geometry';
import { Note } from './Note';
import type { Arrow } from './notePlace';
import { boxOf, edges, type Ground, spotOf, targetOf } from './places';
import { lightPart, type Opened, stepOf, useStory } from './store';
import type { Sight, StepWords } from './types';
import { useSight } from './useSight';
import './layer.css';

const GameLayer = later(async () => (await import('./GameLayer')).GameLayer);

export interface LayerProps {
  readonly lane: LaneKey;
  readonly ground: Ground;
}

export function Layer(props: LayerProps) {
  const opened = useStory((state) => state.opened);
  const sight = useSight();
  return opened && sight && <Drawn {...props} opened={opened} sight={sight} />;
}

function Drawn({ lane, ground, opened, sight }: LayerProps & { readonly opened: Opened; readonly sight: Sight }) {
  const { name, step } = stepOf(opened);
  const { word } = opened.act.words()[name] as StepWords;
  const named = useMemo(() => {
    const lights = step.shot?.lights?.(sight);
    return lights && (lights[lane] ?? []);
  }, [step, sight, lane]);
  const lights = useMemo(() => named?.flatMap((part) => boxOf(ground, part) ?? []), [named, ground]);
  // The word of a lane lights that lane, and the lane its word.
  const lit = useStory((state) => (state.lit === 'a' || state.lit === 'b' ? state.lit : null));
  useEffect(() => {
    const shown = lit !== null && lit !== lane ? [] : named;
    if (!shown) return;
    light(lane, spotOf(shown));
    return () => light(lane, undefined);
  }, [named, lane, lit]);
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const machine = ref.current?.closest<HTMLElement>('.lane');
    const [enter, leave] = [() => lightPart(lane), () => lightPart(null)];
    machine?.addEventListener('pointerenter', enter);
    machine?.addEventListener('pointerleave', leave);
    return () => {
      machine?.removeEventListener('pointerenter', enter);
      machine?.removeEventListener('pointerleave', leave);
    };
  }, [lane]);
  const at = step.word?.lane === lane ? step.word.at(sight) : null;
  const target = at && targetOf(ground, at);
  // The decision compares nodes: its figures matter as much as the lit parts.
  const compared = sight.decision?.steps.some(({ answer }) => answer === 'load');
  return (
    <div
      ref={ref}
      className="act-layer"
      data-lane={lane}
      data-lights={lights && JSON.stringify(lights.map(({ x, y, w, h }) => [x, y, w, h]))}
    >
      {word && target && (
        <Note
          word={word}
          target={target}
          lit={[...(lights ?? []), ...(compared ? edges(ground) : [])]}
          ground={ground}
          arrow={arrowIn(sight, ground)}
        />
      )}
      {step.game && (
        <Part>
          <GameLayer kind={step.game} lane={lane} ground={ground} />
        </Part>
      )}
    </div>
  );
}

/** The arrow that the decision lens draws. */
function arrowIn({ decision }: Sight, { cpus }: Ground): Arrow | null {
  const [from, to] = decision ? [cpus[decision.head.cpu], cpus[decision.head.chosen]] : [];
  return from && to ? [center(from), center(to)] : null;
}

const light = (lane: LaneKey, spot: Spot | undefined): void =>
  look({ spots: { ...viewStore.getState().spots, [lane]: spot } });
