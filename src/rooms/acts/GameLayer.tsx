/** A game on the machine: a button on each CPU, and the result. */
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { type LaneKey, look } from '../../state/view';
import { isArrow, neighbour } from '../../ui/neighbour';
import { t } from '../../words';
import { type Choosing, choose, lookInto, type Stealing, useGame } from './games';
import { useInteractiveWords } from './interactive';
import { type Ground, grown } from './places';
import type { Step } from './types';
import './game.css';

export interface GameLayerProps {
  readonly kind: NonNullable<Step['game']>;
  readonly lane: LaneKey;
  readonly ground: Ground;
}

export function GameLayer({ kind, lane, ground }: GameLayerProps) {
  const game = useGame();
  if (lane !== 'a' || game?.kind !== kind) return null;
  return (
    <Keys ground={ground} start={game.kind === 'choose' ? (game.rounds[game.at]?.last ?? 0) : game.thief}>
      {(at) =>
        game.kind === 'choose' ? (
          <Choices game={game} ground={ground} at={at} />
        ) : (
          <Queues game={game} ground={ground} at={at} />
        )
      }
    </Keys>
  );
}

const buttonOf = (box: HTMLElement | null, cpu: number) =>
  box?.querySelector<HTMLElement>(`[data-game-cpu="${cpu}"]`) ?? null;

interface KeysProps {
  readonly ground: Ground;
  /** The CPU at which Tab enters. */
  readonly start: number;
  /** The buttons; `at`: the CPU at which Tab enters now. */
  readonly children: (at: number) => ReactNode;
}

/** The CPUs as one stop of the Tab key. The arrow keys move between them, and do not turn the step of the act. */
function Keys({ ground, start, children }: KeysProps) {
  const w = useInteractiveWords();
  const box = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(start);
  useEffect(() => setAt(start), [start]);
  useEffect(() => {
    look({ game: 'a' });
    return () => look({ game: null });
  }, []);
  const press = (event: KeyboardEvent) => {
    if (!isArrow(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    const next = neighbour(ground.cpus, at, event.key);
    if (next !== null) buttonOf(box.current, next)?.focus();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields.
    <div
      ref={box}
      role="group"
      aria-label={w('game.cpus')}
      onKeyDown={press}
      onFocus={({ target }) => setAt(Number((target as HTMLElement).dataset.gameCpu))}
    >
      {children(at)}
    </div>
  );
}

const cpusOf = ({ cpus }: Ground): readonly number[] => Array.from(cpus.keys());

interface KeyProps {
  readonly cpu: number;
  readonly ground: Ground;
  readonly label: string;
  readonly state: string;
  readonly disabled?: boolean;
  /** Tab stops here. */
  readonly stop: boolean;
  readonly text?: string;
  readonly onPress: () => void;
}

/** A CPU that is narrower (px) has no room for a word, and one that is lower has none below its shape. */
const NAMED = 64;
const TALL = 36;

function Key({ cpu, ground, label, state, disabled = false, stop, text = '', onPress }: KeyProps) {
  const box = ground.cpus[cpu];
  if (!box) return null;
  const { x, y, w, h } = grown(box, 1);
  return (
    <button
      type="button"
      className="game-cpu to-scale"
      data-game-cpu={cpu}
      data-state={state}
      aria-label={label}
      aria-disabled={disabled}
      tabIndex={stop ? 0 : -1}
      style={{ insetInlineStart: x, insetBlockStart: y, inlineSize: w, blockSize: h }}
      onClick={() => disabled || onPress()}
    >
      {w >= NAMED || text.length < 3 ? <span className="game-tag">{text}</span> : ''}
    </button>
  );
}

interface ListProps<Game> {
  readonly game: Game;
  readonly ground: Ground;
  readonly at: number;
}

function Choices({ game, ground, at }: ListProps<Choosing>) {
  const w = useInteractiveWords();
  const round = game.rounds[game.at];
  if (!round) return null;
  const picked = game.chosen[game.at];
  const [a, b] = round.kernels.map(({ chosen }) => chosen);
  return cpusOf(ground).map((cpu) => {
    const isFree = game.free.includes(cpu);
    const tags =
      picked === undefined
        ? ''
        : [cpu === picked && w('game.you'), cpu === a && 'A', cpu === b && 'B'].filter(Boolean).join(' ');
    const role = cpu === round.waker ? 'waker' : cpu === round.last ? 'last' : isFree ? 'free' : 'busy';
    const label = w(`game.cpu.${role}`, { cpu });
    const box = ground.cpus[cpu];
    const named =
      box && box.w >= NAMED && box.h >= TALL && (role === 'waker' || role === 'last') ? w(`game.${role}`) : '';
    return (
      <Key
        key={cpu}
        cpu={cpu}
        stop={cpu === at}
        ground={ground}
        label={tags ? t('said.of', { of: label, said: tags }) : label}
        state={tags ? 'explained' : game.busy === cpu ? 'refused' : role}
        disabled={picked !== undefined}
        text={tags || named}
        onPress={() => choose(cpu)}
      />
    );
  });
}

function Queues({ game, ground, at }: ListProps<Stealing>) {
  const w = useInteractiveWords();
  return cpusOf(ground).map((cpu) => {
    if (cpu === game.thief)
      return (
        <Key
          key={cpu}
          cpu={cpu}
          stop={cpu === at}
          ground={ground}
          label={w('game.thief', { cpu })}
          state="waker"
          disabled
          onPress={() => {}}
        />
      );
    const waiting = game.waiting[cpu] ?? 0;
    const isSeen = game.looked.includes(cpu);
    const state = game.found === cpu ? 'found' : isSeen ? 'seen' : game.bitmap && waiting > 0 ? 'bit' : 'shut';
    return (
      <Key
        key={cpu}
        cpu={cpu}
        stop={cpu === at}
        ground={ground}
        label={isSeen ? w('game.queue', { cpu, waiting }) : w('game.shut', { cpu })}
        state={state}
        disabled={isSeen || game.found !== null}
        text={isSeen ? String(waiting) : state === 'bit' ? '1' : '?'}
        onPress={() => lookInto(cpu)}
      />
    );
  });
}
