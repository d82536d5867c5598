/** A game of a step, in its text: the task, the score, and a button to play again. */
import { type RefObject, useEffect, useRef } from 'react';
import { type Head, stepsOf } from '../../engine/wire/records';
import { PRESETS } from '../../scenario/presets';
import { costIn } from '../../state/costs';
import { scenarioStore } from '../../state/scenario';
import { t } from '../../words';
import { duration } from '../../words/format';
import { looksWord, reasonOf } from '../../words/looks';
import {
  beginChoosing,
  beginStealing,
  type Choosing,
  endGame,
  nextRound,
  type Stealing,
  showBitmap,
  useFailed,
  useGame,
} from './games';
import { useInteractiveWords } from './interactive';
import { actsStore, stepOf, useStory } from './store';
import type { Step } from './types';
import './measured.css';

/** The complete patch, as in the experiment of clusters. */
const PATCHED = PRESETS.cluster.lanes[1]?.features;

function begin(kind: NonNullable<Step['game']>, skip: number, before: readonly number[]): void {
  const { opened } = actsStore.getState();
  if (!opened) return;
  const { step } = stepOf(opened);
  const { document } = scenarioStore.getState();
  if (kind === 'steal') void beginStealing(step.atNs + before.length * 1e6, before);
  else if (PATCHED) void beginChoosing(document, PATCHED, skip);
}

export function Game({ kind, again }: { readonly kind: NonNullable<Step['game']>; readonly again: string }) {
  const w = useInteractiveWords();
  const arrived = useStory((state) => state.arrived);
  const game = useGame();
  const failed = useFailed();
  const section = useRef<HTMLElement>(null);
  useFocusInGame(section, game);
  useEffect(() => {
    if (!arrived) return;
    begin(kind, 0, []);
    return endGame;
  }, [arrived, kind]);
  return (
    <section ref={section} className="acts-game" aria-label={w('game')} tabIndex={-1}>
      {game?.kind === 'choose' && <Score game={game} />}
      {game?.kind === 'steal' && <StealSearch game={game} />}
      {!game && (
        <p className="acts-hint" role="status">
          {w(failed ? 'game.failed' : 'game.preparing')}
        </p>
      )}
      {(game ? isOver(game) : failed) && (
        <button
          type="button"
          className="button"
          onClick={() => begin(kind, 3, game?.kind === 'steal' ? game.before : [])}
        >
          {again}
        </button>
      )}
    </section>
  );
}

const isInGame = (one: Element | null): boolean => one?.closest('.acts-game, .game-cpu') != null;

/**
 * After an answer the focus goes to the button forward, after that to the CPUs of the next task. With a button that is
 * removed it does not get lost.
 */
function useFocusInGame(section: RefObject<HTMLElement | null>, game: Choosing | Stealing | null): void {
  const was = useRef(false);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      was.current = isInGame(target as Element);
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  useEffect(() => {
    const { activeElement } = document;
    // While a game is prepared, the focus is on the section.
    const isLost = was.current && (activeElement === document.body || activeElement === section.current);
    const isAnswered = game?.kind === 'choose' && game.chosen.length > game.at;
    if (!isLost && !(isAnswered && activeElement?.matches('.game-cpu'))) return;
    const forward = section.current?.querySelector<HTMLElement>(':scope > button');
    (forward ?? document.querySelector<HTMLElement>('.game-cpu[tabindex="0"]') ?? section.current)?.focus();
  }, [game, section]);
}

const isOver = (game: Choosing | Stealing): boolean =>
  game.kind === 'choose' ? game.at >= game.rounds.length : game.found !== null;

function Score({ game }: { readonly game: Choosing }) {
  const w = useInteractiveWords();
  const { at, rounds, chosen, busy, spent } = game;
  const most = Math.max(...spent, 1);
  const isMarked = chosen.length > at;
  return (
    <>
      <p role="status">
        {at >= rounds.length
          ? w('game.over', { tasks: rounds.length })
          : busy !== null
            ? w('game.refused', { cpu: busy })
            : w(isMarked ? 'game.marked' : 'game.choose', { at: at + 1, tasks: rounds.length })}
      </p>
      <ul className="game-score">
        {(
          [
            ['you', w('game.you')],
            ['a', 'A'],
            ['b', 'B'],
          ] as const
        ).map(([who, name], i) => (
          <li key={who} data-who={who}>
            <b>{name}</b>
            <i style={{ inlineSize: `${((spent[i] ?? 0) / most) * 100}%` }} />
            <span>{duration(spent[i] ?? 0)}</span>
          </li>
        ))}
      </ul>
      {isMarked && rounds[at]?.kernels.map((head, i) => <Why key={LANES[i]} lane={LANES[i] ?? ''} head={head} />)}
      {isMarked && at < rounds.length && (
        <button type="button" className="button" onClick={nextRound}>
          {w('game.next')}
        </button>
      )}
    </>
  );
}

const LANES = ['A', 'B'] as const;

/** Why a kernel chose its CPU. */
function Why({ lane, head }: { readonly lane: string; readonly head: Head }) {
  const w = useInteractiveWords();
  const reason = reasonOf(head, stepsOf(head), null, looksWord);
  return <p className="acts-hint">{w('game.why', { lane, cpu: head.chosen, reason })}</p>;
}

function StealSearch({ game }: { readonly game: Stealing }) {
  const w = useInteractiveWords();
  const { looked, found, bitmap, before } = game;
  const looks = looked.length;
  // The player that finds a task also pays for the move.
  const cost = duration(looks * costIn('scan_cpu') + (found === null ? 0 : costIn('steal')));
  return (
    <>
      <p role="status">
        {found === null ? w('game.looks', { looks, cost }) : w('game.found', { looks, cost, cpu: found })}
      </p>
      {before.length > 1 && <p className="acts-hint">{w('game.before', { looks: before.join(t('lane.list')) })}</p>}
      {!bitmap && (
        <button type="button" className="button" onClick={showBitmap}>
          {w('game.bitmap')}
        </button>
      )}
      {bitmap && <p>{w('game.bits')}</p>}
    </>
  );
}
