/** What is wrong with a document, by kind. */
export const faultsEn = {
  'fault.document': 'the document',
  'fault.not_json': 'This is not JSON: it cannot be read on from line {line}, column {column}.',
  'fault.missing': '{field} is missing.',
  'fault.unknown_field': 'There is no field {field}; there are {known}.',
  'fault.unknown_word': '{field}: {value} is not known; known are {known}.',
  'fault.other': '{field}: {value} is not allowed.',
  'fault.form': '{field}: {value} is not {form}.',
  'fault.not_number': 'a whole number',
  'fault.not_list': 'a list',
  'fault.not_object': 'an object',
  'fault.not_bool': 'true or false',
  'fault.not_text': 'a text',
} as const;
