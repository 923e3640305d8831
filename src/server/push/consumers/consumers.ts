/** Which bill a consumer number means, and what it asks today. */
import { dayIn } from '#shared/dates.ts';
import type { Scope } from '../../auth/scope.ts';
import { withAsked } from '../../billing/ledger/ledger.ts';
import type { PushAccount } from '../setup/setup-queries.ts';
import { type InquiryAnswer, refuseInquiry, tellBill } from '../wire/wire-rules.ts';
import { type ConsumerBill, findAuthID, listOfStudents, listOfVouchers } from './consumers-queries.ts';
import { chooseBill, chooseReading, type Meant, numbersIn, spelled, tellOf } from './consumers-rules.ts';

const invNoOf = ({ invNo }: ConsumerBill) => invNo;
const regNumOf = ({ regNum }: ConsumerBill) => regNum;

/** Finds the bill by the kind of number that stands on vouchers. A bill without it has the other number. */
async function findReading(
  scope: Scope,
  numbering: PushAccount['numbering'],
  number: string,
): Promise<Meant> {
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

/** The bill that a consumer number means. */
export async function findMeant(
  scope: Scope,
  { prefix, numbering }: PushAccount,
  consumerNumber: string,
): Promise<Meant> {
  const readings: Meant[] = [];
  for (const number of numbersIn(consumerNumber, prefix))
    readings.push(await findReading(scope, numbering, number));
  return chooseReading(readings);
}

/** The answer to a biller's inquiry about a consumer number. */
export async function answerInquiry(
  scope: Scope,
  { account, consumerNumber, now }: { account: PushAccount; consumerNumber: string; now: Date },
): Promise<InquiryAnswer> {
  const meant = await findMeant(scope, account, consumerNumber);
  if (meant.kind !== 'bill') return refuseInquiry(meant.kind === 'none' ? '01' : '02');
  const [bill] = await withAsked(scope, [meant.bill]);
  if (!bill) return refuseInquiry('01');
  const today = dayIn(scope.campus.timeZone, now);
  const authID = (await findAuthID(scope, bill.id)) ?? null;
  return tellBill(tellOf(bill, { today, rules: scope.campus, authID }));
}
