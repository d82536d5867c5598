/** English of the glossary. */
export const glossaryPageEn = {
  search: 'Search terms',
  none: 'No term matches.',
} as const;
