import type { FamilyBill } from '#shared/calls/chat.ts';
import { mostOfFamily } from '#shared/limits.ts';
import type { Scope } from '../../auth/scope.ts';
import { oneNumber } from '../../chat/rules.ts';
import { type FullBill, listBillsWhole } from '../bills/queries.ts';
import { toBill } from '../bills/rules.ts';
import { findGroups } from '../groups/queries.ts';
import { listBillIDsOfLatest, listBillIDsOfRegNums, listBillsTold } from './queries.ts';
import { inOrder } from './rules.ts';

/** What is read to find them: a family is written to a few times a month, and has a bill of each child in each. */
const messagesRead = 100;
const billsRead = 200;
/** A year of months: 60,000 bills are looked through in about ten milliseconds. */
const billingsRead = 12;

/**
 * The bills of the campus that have the number that was typed, with their billings' names: those it was written
 * to about, all others of the same children, and those of the latest billings.
 */
export async function listFamilyBills(scope: Scope, typed: string): Promise<FamilyBill[]> {
  const number = oneNumber(typed, scope.campus.country);
  if (number === undefined) return [];
  const hasNumber = ({ numbers }: FullBill): boolean => numbers.split(' ').includes(number);
  const known = [
    ...(await listBillIDsOfLatest(scope, number, billingsRead)),
    ...(await listBillsTold(scope, number, messagesRead)),
  ];
  const found = (await listBillsWhole(scope, [...new Set(known)].slice(0, billsRead))).filter(hasNumber);
  const regNums = [...new Set(found.flatMap(({ regNum }) => (regNum === null ? [] : [regNum])))];
  const ofChildren = await listBillsWhole(scope, await listBillIDsOfRegNums(scope, regNums, billsRead));
  const bills = new Map([...found, ...ofChildren.filter(hasNumber)].map((bill) => [bill.id, bill]));
  const billings = await findGroups(scope, [...new Set([...bills.values()].map(({ groupID }) => groupID))]);
  const nameOf = new Map(billings.map(({ id, name }) => [id, name]));
  return inOrder([...bills.values()], billings)
    .slice(0, mostOfFamily)
    .map(({ numbers: _numbers, ...bill }) => ({ ...toBill(bill), billing: nameOf.get(bill.groupID) ?? '' }));
}
