/** English evidence for the claims of act 1. */
export const oneHowEn = {
  places: {
    how: `A patch series for Linux begins with this program: one thread adds up x, the other counts y up, in 13 times as many iterations as here.`,
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
    how: `A fetch of a line that another CPU has changed is called a HITM. If two threads share nothing but the line, the effect is called false sharing. {hot:x} and {hot:y} are four bytes apart.`,
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
    how: `The costs of a fetch were fitted to the published runs of another program. By measured latencies alone, the two would differ by only a few percent.`,
    claims: {
      price: 'A fetch takes {a} {near:cluster|inside a cluster}, and {b} {near:llc|between two}.',
    },
  },
  published: {
    how: `He measured 0.832 s and 1.133 s. Our two times are not predictions: the length of an iteration, the time that a line stays and the part of a fetch that the CPU hides were fitted to them. His loop ran thirteen times as long, so compare the ratio.`,
    claims: {
      ratio: 'Here {lane:b} takes {percent} % longer than {lane:a}; in the mail it was 36 %.',
    },
  },
  level: {
    how: `Fourteen pairs of a client and a server run. {lane:b} has the whole series: one more level in its map of the machine, and the scan of the cluster. Runs with other random choices go on beside the picture.`,
    claims: {
      domains: 'The smallest group of CPUs that CPU 0 knows is {a} in {lane:a}, and {b} in {lane:b}.',
      far: 'Of the wake-ups, {a} % change the cluster in {lane:a}, {b} % in {lane:b}.',
      seeds:
        'Over {seeds} runs with other random choices, {lane:b} moves {mean} % more messages ({least} to {most} %).',
    },
  },
  wake: {
    how: `The decision is one of this run, with every CPU that was looked at. Act 2 shows when such a search pays off and when it does not.`,
    claims: {
      found:
        'The search looked at {looked} CPUs in the cluster; CPU {chosen} was idle and was taken. The whole search cost {cost}.',
    },
  },
  question: {
    how: `The L3 of this machine moves 128 bytes at once, so 64 bytes may not be far enough. Act 5 shows that case.`,
    claims: {
      same: '{lane:a} is done after {a}, {lane:b} after {b}.',
      none: 'Fetches from the other thread’s cache: {a} in {lane:a}, {b} in {lane:b}.',
    },
  },
} as const;
