/**
 * The answers to a parent who writes `balance`, in English and Urdu: texts with placeholders, like any other message.
 */

/** `sign`: the currency sign of the campus. A value that no bill of the family has is left out of all lines. */
export type BalanceLines = {
  sign: string;
  hasMonth: boolean;
  hasDay: boolean;
  isSum: boolean;
  hasLink: boolean;
};
export type ReplyLanguage = 'en' | 'ur';

/** In an Urdu line, isolate marks keep a currency sign of Latin letters before its amount. */
const apart = (text: string): string => `\u2068${text}\u2069`;

/** Direction marks for a line that begins with a value, so that the line runs in the direction of its own words. */
const fromLeft = '\u200e';
const fromRight = '\u200f';

const lines = (list: readonly (string | false)[]): string => list.filter((line) => line !== false).join('\n');

export const balanceWords: Record<
  ReplyLanguage,
  { open: (lines: BalanceLines) => string; nothingOpen: string }
> = {
  en: {
    open: ({ sign, hasMonth, hasDay, isSum, hasLink }) =>
      lines([
        `${fromLeft}{{campus}}, payable today:`,
        `${fromLeft}{{name}}${hasMonth ? ', {{month}} {{year}}' : ''}: ${sign} {{payable}}${hasDay ? ', due date {{dueDate}}' : ''}`,
        isSum && `Total: ${sign} {{familyTotal}}`,
        hasLink && 'Bills and vouchers: {{link}}',
      ]),
    nothingOpen: `${fromLeft}{{campus}}: nothing is to be paid. Thank you.`,
  },
  ur: {
    open: ({ sign, hasMonth, hasDay, isSum, hasLink }) =>
      lines([
        `${fromRight}{{campus}}، آج واجب الادا فیس:`,
        `${fromRight}{{name}}${hasMonth ? `، ${apart('{{month}} {{year}}')}` : ''}: ${apart(`${sign} {{payable}}`)}${hasDay ? '، آخری تاریخ {{dueDate}}' : ''}`,
        isSum && `کل: ${apart(`${sign} {{familyTotal}}`)}`,
        hasLink && 'بل اور واؤچر: {{link}}',
      ]),
    nothingOpen: `${fromRight}{{campus}}: کوئی فیس واجب الادا نہیں۔ شکریہ۔`,
  },
};
