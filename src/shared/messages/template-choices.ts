/**
 * The choices for a submitted template. They are in their own file, so that a page can load them without the schemas.
 */

/** The offered languages as WhatsApp spells them. */
export const templateLanguages = ['en', 'en_US', 'ur'] as const;
export const templateCategories = ['UTILITY', 'MARKETING'] as const;
