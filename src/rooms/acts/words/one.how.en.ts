/** English evidence for the claims of act 1. */
export const oneHowEn = {
  places: {
    how: `The program is the first argument of a patch series for Linux: two threads that sum up and count, 13 times as many turns as here.`,
    claims: {
      two: 'Two threads run, on CPUs {a}; the other {idle} CPUs have nothing to do.',
    },
  },
  cluster: {
    how: `It is one quarter of a Kunpeng 920 server. Both threads are bound to their CPUs, as with the command {field:taskset}.`,
    claims: {
      places:
        'In {lane:a} the threads run on CPUs {ar} and {aw}, in one cluster; in {lane:b} on CPUs {br} and {bw}, in two.',
    },
  },
  bounce: {
    how: `Such a fetch of a line that another CPU has changed is called a HITM; if two threads share nothing but the line, that is called false sharing. {hot:x} and {hot:y} are four bytes apart.`,
    claims: {
      fetched: 'The line was fetched from the other thread’s cache {a} times in {lane:a} and {b} times in {lane:b}.',
    },
  },
  waits: {
    how: `Both programs run to their end beside the picture. The times of the threads are those that the command {field:time} prints.`,
    claims: {
      slower: '{lane:a} is done after {a}, {lane:b} after {b}: {percent} % longer.',
      reader: 'In {lane:b} the reading thread computed for {sum}, the writing one for {increment}.',
      writer: 'The writing thread needed {a} in {lane:a} and {b} in {lane:b}: the distance does not slow it down.',
    },
  },
  directory: {
    how: `What a fetch costs was chosen so that published runs of another program come out; the measured latencies of the two differ by a few percent only.`,
    claims: {
      price: 'A fetch takes {a} {near:cluster|inside a cluster}, and {b} {near:llc|between two}.',
    },
  },
  published: {
    how: `He measured 0.832 s and 1.133 s. Our two times are no prediction: how long a turn of the loop takes, how long a line stays and how much of a fetch the CPU hides were chosen so that they come out. His loop ran thirteen times as long; compare the ratio.`,
    claims: {
      ratio: 'Here {lane:b} takes {percent} % longer than {lane:a}; in the mail it was 36 %.',
    },
  },
  level: {
    how: `Fourteen pairs of a client and a server run. {lane:b} has the whole series: one more level in its map of the machine, and the look into the cluster. Runs with other random choices go on beside the picture.`,
    claims: {
      domains: 'The smallest group of CPUs that CPU 0 knows is {a} in {lane:a}, and {b} in {lane:b}.',
      far: 'Of the wake-ups, {a} % change the cluster in {lane:a}, {b} % in {lane:b}.',
      seeds:
        'Over {seeds} runs with other random choices, {lane:b} moves {mean} % more messages ({least} to {most} %).',
    },
  },
  wake: {
    how: `The decision is one of this run, with all that was looked at. Act 2 is about when it pays and when it does not.`,
    claims: {
      found:
        'In the cluster {looked} CPUs were looked at; CPU {chosen} was idle and was taken. The whole search cost {cost}.',
    },
  },
  question: {
    how: `The L3 of this machine moves 128 bytes at once, so that 64 bytes may not be far enough. That is the sting of act 5.`,
    claims: {
      same: '{lane:a} is done after {a}, {lane:b} after {b}.',
      none: 'Fetches from the other thread’s cache: {a} in {lane:a}, {b} in {lane:b}.',
    },
  },
} as const;
