/** English of the notice that a switch has no effect. */
export const noEffectEn = {
  head: 'These settings change nothing',
  about: 'No effect of {list}: {why}.',
  try: 'Try {what} in B',
  'why.clusters': 'the machine has no clusters',
  'why.nodes': 'the machine has fewer than {n} nodes',
  'why.nodesWithin': 'the machine has more nodes than its limit',
  'why.oneThread': 'the cores have several threads',
  'why.scheduler': 'the kernel has another scheduler',
  'why.sched_cluster_active': 'from 6.7 on the scan comes with the cluster domain',
  'why.rule': 'a rule of the kernel prevents it',
  'why.workload': 'this workload does not use it',
  'why.someGroup': 'no control group with tasks asks for it',
  'why.switch': 'it needs another switch',
} as const;
