/** The choices for a submitted template. They are apart from the schemas, which a page need not load. */

/** The offered languages as WhatsApp spells them. */
export const templateLanguages = ['en', 'en_US', 'ur'] as const;
export const templateCategories = ['UTILITY', 'MARKETING'] as const;
