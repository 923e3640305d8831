/** Texts of the counter, of its receipts and of the day book, and of the server when it refuses money. */

import type { AdjustmentKind, LedgerAdjustment, PaymentMethod, ReturnKind } from '../ledger.ts';
import type { ReceiptSize } from '../voucher-settings.ts';
import { plural } from './phrases.ts';

export const wayWords: Record<PaymentMethod, string> = {
  cash: 'Cash',
  bank: 'Bank',
  online: 'Online',
  wallet: 'Wallet',
  cheque: 'Cheque',
  marked: 'Marked as paid',
  opening: 'Paid before',
};

export const counterWords = {
  title: 'Counter',
  noRight: 'Money is taken in by who may edit.',
  field: 'Voucher, registration, name or phone',
  hint: 'Scan or type voucher, name or phone',
  find: 'Find',
  waiting: 'Looking …',
  unknown: (text: string) => `Nobody is found for “${text}”.`,
  several: 'Press the number of the family',
  children: (count: number) => plural(count, 'child', 'children'),
  familyOf: (name: string) => `Family of ${name}`,
  nothingOwed: 'Nothing is owed today.',
  scannedPaid: 'Nothing is owed on this voucher any more.',
  credit: (amount: string) => `Credit ${amount}`,
  useCredit: (amount: string) => `Use credit ${amount}`,
  creditLeft: (amount: string) => `${amount} of the credit is left then.`,
  ofCredit: (amount: string) => `credit ${amount}`,
  ahead: 'Paid ahead',
  aheadHint: 'What is paid ahead stays as credit of the family.',
  toFamily: 'Family',
  bill: 'Bill',
  asked: 'Asked today',
  why: 'Why',
  paid: 'Already paid',
  now: 'To pay now',
  nowFor: (name: string, month: string) => `To pay now for ${name}, ${month}`,
  take: (name: string, month: string) => `Bill of ${name}, ${month}`,
  voucher: 'voucher',
  noMonth: 'no month',
  after: (total: string, more: string, day: string) => `${total}, and ${more} after ${day}`,
  dueOn: (total: string, day: string) => `${total}, due ${day}`,
  late: (total: string, day: string) => `${total}, late since ${day}`,
  fined: (amount: string) => `fines ${amount}`,
  waived: (amount: string) => `waived ${amount}`,
  partPaid: (amount: string) => `paid ${amount}`,
  given: 'Given',
  change: 'Change',
  how: 'How',
  account: 'Account',
  noAccount: 'Not stated',
  receivedOn: 'Received on',
  reference: 'Reference',
  chequeNumber: 'Cheque number',
  save: 'Save and print',
  saveCredit: 'Use credit',
  restIsCredit: (amount: string) => `${amount} stays as credit of the family.`,
  leftOver: (amount: string) => `${amount} is left to pay.`,
  badAmount: 'Type an amount.',
  moreThanAsked: 'More than the bill asks.',
  nothing: 'Type how much was paid.',
  needsCheque: 'Type the number of the cheque.',
  lessGiven: 'Less was given than is to be paid.',
  notSaved: 'Not saved.',
  again: 'Press Enter again: it is received once, however often it is sent.',
  lookAgain: 'Look at what is owed: the credit may be used already. It is used once only.',
  saved: (receipt: number, amount: string) => `Receipt ${receipt}: ${amount} received.`,
  creditUsed: (amount: string) => `${amount} of the credit is used.`,
  clear: 'Clear',
  keys: {
    title: 'Keys of the counter',
    enter: 'save, print, clear',
    way: 'how it was paid',
    part: 'a part of it',
    space: 'leave a bill out',
    last: 'last receipt again',
    escape: 'clear',
  },
} as const;

export const receiptWords = {
  title: (receipt: number) => `Receipt ${receipt}`,
  printsOn: { roll: 'prints on 80 mm', a5: 'prints on A5' } satisfies Record<ReceiptSize, string>,
  head: (receipt: number, when: string) => `Receipt ${receipt} · ${when}`,
  shown: 'Receipt',
  print: 'Print',
  duplicate: 'Duplicate',
  printDuplicate: 'Print duplicate',
  send: 'Send receipt',
  told: 'The receipt by message',
  lacksApproval:
    'WhatsApp must approve this text before it reaches who has not written in the last 24 hours.',
  reg: (regNum: string) => `Reg ${regNum}`,
  rest: 'rest',
  part: 'part',
  paidBy: (way: string) => `Paid, ${way.toLowerCase()}`,
  reference: 'Reference',
  given: (amount: string) => `Given ${amount}`,
  change: (amount: string) => `Change ${amount}`,
  credit: 'Credit',
  left: 'Left to pay',
  receivedOn: (day: string) => `Received on ${day}`,
  by: (name: string) => `Received by ${name}`,
  isVoid: (reason: string) => `Void: ${reason}`,
  returned: (kind: ReturnKind, amount: string, day: string) =>
    `${kind === 'bounced' ? 'Bounced' : 'Given back'}: ${amount}, ${day}`,
  noBill: 'No bill',
  receipts: (count: number) => plural(count, 'receipt', 'receipts'),
  void: 'Void',
  voidTitle: (receipt: number) => `Void receipt ${receipt}`,
  voidText:
    'For what was typed by mistake: the payment counts no more, and its bills are owed again. It stays in the book as void.',
  owedAgain: 'Owed again, also what was paid of it as credit:',
  giveBack: 'Give back',
  bounced: 'Cheque bounced',
  returnTitle: (kind: ReturnKind, receipt: number) =>
    kind === 'bounced' ? `Cheque bounced: receipt ${receipt}` : `Give back of receipt ${receipt}`,
  returnText: 'The payment stays in the book of its day; what goes back is owed again.',
  what: 'What happened',
  kinds: { refund: 'Refund', bounced: 'Cheque bounced' } satisfies Record<ReturnKind, string>,
  amount: 'Amount',
  day: 'Day',
  reason: 'Reason',
  cancel: 'Cancel',
  voided: (receipt: number) => `Receipt ${receipt} is void.`,
  wentBack: (receipt: number, amount: string) => `${amount} of receipt ${receipt} went back.`,
} as const;

export const dayBookWords = {
  title: 'Day book',
  today: 'Today',
  day: 'Day of the book',
  list: 'Receipts of the day',
  none: 'Nothing received on this day yet.',
  back: 'Went back',
  net: 'Left after returns',
  received: 'Received',
  said: (count: number) => `Marked as paid, of ${plural(count, 'bill', 'bills')}`,
  print: 'Print day book',
  receipt: 'Receipt',
  family: 'Family',
  way: 'Way',
  clerk: 'Clerk',
  amount: 'Amount',
  byWay: 'By way',
  byClerk: 'By clerk',
  isVoid: 'void',
} as const;

/** The cash of a day, counted by clerk. */
export const cashWords = {
  title: 'Cash of the day',
  of: (clerk: string) => `Cash of ${clerk}`,
  count: 'Count cash',
  countOf: (clerk: string) => `Count cash of ${clerk}`,
  expected: (amount: string) => `Received in cash, less what was given back: ${amount}.`,
  amount: 'Counted amount',
  note: 'Note',
  save: 'Save count',
  saved: 'The count is in the day book.',
  changed: 'The cash of this day changed after the last count. Count it again.',
  counted: ({ amount, when, by, difference }: Record<'amount' | 'when' | 'by' | 'difference', string>) =>
    `Counted ${amount}, ${when}${by === '' ? '' : `, by ${by}`}: ${difference}`,
  /** `difference`: counted minus received; `amount`: the difference without its sign. */
  differs: (difference: number, amount: string) => {
    if (difference === 0) return 'the same as received';
    return difference < 0 ? `${amount} less than received` : `${amount} more than received`;
  },
} as const;

export const billMoneyWords = {
  title: 'Payments',
  none: 'Nothing received for this bill yet.',
  balance: (balance: string, asked: string) => `${balance} left of ${asked}`,
  partOf: (amount: string) => `part of ${amount}`,
  receive: 'Receive payment',
  useCredit: 'Use credit',
  adjust: 'Change what it asks',
  kind: 'What',
  kinds: { fine: 'Fine', waiver: 'Waive', writeOff: 'Write off' } satisfies Record<AdjustmentKind, string>,
  amount: 'Amount',
  save: 'Save',
  adjusted: 'The bill asks another amount now.',
  adjustments: 'Fines and waivers',
  done: {
    fine: 'Fine',
    waiver: 'Waived',
    writeOff: 'Written off',
    carried: 'Asked for by a newer bill',
  } satisfies Record<LedgerAdjustment, string>,
  takeBack: 'Take back',
  takeBackText: 'For what was entered by mistake: the bill asks again what it asked before.',
  takenBack: (reason: string) => (reason === '' ? 'Taken back' : `Taken back: ${reason}`),
} as const;

/** Error sentences of the server about money: why something is refused, and what to do instead. */
export const moneyRefusals = {
  mayNotTakeBack:
    'Your own mark is taken back within ten minutes. After that, or where somebody else has marked it, ask who may delete.',
  otherPayments: (bills: number) =>
    bills === 1
      ? 'Money was received for this bill, or a part of it was waived. Void the payment, or give the money back, instead of changing the status.'
      : `Money was received for ${plural(bills, 'bill', 'bills')} of these, or a part was waived. Void the payments, or give the money back, instead of changing the status.`,
  isInBank: ([first, ...others]: readonly number[]) => {
    const receipts = `receipt ${first}${others.length > 0 ? ` and ${plural(others.length, 'other', 'others')}` : ''}`;
    return `The bank has this money: rows of a bank file answer to ${receipts}. Undo that bank file, or void the payment; both are for who may delete.`;
  },
  isCarried:
    'What was left of this bill is asked for by a newer one, as arrears. Take the payment in there, or delete that bill first.',
  moneyStands:
    'Money stands on this bill: its amounts, invoice number and registration stay as they are. Void the payment first.',
  arrearsPaid:
    'Money stands on this bill, and an older one is asked for in it: what it asks of that stays as it is. Void the payment first.',
  monthPaid:
    'Money stands on a bill that asks for an older one, and would be of no later month than that. Void the payment first.',
  clientIDUsed: 'This was sent before with something else in it. Look whether it was saved, and begin anew.',
  notOwed: 'Nothing is owed on this bill any more.',
  moreThanOwed: 'This is more than the bill asks. Leave the rest as credit.',
  moreThanPayment: 'More is set against bills than was received.',
  creditUsed: 'This credit is used already, or a part of it. Look at what is left of it, and begin anew.',
  twice: 'This bill is named twice.',
  noBill: 'Name the bills, or one of the family’s.',
  futureDay: 'Money cannot have come in on a day to come.',
  voidAlready: 'This payment is void already.',
  isVoid: 'This payment is void: nothing of it can go back.',
  isReturned: 'Something of this payment went back, so it stays in the books. Give the rest back instead.',
  moreThanLeft: 'More cannot go back than is left of the payment.',
  bouncedWhole: 'A cheque that bounced was never paid: nothing of it can have gone back before.',
  sayWhy: 'Say why the money goes back.',
  notCheque: 'Only a cheque bounces. Give the money back as a refund.',
  accountEnded: 'This account is not in use any more.',
  noBankFile: 'A cash desk has no bank file: choose a bank account, a wallet or a biller.',
  rowNotSaved: 'This row cannot be saved: it counts already, is no income, or has no day.',
  notJoined: 'No payment is there that this row could be.',
  notWaived: 'Only the late fine of a bill whose total came in is waived with a bank file.',
  fileUndone: 'This bank file is undone already.',
  fileReturned: (receiptNo: number) =>
    `Something of receipt ${receiptNo} went back, so the file stays in the books. Void its other payments one by one.`,
  wordNeedsDelete:
    'Such a word closes a bill on which money is still owed, which is for who may delete. Mark it as paid where it was paid.',
  needsDelete: 'More than the late fine is waived, and anything written off, by who may delete.',
  mayNotVoid:
    'Your own is taken back within ten minutes. After that, or where somebody else has entered it, ask who may delete.',
  cashOfAnother: 'You count your own cash. That of another is counted by who may delete.',
  adjustmentVoid: 'This is taken back already.',
  carriedStays:
    'What was left of this bill is asked for by a newer one, as arrears. It comes back when that bill is deleted.',
  carriedSince:
    'What was left of this bill is asked for by a newer one, and this is a part of it. Change what the newer bill asks instead.',
  waivedByBank: 'A bank file has waived this with its payment. Undo that bank file instead.',
  finePaid: 'This fine is paid. Give its amount back of the payment first, then take the fine back.',
  moreThanBalance: 'No more can be waived than is owed today.',
} as const;

/** Why a payment is void, if no person gave a reason. */
export const moneyReasons = { importUndone: 'The import that said it was undone.' } as const;
