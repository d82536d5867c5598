/**
 * English descriptions of the experiments. The gains are those of the verdict over 16 seeds
 * (`tests/presetNotes.test.ts`).
 */
import type { PresetId } from '../scenario/presets';

export const presetNotesEn: Readonly<Record<PresetId, string>> = {
  cluster:
    'B wakes a task inside its cluster. Turn the load: B gains most just past half, 8 % at 14 pairs; it loses 3 % at 12 pairs, and 1 % when full.',
  merged:
    'The scan that Linux has since 6.7; short turns. Turn the load: B gains 20 to 26 % up to half load, nothing when full.',
  'hackbench-kunpeng':
    'hackbench -p -T as in the cluster RFC, with a hundredth of its loops. At three groups chance is larger than the gain; B takes 13 % more time at one, 8 % less at four. The thread measured −1.1 to +5.5 % at one to four.',
  'two-nodes':
    'Up to 49 % less time was published for 48 CPUs; its author withdrew it. Here B takes 6 % more time at four groups; at three and five chance is larger.',
  steal:
    'Watch wasted CPUs: B steals work for them. Turn the load: B takes 21 % less time at one group, 11 % at two, 1 % at five, and as much as A from eight on, where hardly a CPU goes idle. The thread measured 26 and 17 % at one and two, 7 % at eight.',
  'steal-sockets':
    'Its author saw stealing take 6 to 42 % more time here, at any load, and switched it off. The model misses that: B takes 24 % less at two groups, 13 % at three, because each group stays in one socket.',
  numa2003:
    'O(1): A keeps its tasks on the node they started on, B has them on all. Turn the load: B takes 34 to 45 % less time, most at eight groups.',
  big: 'Watch the flows between four nodes. Turn the load: up to 12 groups what B gains or loses is within chance.',
  'numa-test':
    'Jobs that live on their memory, and hackbench at 3 s. A: stock. B: restricted to the node, placed at exec. See the table of nodes.',
  'false-sharing':
    'One thread reads f.x, the other increments f.y on the same line. A: both in one cluster. B: in two, and takes 40 % more time. A stride of 64 ends it.',
  'task-group':
    'Pipe switching in one task_group. B moves rt_se and rt_rq off the line of load_avg. See the table of cache lines.',
  classroom:
    'Small enough to follow every wake-up. Turn the load: B gains 7 % at five pairs, loses 8 to 11 % at fewer, and 1 % when full.',
  debt: 'One CPU. A sleeper that had more than its share owes time. A, Linux 6.8, keeps the debt; B, 6.12, burns it in the queue: the same work done, shorter waits.',
  turns:
    'One CPU, two hogs and a sleeper. A runs the sleeper at once, as a gift; B makes it wait its turn. The same work is done, also by the scheduler of 2003: give lane A the kernel 2.5.5x.',
  container:
    'Four CPUs. The container “web” may use half a CPU: in A it is throttled (‖) in each period and its wake-ups wait for tens of milliseconds, while CPUs idle. B ignores cpu.max.',
  stream:
    'Six threads pass through memory and meet after each pass: the slowest decides. In A, without the cluster domain, three share a cluster’s bandwidth; B spreads them. With most other seeds they are spread well enough in A, too.',
  caches:
    'Two threads of a process share a line. They begin under two last-level caches of a node; in B, as in Linux since 7.2, balancing brings one to the other, and the work takes 20 % less time.',
  'shared-line':
    'A hundred threads increment one counter. In A they run on one socket, in B on four: the line now travels between sockets, and they do half as much. hyrise#947 reports 159,797 queries a second on one node, 51,153 on two, 35,570 on three and 65,839 on four: the model falls less. With four lines, four sockets are faster.',
  quota:
    'Linux 4.18 to 5.3: what a CPU has left of its slice of the quota is lost when the period ends. In A the group is throttled in nine of ten periods, though it uses 12 of its 15 ms, and a request in a hundred takes 40 ms longer. B has the fix of 5.4. kubernetes#67577 has the reports.',
  burst:
    'A container may use 50 ms in 100. It needs 20, 20 and 85 in turn: too much for a single period only. In A the long request waits for the next period; B may save what it does not use (cpu.max.burst, 5.14), and answers it in two thirds of the time. Reported as kubernetes#104516.',
  gomaxprocs:
    'golang/go#73193: a request of 50 ms, cpu.max 200 ms in 100. A splits it among ten CPUs, B among two, as with GOMAXPROCS at the limit: by its arithmetic 5 ms and 25 ms; here 5.5 and 26 at the median. Neither is ever throttled; a limit is not a number of CPUs.',
  'busy-thread':
    'kubernetes#97445 asks whether one busy thread among twenty gets a twentieth of the limit. It does not: of 100 ms a period the busy one gets what the others leave. In A, 4.20, the slices that they leave expire; B has the fix of 5.4, and does a little more.',
};
