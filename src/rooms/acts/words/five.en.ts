/** English of act 5. */
export const fiveEn = {
  struct: {
    title: 'A struct that every CPU uses',
    text: `Containers put processes into groups, so that each group gets its share. Linux keeps a struct for each: {field:task_group}. Whenever a task of the group sleeps, wakes or moves, the kernel uses this one struct.

The picture shows it as it lies in memory, a row for each cache line. The CPUs of all nodes [add to](#sum) {hot:load_avg}. {field:rt_se} and {field:rt_rq} are [pointers](#pointers): they are only read.`,
  },
  bounce: {
    ask: 'What is wrong with that?',
    title: 'Innocent neighbours',
    text: `In the kernel of 2023, built with CONFIG_RT_GROUP_SCHED, [the pointers](#pointers) lie on the line of [the sum](#sum), {hot:load_avg}. Whenever a CPU adds to the sum, all other copies of the line become invalid. A CPU that only needs its pointer must fetch the line again, and wait until the CPUs that write to it have had their turn.

{pointers.own} such fetches were for pointers that never changed.`,
  },
  relayout: {
    ask: 'How can that be avoided?',
    title: 'A change of address',
    text: `In 2023 Deng Pan of Intel proposed to declare the fields in another order, so that [the pointers](#pointers) lie on the next line. Not one instruction changes. {lane:b} has that order: no CPU waits for a pointer, and in this run it moves {gain.percent} % more messages.

He measured 9.6 % more on another machine. Other runs of ours lie between {seeds.least} and {seeds.most} %: it is certain that no CPU waits, but not how much that gains.`,
  },
  yours: {
    ask: 'Can you do it?',
    title: 'Your turn',
    text: `You can change the struct of {lane:a|lane A}. Take a field and put it on another line. With a keyboard: Tab goes to a field, the arrow keys move it, Enter puts it on a line of its own. The lane runs again under your order.`,
    task: {
      text: 'Get {field:rt_se} and {field:rt_rq} off the line of {hot:load_avg}, until no CPU waits for them.',
      done: 'No CPU waits for a pointer any more. It need not be the order of {lane:b}: all that counts is which fields share a line.',
    },
  },
  rest: {
    ask: 'Is that all?',
    title: 'What is left on the line',
    text: `{hot:load_avg} still goes back and forth: every CPU adds to [the one sum](#sum). No order of fields helps against that. Writing less often does.

The patch was not taken. What came in Linux 6.7 was a rule: a CPU adds to the sum at most once in a millisecond. {lane:a} has the order of the patch, {lane:b} the old order and the rule: {gain.times} times as many messages.`,
    bars: {
      stores: { title: 'Writes to load_avg', of: 'so far' },
    },
  },
  question: {
    ask: 'How far is far enough?',
    title: 'A question before you go',
    text: `The kernel lays things out in lines of 64 bytes. But the L3 of the Kunpeng 920 moves 128 bytes at once: two neighbouring lines go together.

Both lanes have the order of the patch. {lane:b} moves 64 bytes at once, {lane:a} moves 128.`,
    question: {
      text: 'In lane {lane:a}, does a CPU wait for the pointers again?',
      options: {
        helps: 'No: they lie on another line than the sum.',
        back: 'Yes: the other line comes and goes with it.',
      },
      after:
        'Fetches for the pointers: {waits.a} in {lane:a}, {waits.b} in {lane:b}. The distance that matters is not in the source code: it is what the machine moves at once.',
    },
    card: 'You said: “{guess}” It was: “{outcome}” One lesson of all acts: a gain without its load is not a result.',
  },
} as const;
