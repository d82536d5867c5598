/** English of act 5. */
export const fiveEn = {
  struct: {
    title: 'A struct that everybody passes',
    text: `Processes can be put into groups, so that a group gets its fair share of the machine; containers do this. Linux keeps a struct for each group, {field:task_group}. Whatever task of the group sleeps, wakes or moves, on whatever CPU: the kernel passes by this one struct.

The drawing shows it as it lies in memory, a row for each line of 64 bytes. In {hot:load_avg} all CPUs add up how much the group has to do. {field:rt_se} and {field:rt_rq} tell a CPU where its own queues are; they are set once and then only read.

{lane:a} is the machine with 96 pairs of tasks that wake each other through pipes, all of them in one group.`,
    claims: {
      written: '{hot:load_avg} has been written {stores} times so far.',
      read: '{field:rt_se} and {field:rt_rq} have been read {reads} times and written {stores} times.',
    },
  },
  bounce: {
    title: 'Innocent neighbours',
    text: `{hot:load_avg} begins a line, and in the kernel of 2023 {field:rt_se} and {field:rt_rq} come right after it, on the same line. Whenever any CPU adds to the sum, all copies of the line are void. A CPU that only wants its pointer, which never changes, must wait until the line has come back: it stands in the queue of those who write.

The tool {field:perf c2c} counts such fetches, called HITM, field by field; so does the table here, only that it counts them all where {field:perf} takes samples.

In size we are off, and the reason is not known: in the published table 28 % of the HITMs between sockets fell on the pointers, in this run of ours {remote.percent} %, and in the longer ones of the table still less.`,
    claims: {
      sum: 'Of {all} HITMs, {percent} % fell on the sum itself.',
      pointers: 'The others, {own}, fell on pointers that nobody ever changed.',
      remote: 'Between sockets, {percent} % of the HITMs fell on the pointers: fewer than were published.',
    },
  },
  relayout: {
    title: 'The patch: a change of address',
    text: `In 2023 Deng Pan of Intel proposed to declare the fields in another order, so that the pointers come to lie on the next line, beside fields that hardly anybody touches. Not one instruction changes. {lane:b} has that order.

He measured on an Ice Lake server with 160 CPUs: 9.6 % more in the pipe test of UnixBench, and no HITM left on the pointers. Our machine is another one and its pairs do nothing but wake each other, so compare the direction, not the digits.`,
    claims: {
      none: 'HITMs on the pointers: {a} in {lane:a}, {b} in {lane:b}.',
      gain: '{lane:b} moves {percent} % more messages.',
      seeds:
        'Over {seeds} runs with other random choices, {lane:b} is {mean} % ahead on average; single runs lie between {least} and {most} %.',
    },
  },
  yours: {
    title: 'Now you',
    text: `The drawing of lane {lane:a} is yours. Take a field with the pointer and put it on another line, or go to it with the Tab key and move it with the arrow keys; Enter puts it on a line of its own. The lane runs again under your order, up to the same moment.`,
    claims: {
      waits: 'HITMs on the pointers: {a} in {lane:a}, {b} in {lane:b}.',
    },
    task: {
      text: 'Get {field:rt_se} and {field:rt_rq} off the line of {hot:load_avg} in lane {lane:a}, until nobody waits for them any more.',
      done: 'Nobody waits for a pointer any more. Is it the same order as in {lane:b}? It need not be: all that counts is who lies beside whom.',
    },
  },
  rest: {
    title: 'What is left on the line',
    text: `With the neighbours gone, {hot:load_avg} still goes back and forth: every CPU adds to the one sum. No order of fields helps against that. What helps is to write less often.

The patch was not taken into Linux. What came instead, in 6.7, was a rule: a CPU adds to the sum at most once in a millisecond. {lane:a} has the order of the patch; {lane:b} has the old order and the new rule.

Our pairs wake each other all the time, which is the best case for the rule; a program that computes between two wake-ups gains much less.`,
    claims: {
      stores: 'The sum was written {a} times in {lane:a}, {b} times in {lane:b}.',
      gain: '{lane:b} moves {times} times as many messages as {lane:a}.',
    },
  },
  question: {
    title: 'A question before you go',
    text: `The compiler and the kernel lay things out in lines of 64 bytes. But the L3 cache of the Kunpeng 920 keeps and moves 128 bytes at once: two neighbouring lines go together.

Both lanes have the order of the patch. {lane:b} moves 64 bytes at once, {lane:a} moves 128.`,
    claims: {
      waits: 'HITMs on the pointers: {a} in {lane:a}, {b} in {lane:b}.',
      gain: '{lane:b} moves {percent} % more messages than {lane:a}.',
    },
    question: {
      text: 'In lane {lane:a}, does anybody wait for the pointers again?',
      options: {
        helps: 'No: they lie on another line than the sum.',
        back: 'Yes: the other line comes and goes with it.',
      },
      after:
        'There were {waits.a} HITMs on the pointers in {lane:a}, and {waits.b} in {lane:b}. The line after {field:load_avg} is the other half of the same 128 bytes. The distance that matters is not in the source code: it is what the machine moves at once. Leave the act and move the pointers one line further: then it helps on this machine, too.',
    },
  },
} as const;
