/**
 * An act as a presentation: its steps are the cues. The text that a reader sees beside the lanes becomes the speaker's
 * notes.
 */
import { type ReactNode, useEffect } from 'react';
import type { Cue, Talk } from '../../page/talk';
import { ACT_NUMBERS } from '../../scenario/acts';
import { arrive } from './go';
import { figuresOf, firstSentence, plain, readingsOf } from './readings';
import { type Opened, stepOf, useStory } from './store';
import type { StepWords } from './types';
import { useSeen } from './useSeen';
import { useWords } from './words';

interface ActTalkProps {
  readonly children: (talk: Talk) => ReactNode;
}

export default function ActTalk({ children }: ActTalkProps) {
  const opened = useStory((state) => state.opened);
  return opened && <Telling opened={opened}>{children}</Telling>;
}

function Telling({ opened, children }: ActTalkProps & { readonly opened: Opened }) {
  const words = useWords();
  const entry = useStory((state) => state.entry);
  const answered = useStory((state) => state.answered);
  const seen = useSeen();
  const { number, act, at } = opened;
  const { step } = stepOf(opened);
  useEffect(() => void arrive(entry, opened), [entry, opened]);

  const asks = (step.answers !== undefined || step.sketch !== undefined) && !answered;
  const figures = figuresOf(readingsOf(step, asks ? null : seen));
  const wordsAt = (place: number): StepWords | null => {
    const [name] = act.steps[place] ?? [];
    return name === undefined ? null : (act.words()[name] ?? null);
  };
  const cueOf = (words: StepWords, isNow: boolean): Cue => {
    const paragraphs = words.text.split('\n\n').map((paragraph) => plain(paragraph, isNow ? figures : {}));
    const { question, sketch } = words;
    const explained = sketch?.after.split('\n\n').map((paragraph) => plain(paragraph, isNow ? figures : {})) ?? [];
    const notes = [...paragraphs, ...explained];
    if (!question) return { text: words.title, about: firstSentence(paragraphs[0] ?? ''), notes };
    const after = plain(question.after, isNow ? figures : {});
    const options = Object.values(question.options).map((option) => plain(option, {}));
    const isRun = isNow && answered;
    return {
      text: isRun ? words.title : plain(question.text, {}),
      about: isRun ? firstSentence(after) : options.join(' · '),
      notes: [...paragraphs, after],
    };
  };
  const now = wordsAt(at);
  const next = wordsAt(at + 1);
  const steps = act.steps.length;
  return (
    now &&
    children({
      at,
      all: steps,
      now: cueOf(now, true),
      next: next && cueOf(next, false),
      asks,
      place: words('step.short', { step: at + 1, steps }),
      isFirst: at === 0 && number === ACT_NUMBERS[0],
      isLast: at === steps - 1 && number === ACT_NUMBERS.at(-1) && !asks,
    })
  );
}
