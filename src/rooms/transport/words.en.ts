/** English of the transport and the time bar. */
export const transportEn = {
  'transport.label': 'Transport',
  'transport.time': 'Simulated time',
  'transport.events': 'events',
  'transport.hash': 'event hash',
  'transport.pace': 'Pace',
  'transport.watch': 'slow: see moves',
  'transport.race': 'fast: see traffic',
  'transport.speed': 'Speed',
  'transport.real': 'real time',
  'transport.max': 'max',

  'time.scrub': 'Moment of the run',
  'time.marker.flip': 'Lane {lane}: switches changed at {time}',
  'time.marker.fork': 'A fork leaves at {time}',
  'time.marker.difference': 'The lanes first differ at {time}',
  'time.marker.note': 'Note at {time}: {text}',
  'time.unfollow': 'No longer follow the task',
  'time.nothing.next': 'No such decision within reach ahead.',
  'time.nothing.last': 'No such decision before this moment.',
} as const;
