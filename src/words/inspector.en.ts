/** English of the Inspector. */
export const inspectorEn = {
  'inspector.label': 'Inspector: CPU {cpu} of lane {lane}',
  'inspector.tabs': 'Tabs of the Inspector',
  'inspector.close': 'Close the Inspector',
  'inspector.domains': 'Domains',
  'inspector.queue': 'Run queue',
  'inspector.decisions': 'Decisions',
  'inspector.moves': 'Moves',
  'inspector.idle': 'idle',
  'inspector.busy': 'busy',
  'inspector.follow': 'Follow task {task}',
  'inspector.role': '{role} of group {group}',

  'domain.none':
    'No scheduling domains: the kernel got them in 2.6.7. In 2.5.5x one load_balance looks at every CPU, or, with the node switch, at the CPUs of its node.',
  'domain.in': 'in {time}',
  'domain.never': 'not yet',

  'decisions.kind': 'Which decisions',
  'decisions.all': 'All',
  'decisions.placed': 'Placements',
  'decisions.pulled': 'Pulls',
  'decisions.newer': 'newer ↑',
  'decisions.none':
    'No decision of or for CPU {cpu} lately. They are recorded while the Inspector is open: play or step.',
  'decision.wake': 'woken from CPU {waker}, ran last on CPU {prev}, goes to CPU {cpu}',
  'decision.cost': 'cost {cost} · at {time} ms',
  'decision.replay': 'Replay',
  'moves.label': 'Latest moves to and from CPU {cpu} of lane {lane}, newest first',
  'moves.none':
    'No task moved to or from CPU {cpu} lately. Moves are recorded while the Inspector is open: play or step.',
  'moves.open': 'Replay the decision that moved task {task} from CPU {from} to CPU {to}',
  'moves.distance': 'over: {distance}',
} as const;
