/** English evidence for the claims of act 6. */
export const sixHowEn = {
  queue: {
    how: `The scheduler of 2.5.5x: an array of lists by priority, a bitmap, and a second array for tasks whose time slice is used up. A sleeper earns a better priority over time; this one has not had the time yet.`,
    claims: {
      slice: 'A hog of nice 0 is given {ms} ms at a time.',
      expired: 'Of {tasks} tasks in the queue, {expired} waits in the expired array.',
    },
  },
  clock: {
    how: `{lane:a} runs the rules of 2.5.5x, {lane:b} those of 6.5, the last kernel with CFS. CFS places a sleeper that wakes up to half a latency ahead of the rest, and lets it preempt.`,
    claims: {
      wait: 'Half of the sleeper’s waits are longer than {a} in {lane:a}, and than {b} in {lane:b}.',
      share: 'The sleeper gets {a} % of the CPU in {lane:a}, {b} % in {lane:b}.',
    },
  },
  weight: {
    how: `Nice 0 has the weight 1024, nice 5 has 335: three quarters and one quarter. {lane:a} is Linux 6.5, {lane:b} is 6.12. O(1) gives turns of 151 and 114 ms instead, which is 57 to 43.`,
    claims: {
      shares: 'Nice 0 and nice 5 get {a0} and {a5} % in {lane:a}, {b0} and {b5} % in {lane:b}.',
    },
  },
  lag: {
    how: `The chart shows the lag of each task over time. For CFS it is computed in the same way, although CFS has no V. When a task joins or leaves, V jumps.`,
    claims: {
      wait: 'A quarter of the sleeper’s waits are longer than {b} in {lane:b}, and than {a} in {lane:a}.',
      share: 'The sleeper gets {a} % of the CPU in {lane:a}, {b} % in {lane:b}.',
    },
  },
  deadline: {
    how: `The picture shows the queue at the moment of the pick, with lag and deadline of each task. The task that ran until then would run on while it is protected; here it no longer was.`,
    claims: {
      pick: 'Of {tasks} tasks {eligible} were eligible; hog {chosen} had the earliest deadline of these.',
    },
  },
  debt: {
    how: `Linux 6.12 calls it DELAY_DEQUEUE. The waits are those of {wait.seeds} runs of four seconds beside the picture; the two kernels differ in more than this rule, but this rule alone gives the same result.`,
    claims: {
      wait: 'Half of the sleeper’s waits are longer than {a} in {lane:a}, and than {b} in {lane:b}.',
      work: '{lane:b} got {percent} % more work done: the same.',
    },
  },
  question: {
    how: `The waits are those of a run beside the picture, of four seconds: three hogs and a sleeper whose work arrives at random, with a slice of 0.5 ms that {lane:a} ignores. Where work does not arrive by itself, a task that waits less also comes back sooner and does more; the scheduler does not give it more.`,
    claims: {
      shares: 'In {lane:b} the hog with 1 ms gets {short} %, the one with 10 ms {long} %.',
      latency:
        'Half of the sleeper’s waits are longer than {a} without its slice, {b} with it; its share is {shareA} and {shareB} %.',
    },
  },
} as const;
