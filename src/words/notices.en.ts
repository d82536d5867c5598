/** English of notices that can wait until the page stands. */
export const noticesEn = {
  newer: 'This link was made by a newer version ({version}); what could be read was opened.',
  older: 'This link was made before version 1.0 and cannot be opened. The default experiment was opened instead.',
  part: 'The link says “{part}”, which is not understood; the rest was opened.',
  cut: 'The link is cut or damaged at its end; the rest was opened.',
  origin: 'The link names “{text}” as the only page around this one, which is no origin: no page is heard or told.',
  range: 'The link asks for {field} = {value}, outside {min} to {max}; the nearest value was taken.',
  starting: '{n} tasks are starting: nothing is done before {time}.',
  'starting.one': '1 task is starting: nothing is done before {time}.',
  'starting.go': 'Jump there',
} as const;
