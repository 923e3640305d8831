/** Texts of the counter, of receipts and the day book, and the server's errors about money. */

import type {
  AdjustmentKind,
  LedgerAdjustment,
  PaymentMethod,
  ReturnKind,
  WaivedPart,
} from '../money/ledger.ts';
import type { ReceiptSize } from '../money/voucher-settings.ts';
import { plural } from '../text/phrases.ts';
import { formatDay } from '../time/dates.ts';

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
  notNow: 'not now',
  staysOpen: 'Stays open',
  nothingStaysOpen: 'Nothing stays open',
  title: 'Counter',
  noRight: 'You need the right to edit bills to receive money.',
  field: 'Voucher, registration, name or phone',
  hint: 'Scan or type voucher, name or phone',
  find: 'Find',
  waiting: 'Looking …',
  unknown: (text: string) => `Nobody was found for “${text}”.`,
  several: 'Press the number beside the family',
  children: (count: number) => plural(count, 'child', 'children'),
  familyOf: (name: string) => `Family of ${name}`,
  nothingOwed: 'Nothing is owed today.',
  scannedPaid: 'Nothing more is owed on this voucher.',
  credit: (amount: string) => `Credit ${amount}`,
  useCredit: (amount: string) => `Use credit ${amount}`,
  /** Credit belongs to a child. */
  useForSiblings: 'Also for siblings',
  creditLeft: (amount: string) => `${amount} of the credit will be left.`,
  ofCredit: (amount: string) => `credit ${amount}`,
  ahead: 'Paid ahead',
  aheadHint: 'An amount paid ahead stays as credit of the family.',
  toFamily: 'Family',
  bill: 'Bill',
  payableToday: 'Payable today',
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
  how: 'Method',
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
  moreThanPayable: 'More than is payable for the bill.',
  nothing: 'Type the amount that was paid.',
  needsCheque: 'Type the number of the cheque.',
  lessGiven: 'The amount given is less than the amount to pay.',
  notSaved: 'Not saved.',
  again: 'Press Enter again: the payment is saved only once, however often you press it.',
  lookAgain: 'Check what is owed: the credit may already be used. It is never used twice.',
  saved: (receipt: number, amount: string) => `Receipt ${receipt}: ${amount} received.`,
  creditUsed: (amount: string) => `${amount} of the credit was used.`,
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
  byMessage: 'Receipt by message',
  lacksApproval:
    'WhatsApp must approve this text before it reaches families who have not written in the last 24 hours.',
  reg: (regNum: string) => `Reg ${regNum}`,
  rest: 'rest',
  part: 'part',
  paidBy: (way: string) => `Paid, ${way.toLowerCase()}`,
  reference: 'Reference',
  given: (amount: string) => `Given ${amount}`,
  change: (amount: string) => `Change ${amount}`,
  credit: 'Credit',
  advance: 'Advance',
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
    'Use this for a payment entered by mistake. It no longer counts, and its bills are owed again. It stays in the day book as void. If its day is closed or its cash is counted, the void is booked today.',
  owedAgain: 'Owed again, including bills paid from its credit:',
  giveBack: 'Give back',
  bounced: 'Cheque bounced',
  returnTitle: (kind: ReturnKind, receipt: number) =>
    kind === 'bounced' ? `Cheque bounced: receipt ${receipt}` : `Give money back: receipt ${receipt}`,
  returnText: 'The payment stays in the day book of its day. The amount given back is owed again.',
  what: 'What happened',
  kinds: { refund: 'Refund', bounced: 'Cheque bounced' } satisfies Record<ReturnKind, string>,
  amount: 'Amount',
  day: 'Day',
  reason: 'Reason',
  cancel: 'Cancel',
  voided: (receipt: number) => `Receipt ${receipt} is void.`,
  wentBack: (receipt: number, amount: string) => `${amount} of receipt ${receipt} was given back.`,
} as const;

export const dayBookWords = {
  title: 'Day book',
  today: 'Today',
  day: 'Day of the book',
  list: 'Receipts of the day',
  none: 'Nothing was received on this day yet.',
  back: 'Returned',
  /** Kinds of money that went back. */
  backKinds: { refund: 'Refund', bounced: 'Cheque bounced', voided: 'Void' } satisfies Record<
    ReturnKind | 'voided',
    string
  >,
  concerns: (day: string) => `receipt of ${formatDay(day)}, which was closed`,
  net: 'Left after returns',
  received: 'Received',
  markedPaid: (count: number) => `Marked as paid, on ${plural(count, 'bill', 'bills')}`,
  print: 'Print day book',
  receipt: 'Receipt',
  family: 'Family',
  way: 'Method',
  clerk: 'Clerk',
  amount: 'Amount',
  byWay: 'By method',
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
  hidden: 'after the count',
  countFirst: 'Count the money in the drawer. What it should be is shown after the count.',
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
  balance: (balance: string, charged: string) => `${balance} left of ${charged}`,
  partOf: (amount: string) => `part of ${amount}`,
  receive: 'Receive payment',
  useCredit: 'Use credit',
  adjust: 'Add a fine or waiver',
  kind: 'What',
  kinds: { fine: 'Fine', waiver: 'Waive', writeOff: 'Write off' } satisfies Record<AdjustmentKind, string>,
  amount: 'Amount',
  save: 'Save',
  adjusted: 'The amount of the bill has changed.',
  adjustments: 'Fines and waivers',
  done: {
    fine: 'Fine',
    waiver: 'Waived',
    writeOff: 'Written off',
    carried: 'Included in a newer bill',
  } satisfies Record<LedgerAdjustment, string>,
  lateFineWaived: 'Late fine waived',
  of: 'Waive from',
  parts: { lateFine: 'Late fine', fee: 'Fee' } satisfies Record<WaivedPart, string>,
  takeBack: 'Take back',
  takeBackText: 'Use this for an entry made by mistake. The bill gets back its former amount.',
  takenBack: (reason: string) => (reason === '' ? 'Taken back' : `Taken back: ${reason}`),
} as const;

/** Error sentences of the server about money: why something is refused, and what to do instead. */
export const moneyRefusals = {
  booksClosed: (until: string) =>
    `The books are closed until ${formatDay(until)}. Choose a later day, or ask an owner to open the books.`,
  sheetIsClosed: (until: string) =>
    `The file says that bills were paid on or before ${formatDay(until)}, until when the books are closed. Give a later day of payment, or ask an owner to open the books.`,
  todayStaysOpen: 'Close the books until yesterday or an earlier day.',
  cashIsCounted: (day: string) =>
    `Your cash of ${formatDay(day)} is counted, so no cash is added to that day. An owner, or somebody whose cash is not counted yet, may enter it.`,
  loweringNeedsDelete:
    'This makes the bill charge less. Ask a person with the right to delete, or waive a part of the late fine.',
  whyLowered: 'This makes the bill charge less. Write the reason; it stands in the report of concessions.',
  otherFamilyNeedsDelete:
    'This money belongs to a child of another family. Ask a person with the right to delete, or receive it for the family that pays.',
  whyOtherFamily:
    'This money belongs to a child of another family. Write why it pays this bill; the audit log keeps the reason.',
  mayNotTakeBack:
    'You can take back your own mark within ten minutes. After that, or if somebody else marked the bill, ask a person with the right to delete.',
  otherPayments: (bills: number) =>
    bills === 1
      ? 'Money was received for this bill, or a part of it was waived. Instead of changing the status, void the payment or give the money back.'
      : `Money was received for ${plural(bills, 'bill', 'bills')} of these, or a part was waived. Instead of changing the status, void the payments or give the money back.`,
  isInBank: ([first, ...others]: readonly number[]) => {
    const receipts = `receipt ${first}${others.length > 0 ? ` and ${plural(others.length, 'other', 'others')}` : ''}`;
    return `This money was seen in the bank: rows of a bank file belong to ${receipts}. Undo that bank file or void the payment; both need the right to delete.`;
  },
  isCarried:
    'A newer bill includes what is left of this bill as arrears. Receive the payment on the newer bill, or delete the newer bill first.',
  holdMoney: (bills: number, amount: string) =>
    `${plural(bills, 'bill holds', 'bills hold')} ${amount}. Void these payments first, or move the money to credit.`,
  moneyStands:
    'Money was received for this bill, so its amounts, invoice number and registration cannot be changed. Void the payment first.',
  arrearsPaid:
    'Money was received for this bill, which includes an older bill, so its arrears cannot be changed. Void the payment first.',
  monthPaid:
    'Money was received for a bill that includes an older bill, and with this change it would no longer be the later one. Void the payment first.',
  notOwed: 'Nothing more is owed on this bill.',
  moreThanOwed: 'This is more than is payable for the bill. Leave the rest as credit.',
  moreThanPayment: 'The amounts for the bills are more than was received.',
  creditUsed: 'This credit, or a part of it, is already used. Check how much is left, and start again.',
  twice: 'This bill is in the list twice.',
  noBill: 'Choose the bills, or one bill of the family.',
  returnBeforePayment: 'Money cannot be returned before the day on which it was received.',
  sameReference: (receiptNo: number, reference: string) =>
    `Receipt ${receiptNo} has the reference ${reference} too. Is this another payment?`,
  sameCash: (receiptNo: number) =>
    `Receipt ${receiptNo} of the same family, for the same amount in cash, is less than a minute old. Is this another payment?`,
  cashInBank: (title: string) => `${title} is not a cash desk. Was this cash paid into it?`,
  lateCash: (days: number) =>
    `Cash of ${days === 0 ? 'an earlier day' : `more than ${plural(days, 'day', 'days')} ago`} needs the right to delete. Ask a person who has it.`,
  yearAgo: (day: string) => `${day} is more than a year ago. Is that right?`,
  otherYear: (day: string) => `${day} is in another year. Is that right?`,
  beforeBill: (day: string) => `On ${day} the bill did not exist yet. Is that right?`,
  futureDay: 'Money cannot be received on a future day.',
  earlyDay: 'Money cannot be received before the year 2000.',
  voidAlready: 'This payment is already void.',
  isVoid: 'This payment is void, so nothing can be given back.',
  isReturned: 'A part of this payment was given back, so it cannot be voided. Give the rest back instead.',
  moreThanLeft: 'You cannot give back more than is left of the payment.',
  bouncedWhole: 'A part of this payment was already given back, so the cheque cannot have bounced.',
  sayWhy: 'Say why the money is given back.',
  notCheque: 'Only a cheque can bounce. Give the money back as a refund.',
  accountEnded: 'This account is not in use any more.',
  noBankFile: 'A cash desk has no bank file: choose a bank account, a wallet or a biller.',
  rowNotSaved:
    'This row cannot be saved: it is already counted, is not income, has no date, or is of a day whose books are closed.',
  notJoined: 'There is no payment that matches this row.',
  notWaived: 'A bank file can waive only the late fine, and only if the total of the bill was paid.',
  fileUndone: 'This bank file is already undone.',
  fileReturned: (receiptNo: number) =>
    `A part of receipt ${receiptNo} was given back, so the file cannot be undone. Void its other payments one by one.`,
  wordNeedsDelete:
    'This status closes a bill on which money is still owed, which needs the right to delete. If the bill was paid, mark it as paid.',
  needsDelete: 'You need the right to delete to write off an amount, or to waive more than the late fine.',
  mayNotVoid:
    'You can take back your own entry within ten minutes. After that, or if somebody else made it, ask a person with the right to delete.',
  cashOfAnother:
    'You can count only your own cash. You need the right to delete to count the cash of another person.',
  adjustmentVoid: 'This is already taken back.',
  carriedStays:
    'A newer bill includes what is left of this bill as arrears. To take this back, delete the newer bill.',
  carriedSince:
    'A newer bill includes what is left of this bill, also this amount. Change the amount of the newer bill instead.',
  waivedByBank: 'A bank file waived this together with a payment. Undo that bank file instead.',
  finePaid: 'This fine is paid. First give its amount back from the payment, then take the fine back.',
  moreThanBalance: 'You cannot waive more than is owed today.',
  paidAlready:
    'This much is not owed any more, because it is paid. First give the amount back from the payment, then enter the discount.',
  moreThanLateFine: 'This is more than the late fine of today. Waive the rest from the fee.',
} as const;

/** Why a payment is void, if no person gave a reason. */
export const moneyReasons = {
  importUndone: 'The import that reported the payment was undone.',
  /** A restore finds the marks of a bill by this text. */
  billDeleted: 'The bill was deleted.',
} as const;
