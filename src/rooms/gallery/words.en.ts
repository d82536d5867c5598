/** English of the gallery; loaded with it. */
export const galleryEn = {
  title: 'Scheduler Playground',
  intro:
    'Linux scheduler mechanisms on concrete machines, two lanes side by side, one thing different. Everything is simulated here, in your browser; every card is a link.',
  nav: 'Parts of the gallery',
  back: 'To the experiment',
  acts: 'Acts',
  'acts.text':
    'Five patch series from the mailing lists, told step by step: what was claimed, what happens, whether it holds.',
  'acts.open': 'Act {number}',
  presets: 'Experiments',
  'presets.text': 'A machine, a workload and two kernels that differ in one mechanism.',
  machines: 'Machines',
  'machines.text': 'The machines of the measurements, each with an experiment on it.',
  'machine.one': 'One node',
  'machine.some': '{nodes} nodes',
  'machine.clusters': 'in clusters of four',
  separator: ', ',
} as const;
