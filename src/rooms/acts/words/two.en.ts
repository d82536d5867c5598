/** English of act 2. */
export const twoEn = {
  levels: {
    title: 'A map with one level more',
    text: `To spread tasks over a machine, the kernel keeps a map of it, made of {term:scheduling domains}: sets of CPUs, the larger ones around the smaller. A domain is divided into {term:groups}, and to balance it means: compare its groups, and take tasks from the busiest one.

In this quarter of a Kunpeng 920, 24 CPUs share the data of one L3 cache, and four at a time form a {near:cluster|cluster} with an L3 tag of its own. {lane:a|Lane A} is Linux 5.9. It has one domain here, {field:MC}, and does not know of clusters. {lane:b|Lane B} has the level of Barry Song’s patch: {field:CL}, the four CPUs of a cluster, lies in between.

A small domain is looked at more often: an idle CPU waits at least as many milliseconds as the domain has CPUs, a busy one 32 times as long.`,
    claims: {
      domains: 'The domains of CPU 0, from the smallest up: {a} in {lane:a}; {b} in {lane:b}.',
      groups: 'Its {field:MC} has {a} groups in {lane:a}, and {b} in {lane:b}: one for each cluster.',
      interval: 'The smallest domain is looked at every {a} ms at most in {lane:a}, every {b} ms in {lane:b}.',
    },
  },
  pulls: {
    title: 'Who pulls from whom',
    text: `Now 60 {task:0.sender|senders} and 60 {task:0.receiver|receivers} run: the program {field:hackbench} with three groups, each in a colour. Queues fill here and run empty there.

A CPU that runs out of work pulls a waiting task over: {move:newidle|newidle balance}. And at its intervals each CPU looks whether another has more to do: {move:periodic|periodic balance}. Both go through the map from the smallest domain up, and that is where the new level works: {lane:b} asks the three CPUs next door first. From there a task has a short way back to the lines that it left behind.

In {lane:a} all others are alike. Of the 23 CPUs that one can pull from, three are in its own cluster: 13 %. More pulling is not yet more work done, though: see the throughput.`,
    claims: {
      near: 'Of the tasks pulled, {a} % came from inside the cluster in {lane:a}, {b} % in {lane:b}.',
      more: '{a} tasks were pulled in {lane:a}, {b} in {lane:b}: who looks more often pulls more often.',
    },
  },
  wake: {
    title: 'The wake-up looks there first, too',
    text: `Most tasks do not change their CPU because they are pulled, but because they are woken: whoever sends a message wakes its receiver, and the kernel chooses a CPU for it. The level alone leaves that as it was. So the patch has a second part, {field:select_idle_cluster}. If the wanted CPU is busy, it looks for an idle one in that CPU’s cluster, and only then in the other clusters.

“Which part of this patch really gives the perf improvement?” asked Vincent Guittot. The second, answered Barry Song, with figures that we shall meet again in step 7. So let us see for ourselves: from here on both lanes have the level, and only {lane:b} has the scan. Fourteen pairs run, a {task:0.client|client} and a {task:0.server|server} each.

The panel shows a wake-up in {lane:a}. The search begins at the wanted CPU and takes the first idle one that it meets, whatever its cluster.`,
    claims: {
      found: 'It looked at {looked} CPUs, from CPU {from} on, and took CPU {chosen}, in another cluster.',
      near: 'Of the wake-ups that change the CPU, {a} % stay inside the cluster in {lane:a}, {b} % in {lane:b}.',
      seeds:
        'Over {seeds} runs with other random choices, the scan brings {mean} % more messages ({least} to {most} %).',
    },
  },
  low: {
    title: 'Few tasks: nothing to choose',
    text: `Eight pairs, 16 tasks, 24 CPUs. Each task has a CPU for itself. When it is woken, the CPU on which it last ran is idle, and that one is taken at once: its caches still hold what the task needs. Nothing is searched for, so it does not matter how.

Both lanes do exactly the same.`,
    claims: {
      stay: 'Of {wakes} wake-ups in {lane:b}, {b} changed the CPU; {a} in {lane:a}.',
      gain: 'The difference in messages is {percent} %.',
    },
  },
  full: {
    title: 'Many tasks: nothing to find',
    text: `28 pairs, 56 tasks. Now the wanted CPU is busy, and so are its neighbours, and all the others. Both lanes search and hardly ever find anything, and the woken task queues up where it was.

But {lane:b} searches twice: first in the cluster, then everywhere, the cluster included. Each look costs a little, and nothing comes of it.

So the scan needs two things: a task whose own CPU is taken, and an idle neighbour. With few tasks the first is missing, with many the second. In between there are both.`,
    claims: {
      busy: 'The CPUs are busy {a} % of the time in {lane:a}, {b} % in {lane:b}.',
      stay: 'Of the wake-ups, {a} % change the CPU in {lane:a}, {b} % in {lane:b}.',
      find: 'Searching takes {a} % of the time in {lane:a}, {b} % in {lane:b}.',
      seeds: 'Over {seeds} runs, the difference in messages is {mean} % ({least} to {most} %).',
    },
  },
  published: {
    title: 'One node, as it was published',
    text: `Barry Song measured {field:hackbench} on one node, one to four groups, ten runs each: a loss of 1.1 %, then gains of 4.1, 5.5 and 1.2 %. His CPUs were busy about 50, 70 and 90 % with one to three groups. That is the hump, in numbers.

Now ours, in the table below. The times are no prediction: costs of our model were fitted to eight of them. The gains are another matter. They are a few percent at most, as his are, and largest with three groups, as his: there is a hump. It is flatter than his: smaller with two and three groups, larger with four. With one, where he lost a little, we gain a little; both are about zero. The table says of each row what is right and what is not.

Beside the picture we run three groups, each time with other random choices: {lane:a} is plain 5.9, {lane:b} has the whole patch. A single pair of runs could have shown you either. So could the picture. These runs are short; those of the table go on for longer.`,
    claims: {
      near: 'What the patch does is plain: {a} % of the moving wake-ups stay inside the cluster in {lane:a}, {b} % in {lane:b}.',
      spread: 'What it brings is not: over {seeds} runs, from {least} to {most} %.',
    },
  },
  nodes: {
    title: 'The number that did not hold',
    text: `The headline of the series was another table: the same program on two nodes, 48 CPUs. With four groups it took 40.9 % less time with the patch, with five 49.1 % less.

Six days after these numbers had gone out, on 7 December 2020, their author wrote to the list again. The gain came only with a boot argument that he had forgotten on the machine: {field:mem=4G}. It leaves the machine four gigabytes of memory, all of them in node 0; the CPUs of node 1 work with none of their own. Without the argument he could not get the gain again.

Neither can we. The tables below show them because they were published; we do not judge our model by them, and do not tune the model to them. The last row is Barry Song’s answer of step 3, from the same machine. The lanes run 28 pairs on the 48 CPUs, plain 5.9 and the whole patch, since pairs need no long start. Beside the picture they run on two ordinary nodes, and again with a node 1 without memory. What memory at that distance costs is an assumption of ours, so that small gain proves nothing about his.`,
    claims: {
      plain: 'Two ordinary nodes: over {seeds} runs {lane:b} moves {mean} % more messages ({least} to {most} %).',
      memoryless: 'Node 1 without memory: {mean} % ({least} to {most} %).',
    },
  },
  question: {
    title: 'A question before you go',
    text: `Back to the pairs: 24 CPUs, both lanes with the level, the scan only in {lane:b}. You know that eight pairs gain nothing, that 28 gain nothing, and that there is a hump in between. Where is its top? In a pair one task often waits for the other, so that 14 pairs keep the CPUs busy about half of the time, and 20 pairs four fifths.

The lanes stand ready with 20 pairs. The other loads are run beside them.`,
    claims: {
      hump: 'More messages by the scan: 12 pairs {p12} %, 14 pairs {p14} %, 20 pairs {p20} %, 28 pairs {p28} %.',
      near: 'Moving wake-ups inside the cluster, without and with the scan: {a14} and {b14} % with 14 pairs, {a20} and {b20} % with 20.',
    },
    question: {
      text: 'At which load does the cluster scan gain most?',
      options: {
        p12: '12 pairs: one task for each CPU, most room to choose from.',
        p14: '14 pairs: just a few more tasks than CPUs.',
        p20: '20 pairs: most CPUs busy, most to search for.',
        p28: '28 pairs: the more messages, the more to gain.',
      },
      after:
        'With 12 pairs it was {hump.p12} %, with 14 {hump.p14} %, with 20 {hump.p20} %, with 28 {hump.p28} %. As long as each task has a CPU of its own, it goes back there. With the first few tasks more, their places are taken again and again, while nearly half of the CPUs are idle: mostly there is a neighbour to be found, and without the scan it is found only by chance. From there on neighbours grow rare, and the gain shrinks. So who says “the patch brings this much” has to say at which load.',
    },
  },
} as const;
