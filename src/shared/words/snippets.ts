/** Texts of the screen about quick answers, in English. */
export const snippetWords = {
  title: 'Quick answers',
  hint: 'Short texts to answer with. Values such as {{total}} are filled in from the family’s bill.',
  label: 'Quick answers',
  edit: 'Change the quick answers',
  add: 'Add a quick answer',
  change: (title: string) => `Change ${title}`,
  remove: (title: string) => `Delete ${title}`,
  name: 'Title',
  nameHint: 'For example Thank you',
  nameRequired: 'Title is required.',
  none: 'There are no quick answers yet.',
} as const;
