/** English of what a verdict rests on. */
import { effectsEn } from './generated/effects.en';

export const restsEn = {
  label: 'What this rests on',
  'costs.measured': 'costs measured',
  'costs.published': 'costs published',
  'costs.fitted': 'costs fitted',
  'costs.assumed': 'costs assumed',
  'costs.like': '{costs}, as on {like}',
  'record.line': '{right} of {of} such effects right',
  'record.none.line': 'no such effect published',
  'seeds.one': '1 seed',
  seeds: '{seeds} seeds',

  'about.own': 'Costs of this machine that decide here: {list}.',
  'about.assumed': 'Not measured on this machine: costs as on {like}. Those that decide here: {list}.',
  'about.cost': '{cost}: {grade}',
  'about.record':
    'Published effects of this kind ({family}; {load}): {right} of {of} came out right, {open} open, {wrong} wrong.',
  'about.record.none': 'No effect of this kind ({family}; {load}) was published, so the model has no record on it.',
  'about.later': 'Of those that were looked up after the model was built: {right} of {of}.',
  'about.seeds':
    'The interval over seeds shows chance between runs. It does not include errors of the costs or of the model.',
  'about.range': 'With costs as on {like}: {by}\u00a0%',
  measure: 'Measure it',
  'measure.note': 'Measure the costs of your machine and paste them',
  model: 'All costs',
  record: 'The record',

  'range.head': 'Between {low} and {high} %',
  'range.about': '{figure} with each set of costs: undecided until measured',
  'range.sentence':
    'Between {low} and {high} % with the costs that this machine may have: undecided until they are measured.',
  'range.figure': '{low} to {high} %',
  'range.same': '{low} to {high} % with the costs that this machine may have',

  'like.kunpeng': 'Kunpeng 920',
  'like.xeon': 'Xeon',
  'like.azusa': 'NEC Azusa (2003)',
  'like.numaq': 'IBM NUMA-Q (2003)',
  'like.epyc': 'AMD EPYC, virtual',

  ...effectsEn,
} as const;
