/** Finds the bill of a consumer number, and what is payable for it today. */
import { dayIn } from '#shared/time/dates.ts';
import type { Scope } from '../../auth/scope.ts';
import { mapOwnCredit } from '../../ledger/credits/credits.ts';
import { withCharges } from '../../ledger/ledger.ts';
import type { PushAccount } from '../push-setup/setup-queries.ts';
import { type InquiryAnswer, refuseInquiry, tellBill } from '../push-wire/wire-rules.ts';
import { type ConsumerBill, findAuthID, listOfStudents, listOfVouchers } from './consumers-queries.ts';
import {
  answerAbout,
  chooseBill,
  chooseReading,
  type FoundBill,
  possibleNumbers,
  spelled,
} from './consumers-rules.ts';

const invNoOf = ({ invNo }: ConsumerBill) => invNo;
const regNumOf = ({ regNum }: ConsumerBill) => regNum;

/**
 * Finds the bill by the kind of number that is printed on vouchers. Bills without that kind of number are found by the
 * other kind.
 */
async function findReading(
  scope: Scope,
  numbering: PushAccount['numbering'],
  number: string,
): Promise<FoundBill> {
  const numbers = spelled(number);
  if (numbering === 'voucher') {
    const vouchers = chooseBill(await listOfVouchers(scope, numbers), number, invNoOf);
    if (vouchers.kind !== 'none') return vouchers;
    const students = (await listOfStudents(scope, numbers)).filter(({ invNo }) => invNo === null);
    return chooseBill(students, number, regNumOf);
  }
  const students = chooseBill(await listOfStudents(scope, numbers), number, regNumOf);
  if (students.kind !== 'none') return students;
  const vouchers = (await listOfVouchers(scope, numbers)).filter(({ regNum }) => regNum === null);
  return chooseBill(vouchers, number, invNoOf);
}

/** Finds the bill of a consumer number. */
export async function findConsumerBill(
  scope: Scope,
  { prefix, numbering }: PushAccount,
  consumerNumber: string,
): Promise<FoundBill> {
  const readings: FoundBill[] = [];
  for (const number of possibleNumbers(consumerNumber, prefix))
    readings.push(await findReading(scope, numbering, number));
  return chooseReading(readings);
}

/** Answers a biller's inquiry about a consumer number. */
export async function answerInquiry(
  scope: Scope,
  { account, consumerNumber, now }: { account: PushAccount; consumerNumber: string; now: Date },
): Promise<InquiryAnswer> {
  const found = await findConsumerBill(scope, account, consumerNumber);
  if (found.kind !== 'bill') return refuseInquiry(found.kind === 'none' ? '01' : '02');
  const [bill] = await withCharges(scope, [found.bill]);
  if (!bill) return refuseInquiry('01');
  const today = dayIn(scope.campus.timeZone, now);
  const authID = (await findAuthID(scope, bill.id)) ?? null;
  const own = (await mapOwnCredit(scope, [bill])).get(bill.id);
  return tellBill(answerAbout(bill, { today, rules: scope.campus, authID, own }));
}
