/** English of what each experiment is about. */
import type { PresetId } from '../scenario/presets';

export const presetNotesEn: Readonly<Record<PresetId, string>> = {
  cluster: 'B wakes a task inside its cluster. Turn the load: most at about half, nothing at few pairs or when full.',
  merged:
    'The scan that Linux has since 6.7; short turns. Turn the load: B gains about 15 % up to half load, nothing when full.',
  'hackbench-kunpeng':
    'hackbench -p -T as in the cluster RFC. A short run shows either sign; over many B gains a few percent.',
  'two-nodes':
    'Up to 49 % less time was published for 48 CPUs; its author withdrew it: expect a few percent at any load.',
  steal: 'Watch wasted CPUs: B steals work for them. Turn the load: most at one group, little once no CPU goes idle.',
  'steal-sockets':
    'Its author saw stealing lose 6 to 30 % here, at any load, and switched it off. The model misses that: B gains, for its groups stay in a socket each.',
  numa2003:
    'O(1): A keeps its tasks on the node they started on, B has them on all. Turn the load: B gains more with more groups.',
  big: 'Watch the flows between four nodes. Turn the load: gains and losses of a few percent, none steady.',
  'numa-test':
    'Jobs that live on their memory, and hackbench at 3 s. A: stock. B: restricted to the node, placed at exec. See the table of nodes.',
  'false-sharing':
    'One thread reads f.x, the other increments f.y on the same line. A: both in one cluster. B: in two. A stride of 64 ends it.',
  'task-group':
    'Pipe switching in one task_group. B moves rt_se and rt_rq off the line of load_avg. See the table of cache lines.',
  classroom:
    'Small enough to follow every wake-up. Turn the load: B gains at about five pairs, loses at four, and gains nothing when full.',
  debt: 'One CPU. A sleeper that had more than its share owes time. A, Linux 6.8, keeps the debt; B, 6.12, burns it in the queue: the same work done, shorter waits.',
  turns:
    'One CPU, two hogs and a sleeper. A runs the sleeper at once, as a gift; B makes it wait its turn. Give lane A the kernel 2.5.5x under “rules” and the scheduler of 2003 does the same work.',
  container:
    'Four CPUs. The container “web” may use half a CPU: in A it is throttled (‖) in each period and its wake-ups wait for tens of milliseconds, while CPUs idle. B ignores cpu.max.',
  stream:
    'Six threads pass through memory and meet after each pass: the slowest decides. In A, without the cluster domain, three share a cluster’s bandwidth; B spreads them. With most other seeds they are spread well enough in A, too.',
};
