/** Texts of the family pane: the payer, the numbers, children, bills and messages. */
import { plural } from './plural.ts';

const messages = (count: number): string => plural(count, 'message', 'messages');

export const familyWords = {
  title: 'Family',
  familyTab: 'Family',
  chatTab: 'Chat',
  tabs: 'Family or chat',
  unread: (count: number) => `${count} unread`,
  /** If the payer is unknown. */
  of: (name: string) => `Family of ${name}`,
  gone: 'This family is not here any more.',
  call: (number: string) => `Call ${number}`,
  payable: 'Payable today',
  credit: (amount: string) => `Credit ${amount}`,
  nothingOpen: 'Nothing open',
  bill: 'Bill',
  /** What an open bill asks today, or what was received for a paid one. */
  amount: 'Amount',
  late: (more: string) => `late, +${more}`,
  lateAlone: 'late',
  partPaid: (amount: string) => `${amount} paid`,
  due: (day: string) => `due ${day}`,
  earlier: (count: number) => `${plural(count, 'earlier bill', 'earlier bills')}, all paid`,
  fewer: 'Fewer bills',
  nothingSince: (month: string) => `Nothing billed since ${month}`,
  nothingYet: 'Nothing billed yet',
  showBill: (name: string, month: string) => `Bill of ${name}, ${month}`,
  messages: 'Messages',
  noMessages: 'Nothing was sent to this family yet.',
  numbers: 'Numbers',
  showNumbers: 'Numbers of the family',
  noNumber: 'No number yet',
  optedOut: 'gets no messages',
  label: (number: string) => `What ${number} is for`,
  labelHint: 'Father, mother …',
  labels: ['Father', 'Mother', 'Guardian'],
  correct: 'Correct',
  correctOf: (number: string) => `Correct ${number}`,
  add: 'Add number',
  right: 'Right number',
  forWhom: 'For',
  everywhere:
    'It changes in their bills of every month and in the student list. Messages that wait go to the right number.',
  corrected: (number: string, moved: number) =>
    `${number} is their number now.${moved > 0 ? ` ${messages(moved)} that waited ${moved === 1 ? 'goes' : 'go'} there.` : ''}`,
  onTheirWay: (count: number) =>
    `${messages(count)} ${count === 1 ? 'was' : 'were'} already going to the old number: see in Messages whether ${count === 1 ? 'it' : 'they'} arrived.`,
  landline: 'It is a landline: WhatsApp may not reach it.',
  link: 'Link for parents',
  linkNumber: 'Number',
  linkOf: (number: string) => `Page of ${number}`,
  linkHint:
    'Whoever has it sees the bills of this number, without signing in. It ends 30 days after the last is settled.',
  copyLink: 'Copy link',
  copied: 'Copied',
  openLink: 'Open',
  revoke: 'Revoke',
  revokeTitle: 'Revoke the link',
  revokeText:
    'It leads nowhere any more, also where it stands in messages and on vouchers. The next message or voucher has a new one.',
  revoked: 'The link leads nowhere any more.',
  undone: 'The number is what it was.',
  tooLate: 'It cannot be taken back: it was changed since, or too much time has passed.',
} as const;
