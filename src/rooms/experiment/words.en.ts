/** English of the bar of the experiment and its settings. */
export const experimentEn = {
  'machine.own': 'Your machine …',
  'preset.label': 'Experiment',
  'preset.cluster': 'Cluster-first wake-up',
  'preset.cluster.note':
    'B wakes a task inside its cluster. Turn the load: most at about half, nothing at few pairs or when full.',
  'preset.merged': 'Cluster scan as merged, 6.7',
  'preset.merged.note':
    'The scan that Linux has since 6.7; short turns. Turn the load: B gains about 15 % up to half load, nothing when full.',
  'preset.hackbench-kunpeng': 'hackbench on one node',
  'preset.hackbench-kunpeng.note':
    'hackbench -p -T as in the cluster RFC. A short run shows either sign; over many B gains a few percent.',
  'preset.two-nodes': 'Two nodes (+49 % withdrawn)',
  'preset.two-nodes.note':
    'The +49 % published for 48 CPUs was withdrawn by its author: expect a few percent at any load.',
  'preset.steal': 'Idle stealing',
  'preset.steal.note':
    'Watch wasted CPUs: B steals work for them. Turn the load: most at one group, little once no CPU goes idle.',
  'preset.numa2003': 'NUMA balancing, 2003',
  'preset.numa2003.note':
    'O(1): A keeps its tasks on the node they started on, B has them on all. Turn the load: B gains more with more groups.',
  'preset.big': '96 CPUs, 400 tasks',
  'preset.big.note':
    'Watch the flows between four nodes. Turn the load: gains and losses of a few percent, none steady.',
  'preset.numa-test': 'numa_test, 2003',
  'preset.numa-test.note':
    'Jobs that live on their memory, and hackbench at 3 s. A: stock. B: restricted to the node. See the table of nodes.',
  'preset.false-sharing': 'Two threads, one line',
  'preset.false-sharing.note':
    'One thread reads f.x, the other increments f.y on the same line. A: both in one cluster. B: in two. A stride of 64 ends it.',
  'preset.task-group': 'task_group, re-laid out',
  'preset.task-group.note':
    'Pipe switching in one task_group. B moves rt_se and rt_rq off the line of load_avg. See the table of cache lines.',
  'preset.classroom': 'Classroom',
  'preset.classroom.note':
    'Small enough to follow every wake-up. Turn the load: B gains at about five pairs, loses at four, and gains nothing when full.',
  'preset.debt': 'A debt after a sleep',
  'preset.debt.note':
    'One CPU. A sleeper that had more than its share owes time. A keeps the debt; B burns it in the queue, as 6.12 does: the same work done, shorter waits.',
  'preset.changed': 'changed from: {name}',
  'preset.back': 'back to it',

  'workload.hackbench': 'hackbench',
  'workload.pairs': 'request/response',
  'workload.jobs': 'CPU-bound jobs',
  'workload.numa': 'numa_test',
  'workload.sharing': 'false sharing',
  'workload.schbench': 'schbench',
  'workload.hogs': 'hogs and sleepers',

  'settings.title': 'More settings',
  'settings.chip.cpus': 'CPUs {list}',
  'settings.chip.limit': 'limit {time}',
  'settings.chip.warmup': 'warm-up {time}',
  'settings.chip.cost': '{count} cost changed',
  'settings.chip.costs': '{count} costs changed',
  'settings.cpus.all': 'all: 0-{last}',
  'settings.model': 'Tunables and costs, with how well each is known and from where:',
  'settings.grade': 'Grade',
  'settings.source': 'Source',
  'settings.chip.lane': '{lane} on CPUs {list}',
  'settings.cpus.above': 'as above',
} as const;
