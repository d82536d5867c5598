/** The first screen: the claim, the two lanes that show it, and the slider that decides whether it holds. */
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { whenIdle } from '../../engine/idle';
import type { LaneFeed } from '../../engine/lanes/lane';
import { onFrame } from '../../engine/loop';
import { later, Part } from '../../page/Part';
import { ROLES } from '../../scenario/generated/vocab';
import { factsOf } from '../../scenario/machines';
import { groupHue, roleShape } from '../../signs/palette';
import { LANE_KEYS, type LaneKey, useView } from '../../state/view';
import { Icon } from '../../ui/Icon';
import { useT } from '../../words';
import { Follow, type LineCosts, STEPS } from './Follow';
import { FIRST_GAINS, gainAt } from './gains';
import { Handle } from './Handle';
import { Headline } from './Headline';
import { LaneHead } from './LaneHead';
import { createRace, type Race, subject, tasksAt } from './race';
import { findStory, type Story } from './story';
import { type Ground, Trail } from './Trail';
import { useWords } from './words';
import './hero.css';

/** Behind the lanes, and not needed for them. */
const Measured = later(async () => (await import('./Measured')).default);

/** A lane's machine, drawn by a function that the shell passes in. */
export interface Drawn {
  readonly feed: LaneFeed;
  readonly lane: LaneKey;
  readonly playing: boolean;
  readonly overlay: ((ground: Ground) => ReactNode) | null;
}

export interface HeroProps {
  readonly machine: (drawn: Drawn) => ReactNode;
  /** In place of a machine that is still loading. */
  readonly placeholder: ReactNode;
  /** The fragment of the first act. */
  readonly actHref: string;
  /** Called when the lanes have moved for the first time, are paused for reduced motion, or failed to start. */
  readonly onMoved?: (() => void) | undefined;
}

interface Followed {
  readonly story: Story;
  readonly costs: LineCosts;
  readonly step: number;
  readonly running: boolean;
}

/** The reasons; the longest decides the height, so that nothing below moves. */
const WHYS = ['why', 'why.few', 'why.many'] as const;

/** The followed wake-up is at most this old (ns). */
const LATE_NS = 1e6;

export function Hero({ machine, placeholder, actHref, onMoved }: HeroProps) {
  const t = useT();
  const words = useWords();
  const stage = useRef<HTMLDivElement>(null);
  const race = useRace();
  const { feeds, left, load, failed } = useStore(race.store);
  const [gains, setGains] = useState(FIRST_GAINS);
  const scenario = useMemo(() => subject(load), [load]);
  const reduced = useView((view) => view.reducedMotion);
  const [followed, setFollowed] = useState<Followed | null>(null);
  const start = useRef<HTMLButtonElement>(null);
  const [nothing, setNothing] = useState(false);
  /** Chosen by the person; null: the system's setting decides. */
  const [chosen, setChosen] = useState<boolean | null>(null);
  const plays = chosen ?? !reduced;
  usePlaying(race, stage, plays && followed === null);
  useMoment(feeds[0], stage);
  const moved = useMoved(feeds[0], !reduced) || failed;
  const idle = useIdle(moved);
  useEffect(() => {
    if (moved) onMoved?.();
  }, [moved, onMoved]);

  const follow = async (): Promise<void> => {
    race.pause();
    const playOn = () => plays && race.play();
    const all = await Promise.all([import('../../scenario/generated/costs'), race.decisions()]).catch(() => null);
    if (!all) {
      playOn();
      return;
    }
    const [{ COSTS }, trails] = all;
    const [a, b, feed] = [trails[0], trails[1], feeds[0]];
    // The run or the load has changed: the wake-up no longer applies.
    const now = race.store.getState();
    const isStill = now.feeds === feeds && now.load === load;
    const storyFrom = (fromNs: number): Story | null =>
      isStill && a && b && feed ? findStory(feed.machine, [a.words, b.words], fromNs) : null;
    // On a machine that is busy otherwise the last moments may not have been run again yet.
    const story = storyFrom((feed?.frame?.ns ?? 0) - LATE_NS) ?? storyFrom(0);
    setNothing(isStill && story === null);
    if (!story) {
      playOn();
      return;
    }
    const cost = (key: string) => COSTS.find((one) => one.key === key)?.on[factsOf(scenario.machine).like].value ?? 0;
    setFollowed({ story, costs: { far: cost('line_llc'), near: cost('line_cluster') }, step: 0, running: !reduced });
  };
  const onStep = useCallback(
    (step: number, running: boolean) => setFollowed((old) => old && { ...old, step, running: running && !reduced }),
    [reduced],
  );
  const onEnd = useCallback(() => {
    setFollowed(null);
    // Ended by a key from inside it.
    if (document.activeElement?.closest('.front-caption')) start.current?.focus();
  }, []);

  // Each sentence appears at the moment that it describes.
  const momentNs = followed && (STEPS[followed.step] === 'b' ? followed.story[1].ns : followed.story[0].ns);
  useEffect(() => {
    if (momentNs !== null) void race.stand(momentNs - 1);
  }, [race, momentNs]);

  const overlayOf = (lane: LaneKey): Drawn['overlay'] => {
    if (!followed) return null;
    const { story, costs, step } = followed;
    const wake = story[LANE_KEYS.indexOf(lane)] ?? story[0];
    const at = STEPS[step];
    // The sentence about A stays while B's is shown.
    if (lane === 'b' && at !== 'b' && at !== 'cost') return null;
    const [role = 0, group = 0] = feeds[0]?.tasks.subarray(wake.task * 2) ?? [];
    const costNs = at === 'cost' ? (wake.leaves ? costs.far : costs.near) : null;
    return (ground) => (
      <Trail
        wake={wake}
        ground={ground}
        group={groupHue(group)}
        shape={roleShape(ROLES[role] ?? '')}
        part={at === 'writes' ? 'waking' : 'chosen'}
        costNs={costNs}
      />
    );
  };
  const dimmed = (lane: LaneKey): boolean => {
    const at = followed && STEPS[followed.step];
    return at !== null && at !== 'cost' && (at === 'b') !== (lane === 'b');
  };
  const { finding } = gainAt(gains, load);
  // Where each task has a CPU to itself, or none has, other things decide.
  const isFull = tasksAt(load) > factsOf(scenario.machine).cpus;
  const why = finding.better === 'b' ? 'why' : isFull ? 'why.many' : finding.better === 'a' ? 'why.few' : 'why';
  const changeLoad = (next: number) => {
    setFollowed(null);
    setNothing(false);
    race.load(next);
  };

  return (
    <section className="front-hero" aria-label={words('title')} data-plays={plays}>
      {idle && (
        <Part>
          <Measured scenario={scenario} onGains={setGains} />
        </Part>
      )}
      <Headline finding={finding} />
      <p className="front-why">
        <b>{words('what')}</b>
        {WHYS.map((one) => (
          <span key={one} data-current={one === why} aria-hidden={one !== why}>
            {words(one)}
          </span>
        ))}
      </p>
      <div className="front-lanes" ref={stage} data-followed={followed ? STEPS[followed.step] : undefined}>
        {LANE_KEYS.map((lane, i) => {
          const feed = feeds[i];
          return (
            <section key={lane} className={`front-lane lane-${lane}`} data-dim={dimmed(lane)}>
              <div className="front-lane-over">
                <LaneHead lane={lane} left={left[i] ?? { wakes: 0, left: 0 }} />
                {followed && lane === 'b' && <Follow {...followed} onStep={onStep} onEnd={onEnd} />}
              </div>
              <div className="front-machine" data-picture={lane}>
                {feed ? machine({ feed, lane, playing: !followed, overlay: overlayOf(lane) }) : placeholder}
              </div>
            </section>
          );
        })}
        {failed && (
          <p className="front-failed" role="alert">
            {words('lane.failed')}{' '}
            <button type="button" className="button" onClick={() => race.load(load)}>
              {t('action.retry')}
            </button>
          </p>
        )}
      </div>
      <Handle gains={gains} load={load} idle={idle} onLoad={changeLoad} />
      <p className="front-go">
        <button
          type="button"
          ref={start}
          className="front-main"
          onClick={() => followed ?? void follow()}
          aria-disabled={feeds.length === 0 || followed !== null}
        >
          {words('follow.start')}
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d="M3 10h13M11 5l5 5-5 5" />
          </svg>
        </button>
        <a href={`#${actHref}`}>{words('follow.act')}</a>
        <button
          type="button"
          className="quiet"
          aria-label={t(plays ? 'action.pause' : 'action.start')}
          title={t(plays ? 'action.pause' : 'action.start')}
          onClick={() => setChosen(!plays)}
        >
          <Icon name={plays ? 'pause' : 'play'} />
        </button>
        {nothing && <span role="status">{words('follow.none')}</span>}
      </p>
    </section>
  );
}

/** Runs the lanes while the page shows them. */
function useRace(): Race {
  const [race] = useState(createRace);
  useEffect(() => {
    race.begin();
    return () => race.end();
  }, [race]);
  return race;
}

/** Whether the page has had nothing else to do since `begun`. */
function useIdle(begun: boolean): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    if (begun) void whenIdle().then(() => setIdle(true));
  }, [begun]);
  return idle;
}

/** Plays while the lanes are visible. */
function usePlaying(race: Race, stage: React.RefObject<HTMLElement | null>, wanted: boolean): void {
  useEffect(() => {
    const host = stage.current;
    if (!host || !wanted) return;
    const watch = new IntersectionObserver(([entry]) => (entry?.isIntersecting ? race.play() : race.pause()));
    watch.observe(host);
    return () => {
      watch.disconnect();
      race.pause();
    };
  }, [race, stage, wanted]);
}

/** Real time after which drawn lanes count as moving, since they may be out of sight (ms). */
const STILL_MS = 1500;

/** Whether the lanes have advanced since their first drawing; without motion, whether they are drawn. */
function useMoved(feed: LaneFeed | undefined, playing: boolean): boolean {
  const [moved, setMoved] = useState(false);
  useEffect(() => {
    if (moved || !feed) return;
    let drawn: { readonly ns: number; readonly atMs: number } | null = null;
    return onFrame((nowMs) => {
      if (!feed.frame) return;
      drawn ??= { ns: feed.frame.ns, atMs: nowMs };
      if (!playing || feed.frame.ns > drawn.ns || nowMs > drawn.atMs + STILL_MS) setMoved(true);
    });
  }, [feed, playing, moved]);
  return moved;
}

/** The moment (ns) that the lanes show, as an attribute for scripts. */
function useMoment(feed: LaneFeed | undefined, stage: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let version = -1;
    return onFrame(() => {
      if (!feed?.frame || feed.version === version || !stage.current) return;
      version = feed.version;
      stage.current.dataset.ns = String(feed.frame.ns);
    });
  }, [feed, stage]);
}
