/** Error sentences of the server about money: why something is refused, and what to do instead. */
import { plural } from './plural.ts';

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
