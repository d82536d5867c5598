/** Chinese of act 3. */
import type { threeEn } from './three.en';
import type { Translated } from './words';

export const threeZh: Translated<typeof threeEn> = {
  wasted: {
    title: '有任务等待，CPU 却空闲',
    text: `二十个 CPU，四十个任务。每个 CPU 各有自己的队列。队列空了，CPU 就{state:idle|空闲}，哪怕旁边的队列里还有任务在等。这样的 CPU 就是被{term:浪费}了。

这里浪费了 {wasted.percent} % 的时间。损失还不止于此：需要那些等待者的消息的任务，也只能跟着睡。`,
    word: { term: '浪费', means: '空闲，而别处有任务在等' },
    how: '程序是 {field:hackbench}，一个组：二十个发送者写给二十个接收者。全部 CPU 在同一末级缓存之下；只计这个 CPU 本可以运行的任务。',
    claims: {
      idle: '到目前为止 CPU 进入空闲 {idle} 次；{percent} % 的 CPU 时间是空闲的。',
      wasted: '在 {percent} % 的 CPU 时间里，CPU 空闲，而它本可以运行的任务正在等待。',
    },
  },
  gate: {
    ask: '为什么不四处看看？',
    title: '忙得顾不上找',
    text: `CPU 进入空闲之前，Linux 可以去找一个任务拉过来。找要花时间，而也许马上就会来一条消息。所以每个 CPU 都记着 {term:avg_idle}，低于 500 µs 就不找。

在这个程序里总是很快就有事来。CPU {gate.cpu} 近来平均每次空闲 {gate.idle}。它没有找。`,
    word: { term: 'avg_idle', means: '平均每次空闲多久' },
    how: '这个函数是 {field:newidle_balance}：逐级寻找最忙的队列。面板列出它问了什么。',
    claims: {
      gate: 'CPU {cpu} 近来平均每次空闲 {idle}，低于 500 µs，所以它没有找。',
      rare: '到目前为止{move:newidle|新空闲均衡}带来 {pulled} 个任务；CPU 一无所获而空闲有 {idle} 次。',
    },
  },
  hand: {
    ask: '你能找到一个吗？',
    title: '亲手窃取',
    text: `带框的 CPU 刚刚无事可做。某处有任务在等。队列你看不见，这个 CPU 也看不见。点击一个 CPU，看看它的队列，直到找到有多余任务的那个。

每看一次都要花时间。你要看几次？`,
    how: '这些队列就是本次运行在那一刻的队列。在模型里，看一个队列的开销就是要取的那条缓存行。',
    claims: {
      some: '此刻有 {idle} 个 CPU 空闲，{waiting} 个有多余的任务。',
    },
    game: { again: '换一个' },
  },
  bitmap: {
    ask: '怎样才能更快？',
    title: '一张“谁的任务太多”的表',
    text: `2018 年 Oracle 的 Steven Sistare 提出一张所有 CPU 共用的{term:位图}。空闲的 CPU 读它，从第一个有多余任务的 CPU 拿走{move:steal|一个任务}。这就是窃取。

图中 CPU {found.cpu} 看了 {first.looked} 个队列，从 CPU {found.from} 拿走一个任务，花了 {found.cost}。这么便宜，随时都可以做。`,
    word: { term: '位图', means: '有两个任务的 CPU 各置一位' },
    how: '这张位图是 {field:cfs_overload_cpus}。先看同一核另一个线程的位；被窃取的不一定是最忙的。因为窃取一次只需 1 到 2 µs，他要求的 {field:avg_idle} 是 10 µs，而不是 500。{lane:a} 是原来的内核。',
    claims: {
      found: '已置位的 CPU 有 {marked} 个。CPU {cpu} 从 CPU {from} 拿走一个任务，花了 {cost}。',
      first: '它需要查看的队列数：{looked}。',
      wasted: '到目前为止浪费的时间：{lane:a} 为 {a} %，{lane:b} 为 {b} %。',
    },
  },
  row: {
    ask: '改变了什么？',
    title: '停得少了',
    text: `{lane:b} 会窃取，{lane:a} 不会。CPU 进入空闲 {idle.b} 次，而不是 {idle.a} 次；忙碌的时间占 {busy.b} %，而不是 {busy.a} %。

出人意料的是：调度器被调用得更少，而不是更多。CPU 不停下来，消息就会攒起来。任务轮到时一次能读到好几条，于是运行得更久。`,
    how: 'Linux 把这些计在 {field:/proc/schedstat} 里；Sistare 按 CPU 平均打印了这一行，并加上自己的一列 {field:steal}。他的运行长一百倍。有一个数（一次写的代价）是用程序的时间按他的表拟合的，这些计数则不是。运行这么短，窃取时空闲偏多；报告从第一秒之后量起。',
    claims: {
      idle: 'CPU 进入空闲的次数：{lane:a} 为 {a}，{lane:b} 为 {b}。',
      busy: '忙碌：{lane:a} 为 {a} %，{lane:b} 为 {b} %。',
      sched: '调度器被调用的次数：{lane:a} 为 {a}，{lane:b} 为 {b}。',
      slice: '任务每次运行的时间：{lane:a} 为 {a} ms，{lane:b} 为 {b} ms。',
      steal: '{lane:b} 窃取了 {steals} 个任务。',
    },
  },
  load: {
    ask: '任务更多呢？',
    title: '任务越多，可赢的越少',
    text: `40 个任务时，窃取多完成 {one.mean} %。160 个任务时是 {four.mean} %。

图中是 160 个。任务这么多，队列很少变空。没有谁空闲，也就没有什么可填。`,
    how: '两种负载都在图旁运行。剔除开头的 0.2 秒：之前所有 CPU 都空闲，{field:avg_idle} 还高于 500 µs，本该由窃取做的事，由新空闲均衡做了。报告剔除的更多。下面的表按节省的时间计，同样的收益数值更小：多完成 25 %，就是节省 20 % 的时间。',
    claims: {
      one: '40 个任务时，{lane:b} 多完成 {mean} %（{seeds} 次运行，{least} 到 {most} %）。',
      four: '160 个任务时多 {mean} %（{least} 到 {most} %）。',
    },
  },
  larger: {
    ask: '更大的机器呢？',
    title: '更大的机器',
    text: `同样的事，在 44 个 CPU 上，80 个任务。到目前为止 {lane:b} 多传了 {gain.percent} % 的消息：{lane:a} 浪费了 {wasted.a} % 的时间，{lane:b} 浪费了 {wasted.b} %。

邮件里的收益要小。我们在这里偏大。`,
    how: '一次写的代价来自 20 个 CPU 的机器。另外两个数，唤醒的代价和套接字的锁所占的份额，是在实测范围内选的，选时看过这张表，所以它不算独立的检验。从两组起，我们的收益都比邮件中大，两组和十六组时相差最大。表中缺第一行：它是最后的问题。',
    claims: {
      gain: '到目前为止 {lane:b} 多传了 {percent} % 的消息。',
      wasted: '浪费的时间：{lane:a} 为 {a} %，{lane:b} 为 {b} %。',
    },
  },
  nodes: {
    ask: '为什么会关闭？',
    title: '为什么它会自己关闭',
    text: `在一台八路的机器上，Sistare 看到的正相反：打开窃取后，程序在各种负载下都更慢。所以 {term:NUMA 节点}多于两个，窃取就关闭。

这台机器有四个。{lane:a} 中限制生效，{lane:b} 中强制窃取。到目前为止它赢 {gain.percent} %。这不是他的机器：这条限制依据的是他的测量，不是我们的。`,
    word: { term: 'NUMA 节点', means: '一组 CPU 和它们自己的内存' },
    how: '从来没有任务是从别的节点窃取来的。他的解释是：负载更平滑，唤醒者更常独占自己的 CPU，这时内核的唤醒规则就把被唤醒的任务移到那里，即使它来自另一个节点。这条限制是 {field:sched_steal_node_limit}。任务散开以后，这里是赢是输要看随机选择。这组补丁从未被 Linux 采纳。',
    claims: {
      off: '窃取的任务数：{lane:a} 为 {a}，{lane:b} 为 {b}。',
      near: '{lane:b} 的窃取中，跨节点的有 {far} 次。',
      gain: '到目前为止 {lane:b} 多传了 {percent} % 的消息：还不是他看到的损失。',
    },
  },
  question: {
    ask: '任务很少呢？',
    title: '走之前的一个问题',
    text: '又是 44 个 CPU，这次 40 个任务。{lane:b} 的 CPU 会窃取，{lane:a} 的不会。80 个任务时，邮件中这台机器的收益是 33 %。',
    how: '邮件中这种负载是 −0.3 %，在它自身的波动之内。33 % 指同样的时间里多完成的工作。',
    claims: {
      same: '{lane:b} 比 {lane:a} 多传 {percent} % 的消息。',
      idle: '{lane:a} 中 {idle} % 的 CPU 时间是空闲的，但只有 {wasted} % 是浪费。',
      steals: '{lane:b} 中平均每个 CPU 白找了 {tries} 次；总共窃取了 {steals} 个任务。',
    },
    question: {
      text: '40 个任务，44 个 CPU：窃取能赢多少？',
      options: {
        more: '很多：总有空闲的 CPU 可填。',
        nothing: '没有收益。',
        less: '会输：找来找去都是白找。',
      },
      after:
        '每个任务独占一个 CPU。{idle.idle} % 的 CPU 时间是空闲的，但没有谁在等：任务睡着，直到消息到来。没有哪个队列有两个任务，所以没有一位被置位，白找几乎不花什么。空闲的 CPU 不是损失，空闲的 CPU 旁边有满的队列才是。',
    },
    card: '你说：“{guess}”结果是：“{outcome}”空闲的 CPU 不是损失，空闲的 CPU 旁边有满的队列才是。',
  },
};
