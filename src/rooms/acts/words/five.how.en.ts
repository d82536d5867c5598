/** English evidence for the claims of act 5. */
export const fiveHowEn = {
  struct: {
    how: `96 pairs of tasks wake each other through pipes, all in one group. {hot:load_avg} is how much the group has to do; {field:rt_se} and {field:rt_rq} lead to the group’s real-time entities and queues. They are read whenever a task changes its CPU, though no real-time task is here.`,
    claims: {
      written: '{hot:load_avg} has been written {stores} times so far.',
      read: '{field:rt_se} and {field:rt_rq} have been read {reads} times and written {stores} times.',
    },
  },
  bounce: {
    how: `The tool {field:perf c2c} counts fetches of changed lines, called HITM, field by field, from samples; the table here counts them all. The size of the effect differs, and we do not know why: in the published table 28 % of the HITMs between sockets fell on the pointers, in this run {remote.percent} %, and in the longer runs of the table even less.`,
    claims: {
      sum: 'Of {all} HITMs, {percent} % fell on the sum itself.',
      pointers: 'The others, {own}, fell on pointers that nobody ever changed.',
      remote: 'Between sockets, {percent} % of the HITMs fell on the pointers: fewer than were published.',
    },
  },
  relayout: {
    how: `He ran the pipe test of UnixBench on an Ice Lake server with 160 CPUs; no HITM was left on the pointers. Our pairs do nothing but wake each other.`,
    claims: {
      none: 'HITMs on the pointers: {a} in {lane:a}, {b} in {lane:b}.',
      gain: '{lane:b} moves {percent} % more messages.',
      seeds:
        'Over {seeds} runs with other random choices, {lane:b} is {mean} % ahead on average; single runs lie between {least} and {most} %.',
    },
  },
  yours: {
    how: `The lane runs up to the same moment each time, so the counts can be compared.`,
    claims: {
      waits: 'HITMs on the pointers: {a} in {lane:a}, {b} in {lane:b}.',
    },
  },
  rest: {
    how: `The rule is the one constant in which the lanes differ: {field:tg_load_avg_ms} is 1 in {lane:b}. Our pairs wake each other all the time, which is its best case; a program that computes between two wake-ups gains much less.`,
    claims: {
      stores: 'The sum was written {a} times in {lane:a}, {b} times in {lane:b}.',
      gain: '{lane:b} moves {times} times as many messages as {lane:a}.',
    },
  },
  question: {
    how: `The line after {field:load_avg} is the other half of the same 128 bytes. Leave the act and move the pointers one line further: then it helps on this machine, too.`,
    claims: {
      waits: 'HITMs on the pointers: {a} in {lane:a}, {b} in {lane:b}.',
      gain: '{lane:b} moves {percent} % more messages than {lane:a}.',
    },
  },
} as const;
