/** What can be asked for when a template is submitted; without the schemas, which a page need not load. */

/** How WhatsApp spells the languages that are offered. */
export const templateLanguages = ['en', 'en_US', 'ur'] as const;
export const templateCategories = ['UTILITY', 'MARKETING'] as const;
