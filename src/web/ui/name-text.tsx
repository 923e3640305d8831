import type { ReactNode } from 'react';
import classes from './name-text.module.css';

const letters = '\\u0600-\\u06ff\\u0750-\\u077f\\ufb50-\\ufdff\\ufe70-\\ufeff';
const arabicScript = new RegExp(`[${letters}]`);
const arabicWords = new RegExp(`([${letters}](?:[${letters}\\s]*[${letters}])?)`);
const arabicFirst = new RegExp(`^[^\\p{L}]*[${letters}]`, 'u');
export const isArabicScript = (text: string): boolean => arabicScript.test(text);
/** Whether a line runs from right to left, by its first letter. */
export const isFromRight = (line: string): boolean => arabicFirst.test(line);
/** Splits a text into parts. The second, fourth and so on are in Arabic script. */
export const byScript = (text: string): string[] => text.split(arabicWords);

/** Draws a text in which each line with Urdu words is taller and the other lines are not. */
export function Words({ text }: { text: string }) {
  return byScript(text).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
      <span key={index} className={classes.words}>
        {part}
      </span>
    ) : (
      part
    ),
  );
}

type Props = { text: string; className?: string | undefined; title?: string };

/** Draws a name or phrase in its own direction. Nastaliq is drawn taller than Latin letters in the same line. */
export function NameText({ text, className, title }: Props) {
  const isArabic = isArabicScript(text);
  const all = [classes.name, isArabic && classes.arabic, className];
  return (
    <span
      dir="auto"
      title={title}
      className={all.filter(Boolean).join(' ')}
      data-arabic={isArabic || undefined}
    >
      {text}
    </span>
  );
}

type LineProps = { names: readonly string[]; className?: string | undefined; children: ReactNode };

/** Draws names, each a `bdi`, joined with other text on one line from left to right. */
export function NameLine({ names, className, children }: LineProps) {
  const isArabic = names.some(isArabicScript);
  const all = [classes.name, isArabic && classes.arabic, className];
  return (
    <span className={all.filter(Boolean).join(' ')} data-arabic={isArabic || undefined}>
      {children}
    </span>
  );
}
