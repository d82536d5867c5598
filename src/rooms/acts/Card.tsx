/** A card at the end of an act with guess and outcome, for sharing. */

import { useRef, useState } from 'react';
import { linkTo } from '../../page/address';
import { textWidth } from '../../ui/fitting';
import { useCopy } from '../../ui/useCopy';
import { useT } from '../../words';
import { isWhole, topOf } from './curve';
import { useInteractiveWords } from './interactive';
import { marksOf } from './marks';
import { gainsOf, inTenths, mean } from './measure';
import { useStory } from './store';
import type { Seen, Step, StepWords } from './types';
import { type ActsKey, useWords } from './words';
import './card.css';

export interface CardProps {
  readonly text: string;
  readonly words: StepWords;
  readonly step: Step;
  readonly seen: Seen | null;
}

const WIDTH = 480;
/** Minimum height: a long sentence makes it higher. */
const HEIGHT = 252;
/** Top of the sentence, height of a line, and height of the part below. */
const FIRST = 80;
const LINE = 28;
const FOOT = 56;
const MARGIN = 24;
/** The size of a title: bold letters of some fonts exceed the estimate by this factor. */
const SIZE = 20 * 1.12;

/** A text without its marks. */
const bare = (text: string): string =>
  marksOf(text)
    .map((mark) => ('text' in mark ? mark.text : '…'))
    .join('');

/** The guess and the outcome in words; null: not yet known. */
function useOutcome(words: StepWords, step: Step, seen: Seen | null): Readonly<Record<string, string>> | null {
  const choice = useStory((state) => state.choice);
  const guess = useStory((state) => state.guess);
  if (!seen) return null;
  if (step.sketch && isWhole(guess)) {
    const { loads } = step.sketch;
    const gains = loads.map((_, i) => mean(gainsOf(seen, i)) ?? Number.NaN);
    if (gains.some(Number.isNaN)) return null;
    const top = topOf(loads, gains);
    return {
      guess: String(topOf(loads, guess)),
      outcome: String(top),
      gain: inTenths(gains[loads.indexOf(top)] ?? 0),
    };
  }
  const { options } = words.question ?? {};
  const outcome = Object.entries(step.answers ?? {}).find(([, holds]) => holds(seen))?.[0];
  const [guessed, actual] = [options?.[choice ?? ''], options?.[outcome ?? '']];
  return guessed && actual ? { guess: bare(guessed), outcome: bare(actual) } : null;
}

const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

/** A word, or a Chinese character with the punctuation that must not be separated from it. */
const PIECE = /[“（]*(?:[\u2e80-\uffef]|[^\s\u2e80-\uffef“”]+)[，。：；、？！）”]*\s*/g;

/** Breaks a text into the lines of a card, between words if it has spaces. */
export function brokenInto(text: string): readonly string[] {
  const most = WIDTH - 2 * MARGIN;
  const pieces = text.match(PIECE) ?? [];
  return pieces.reduce<string[]>((lines, piece) => {
    const last = lines.at(-1);
    if (last !== undefined && textWidth(last + piece.trimEnd(), SIZE) <= most) lines[lines.length - 1] = last + piece;
    else lines.push(piece);
    return lines;
  }, []);
}

export function Card({ text, words, step, seen }: CardProps) {
  const t = useT();
  const w = useWords();
  const d = useInteractiveWords();
  const number = useStory((state) => state.opened?.number ?? 1);
  const picture = useRef<SVGSVGElement>(null);
  const { copied, copy } = useCopy();
  const [failed, setFailed] = useState(false);
  const values = useOutcome(words, step, seen);
  if (!values) return null;
  const said = filled(text, values);
  const lines = brokenInto(said);
  const height = Math.max(HEIGHT, FIRST + lines.length * LINE + FOOT - LINE);
  const title = w('label', { number, title: w(`act.${number}` as ActsKey) });
  const save = async (form: 'svg' | 'png') => {
    setFailed(false);
    const { take } = await import('../../ui/export');
    const caption = { title, source: location.host, changes: null, link: linkTo(), titled: false };
    await take({ element: picture.current, table: { columns: [], rows: [] }, caption, name: `act-${number}` }, form);
  };
  return (
    <section className="acts-card" aria-label={d('card')}>
      <svg ref={picture} viewBox={`0 0 ${WIDTH} ${height}`} width={WIDTH} height={height} role="img" aria-label={said}>
        <rect className="card-page" width={WIDTH} height={height} rx={10} />
        <text className="card-title" x={MARGIN} y={38}>
          {title}
        </text>
        <text className="card-text">
          {lines.map((one, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are identified by index
            <tspan key={i} x={MARGIN} y={FIRST + i * LINE}>
              {one}
            </tspan>
          ))}
        </text>
        <text className="card-foot" x={MARGIN} y={height - 22}>
          {d('card.foot')}
        </text>
      </svg>
      <div className="card-ways">
        <button type="button" className="button" onClick={() => void copy(`${said} ${linkTo()}`)}>
          {copied ? d('card.copied') : d('card.copy')}
        </button>
        <button type="button" className="button" onClick={() => save('png').catch(() => setFailed(true))}>
          {d('card.png')}
        </button>
        <button type="button" className="button" onClick={() => save('svg').catch(() => setFailed(true))}>
          {d('card.svg')}
        </button>
        <span role="status">{(failed || copied === false) && t('takeaway.failed')}</span>
      </div>
    </section>
  );
}
