import { isArabicScript } from './name-text.tsx';

/**
 * Attributes for Mantine's fields: the text has its own direction, and Urdu text gets taller lines. Mantine's own `dir`
 * is not used, because it would move the icons too.
 */
export const ownDirection = (text: string) => ({
  input: { dir: 'auto', 'data-arabic': isArabicScript(text) || undefined },
});

/** Attributes for a select: Urdu text gets taller lines. The text stays aligned left, away from the button. */
export const ownScript = (text: string) => ({ input: { 'data-arabic': isArabicScript(text) || undefined } });
