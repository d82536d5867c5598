/** English of act 6. */
export const sixEn = {
  queue: {
    title: 'Three tasks, one CPU',
    text: `One CPU, three tasks. Two are {task:0.hog|hogs}: they never sleep. One is a {task:2.sleeper|sleeper}: it runs for 1 ms, sleeps for 10 ms, and wants to run again. All tasks that can run are in the {term:run queue}, the running one too.

Linux of 2003 gives each a turn of {slice.ms} ms. A task that has used up its turn waits in the **expired array** until all others have, too. The scheduler was called **O(1)**: it takes the same time to decide, however many tasks wait.`,
    word: { term: 'run queue', means: 'tasks that run or wait on one CPU' },
  },
  clock: {
    ask: 'What about the sleeper?',
    title: 'A clock for each task',
    text: `The {task:2.sleeper|sleeper} waits {wait.a} for its millisecond under O(1), in {lane:a}.

{lane:b} is CFS, of 2007. It has no turns. Each task has a clock that goes only while the task runs, its {term:vruntime}, and the task with the smallest vruntime runs next. A clock stands still during sleep, so the sleeper runs at once. The cost: the hogs are interrupted each time.`,
    word: { term: 'vruntime', means: 'how long a task has run, by its clock' },
  },
  weight: {
    ask: 'Is fair always equal?',
    title: 'Fair is not equal',
    text: `Two hogs. {task:1.hog|One} has the **nice** value {set:nice|5}: it should get less. Its {term:weight} is a third of the other’s, so its clock goes three times as fast. The slowest clock is chosen next, so this hog gets a third as much.

In CFS, {lane:a}, the shares are {shares.a0} and {shares.a5} %. In {lane:b}, EEVDF, they are {shares.b0} and {shares.b5} %. Fairness has not changed since 2007.`,
    word: { term: 'weight', means: 'how large a task’s share should be' },
  },
  lag: {
    ask: 'Why is there a third scheduler?',
    title: 'An account instead of a gift',
    text: `CFS puts a sleeper that wakes ahead of the rest, so it runs first. That is a gift: in {lane:a} the {task:2.sleeper|sleeper} never waits, and gets {share.a} % of the CPU.

EEVDF, since 2023, keeps an account. V is the average of all clocks. A task behind V is owed time: its {term:lag}. Sleeping earns nothing. So in {lane:b} the sleeper may wait {wait.b}, and gets {share.b} %.`,
    word: { term: 'lag', means: 'the CPU time a task is owed' },
  },
  deadline: {
    ask: 'Who goes first?',
    title: 'The earliest deadline',
    text: `A task at or behind V is **eligible**. Each task asks for a slice, and its {term:deadline} is where its clock will stand at the end of that slice: the flag.

Here {pick.eligible} of {pick.tasks} tasks are eligible. Of these, the one with the earliest flag runs: hog {pick.chosen}.`,
    word: { term: 'deadline', means: 'when a task should have had its slice' },
  },
  debt: {
    ask: 'What if a task owes time?',
    title: 'A debt does not sleep',
    text: `This {task:2.sleeper|sleeper} runs for {set:run|3} ms at a time, often more than its share. Then it goes to sleep in debt.

In {lane:a}, Linux 6.8, the debt is still there when it wakes: it waits {wait.a}. In {lane:b}, 6.12, the sleeper stays in the queue as a {term:ghost}. It cannot run, V moves on, and the debt is gone by the time it wakes: it waits {wait.b}. Both get the same work done.`,
    word: { term: 'ghost', means: 'asleep, but queued until it owes nothing' },
  },
  question: {
    ask: 'What if a task asks for less?',
    title: 'A short slice',
    text: `Since 6.12 a task can ask for a slice of its own. In {lane:b} the {task:0.hog|first hog} asks for 1 ms at a time, the {task:1.hog|other} for 10 ms. {lane:a} ignores that: both get 2.8 ms. All have the same weight.`,
    question: {
      text: 'In lane {lane:b}, which hog gets more of the CPU?',
      options: {
        short: 'The short slice: its turn comes sooner.',
        long: 'The long slice: it runs longer each time.',
        same: 'Neither: half each.',
      },
      after:
        'Half each: {shares.short} and {shares.long} %. A short slice has an earlier deadline, and is used up sooner. What it buys is a shorter wait: a sleeper beside three hogs waits {latency.b} instead of {latency.a} once it asks for less, with the same share.',
    },
    card: 'You said: “{guess}” It was: “{outcome}” A slice says when, a weight says how much.',
  },
} as const;
