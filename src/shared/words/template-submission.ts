/** Texts about submitting templates, and about why a text would not be approved. */
import type { PlaceholderName } from '../placeholders.ts';
import { plural } from './plural.ts';

/** Why a text would be refused, each with how to solve it. The numbers are WhatsApp's refusal codes. */
export const approvalProblems = {
  onlyValues: 'WhatsApp wants to read what the message is about. Write a sentence around the values.',
  /** 2388299 */
  first: 'The text begins with a value. Write a word before it, such as “Dear parent of”.',
  last: 'The text ends with a value. Write a few words after it, such as “Thank you”.',
  adjacent: 'Two values stand side by side. Write a word or a sign between them.',
  /** 2388293 */
  tooMany: (slots: number, words: number, needed: number) =>
    `${plural(slots, 'value', 'values')} among ${plural(words, 'word', 'words')} are too many. Write at least ${needed} words, or use fewer values.`,
  /** 2388040 */
  tooLong: (length: number, most: number) =>
    `The text has ${length.toLocaleString('en-US')} characters; a template takes at most ${most.toLocaleString('en-US')}. Shorten it.`,
  /** 2388072 */
  spaces: 'There are tabs, or more than four spaces in a row. Take them out.',
  lines: 'There are more than two empty lines in a row. Take some out.',
  braces: 'Double braces are for values alone. Take the others out.',
  foreignMedia: 'WhatsApp wants to see the picture or video. Upload it here instead of giving an address.',
} as const;

export const submissionWords = {
  notNeeded:
    'The WhatsApp number of this campus sends without approved templates. There is nothing to submit.',
  notReached: (reason: string) => `WhatsApp could not be asked: ${reason}`,
  refused: (reason: string) => `WhatsApp did not take the template: ${reason}`,
  /** At most 25 characters. */
  stopButton: 'Stop messages',
} as const;

/** Example values for the reviewers of a template, if the campus has no bill to take them from. */
export const exampleValues: Record<PlaceholderName, string> = {
  name: 'Ayesha Khan',
  regNum: '10234',
  invNo: 'INV-1042',
  total: '12,500',
  dueDate: '10 Nov 2026',
  expiryDate: '25 Nov 2026',
  issueDate: '1 Nov 2026',
  amountAfterDueDate: '13,500',
  payable: '12,500',
  payableUntil: '10 Nov 2026',
  paid: '5,000',
  balance: '7,500',
  familyTotal: '25,000',
  month: 'November',
  year: '2026',
  status: 'unpaid',
  heads: 'Tuition Fee 12,000, Library 500',
  campus: 'Girls Campus',
  link: 'https://fees.example.org/p/Xk3vQ9aTn2LrB7mWc5dY0g',
  receiptNo: '1042',
  received: '5,000',
  receivedOn: '5 Nov 2026',
  method: 'Cash',
};
