/** Words of banks for the direction of money and for the status of a payment. */
import type { BankDirection } from '../../money/bank.ts';

const marks: Readonly<Partial<Record<BankDirection, RegExp>>> = {
  in: /^(?:c|cr|credit|credits|deposit|in|\+)$/,
  // MT940 marks the reversal of a credit with RC: the money went out again.
  out: /^(?:d|dr|debit|debits|withdrawal|out|-|rc)$/,
  back: /^rd$/,
  // Entries that a bank only expects or has not booked yet: EC and ED in MT940, the others in CAMT.053.
  none: /^(?:ec|ed|pdng|info|futr)$/,
};

/** The direction that a mark means; undefined if the mark is not a usual one. */
export function directionOfMark(text: string): BankDirection | undefined {
  const mark = text.trim().toLowerCase().replace(/\.$/, '');
  const found = Object.entries(marks).find(([, words]) => words.test(mark));
  return found?.[0] as BankDirection | undefined;
}

const succeeded =
  /^(?:success(?:ful(?:ly)?)?|succeeded|paid|completed?|approved|posted|settled|cleared|credited|booked|ok)$/;
const failed =
  /^(?:un|not )|^(?:fail|declin|reject|revers|refund|return|cancel|pending|process|in ?process|initiat|expir|time|error|bounc|void|hold|on hold|dispute)/;

/** Whether a status means that the money came in; undefined if it is not a usual one. */
export function outcomeOfStatus(text: string): 'in' | 'none' | undefined {
  const status = text.trim().toLowerCase().replace(/[.!]$/, '');
  if (succeeded.test(status)) return 'in';
  return failed.test(status) ? 'none' : undefined;
}
