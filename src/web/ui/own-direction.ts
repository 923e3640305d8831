import { isArabicScript } from './name-text.tsx';

/**
 * For Mantine's fields: the text has its own direction, and Nastaliq the taller lines it needs. Mantine's `dir` would
 * turn the icons too.
 */
export const ownDirection = (text: string) => ({
  input: { dir: 'auto', 'data-arabic': isArabicScript(text) || undefined },
});

/** The same for a select, whose text must stay clear of the button at its end. */
export const ownScript = (text: string) => ({ input: { 'data-arabic': isArabicScript(text) || undefined } });
