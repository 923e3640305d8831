import { isArabicScript } from './name-text.tsx';

/**
 * For Mantine's fields: what is written runs in its own direction, and Nastaliq has the taller lines it needs.
 * Their `dir` would turn the icons as well.
 */
export const ownDirection = (text: string) => ({
  input: { dir: 'auto', 'data-arabic': isArabicScript(text) || undefined },
});

/** The same for a list to choose from, whose text stays clear of the button that stands at its end. */
export const ownScript = (text: string) => ({ input: { 'data-arabic': isArabicScript(text) || undefined } });
