/** English, the words of "The model, open". */
export const constantsEn = {
  intro:
    'Every constant, how well it is known and from where. Type another value to change it, clear it to take it back; the link carries the change, and every chart is marked.',
  filter: 'Show',
  'filter.all': 'all',
  'filter.changed': 'changed',
  'column.constant': 'Constant',
  'column.value': 'Value',
  'column.default': 'Default',
  'column.range': 'Range',
  'section.costs': 'Cost model of this machine',
  'section.tunables': 'Scheduler tunables of this kernel',
  'reset.all': 'Reset all',
  'reset.one': '{key} back to {value}',
  changed: 'Changed by hand to {value}; this source gives {own}.',
  experiment: 'The experiment sets {value}.',
  none: 'None.',
} as const;
