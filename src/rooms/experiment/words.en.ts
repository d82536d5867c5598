/** English of the bar of the experiment and its settings. */
import type { Decides } from '../../scenario/generated/types';
import type { PresetId } from '../../scenario/presets';
import type { Including } from '../../words/including';

const words = {
  'machine.own': 'Your machine …',
  'machine.edit': 'Edit this machine …',
  'preset.label': 'Experiment',
  'preset.cluster': 'Cluster-first wake-up',
  'preset.merged': 'Cluster scan as merged, 6.7',
  'preset.hackbench-kunpeng': 'hackbench on one node',
  'preset.two-nodes': 'Two nodes (withdrawn)',
  'preset.steal': 'Idle stealing',
  'preset.steal-sockets': 'Stealing on eight sockets',
  'preset.numa2003': 'NUMA balancing, 2003',
  'preset.big': '96 CPUs, 400 tasks',
  'preset.numa-test': 'numa_test, 2003',
  'preset.false-sharing': 'Two threads, one line',
  'preset.task-group': 'task_group, re-laid out',
  'preset.classroom': 'Classroom',
  'preset.debt': 'A debt after a sleep',
  'preset.turns': 'CFS beside EEVDF',
  'preset.container': 'A container with a CPU limit',
  'preset.stream': 'STREAM on clusters',
  'preset.caches': 'Two threads, two caches',
  'preset.changed': 'modified from: {name}',
  'preset.back': 'reset',

  'workload.hackbench': 'hackbench',
  'workload.pairs': 'request/response',
  'workload.jobs': 'CPU-bound jobs',
  'workload.numa': 'numa_test',
  'workload.sharing': 'false sharing',
  'workload.schbench': 'schbench',
  'workload.hogs': 'hogs and sleepers',
  'workload.rtapp': 'rt-app',
  'workload.stream': 'STREAM',
  'workload.replay': 'replay',
  'workload.open': 'Tasks …',

  'decides.work': 'time or throughput',
  'decides.wait_p50': 'wake-up latency p50',
  'decides.wait_p90': 'wake-up latency p90',
  'decides.wait_p99': 'wake-up latency p99',
  'decides.wait_p99_9': 'wake-up latency p99.9',
  'decides.wasted': 'wasted CPU time',
  'decides.shares': 'gap between equal shares',

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
} as const;

export const experimentEn: Including<typeof words, `preset.${PresetId}` | `decides.${Decides}`> = words;
