/** A biller that reports payments from banking apps and repeats each report without an answer. */
import { calls } from '#shared/calls/all.ts';
import { type Chance, one } from '../support/fault-random.ts';
import type { Desk } from './clerk.ts';
import { dayAgo, dueOn, findOwed, listBillIDs, type Owed } from './owed.ts';
import type { World } from './world.ts';

const title = '1Bill';
const prefix = '100422';
const login = { username: '1link', password: 'a-password-of-theirs' };

type Fields = Record<string, string>;
/** A payment as the biller keeps it, in rupees. */
type Report = { key: string; amount: number; fields: Fields; isTaken?: true };

export function createBiller(world: World, desk: Desk) {
  const { book, broken, covered, timeline, rules, computer } = world;
  const { ask, attempt, rowsOf, someGroup } = desk;
  let path = '';
  let lastAuth = 100_000;

  /** The address that the biller calls. Undefined when the call got no answer. */
  async function needPush(): Promise<string | undefined> {
    const setup = await ask<{ path: string | null; isOn: boolean }>(calls.getPush);
    if (!setup || setup.isOn) return setup?.path ?? undefined;
    const listed = await ask(calls.listMoneyAccounts);
    if (!listed) return undefined;
    const existing = rowsOf(listed).find((account) => account.title === title);
    const body = { kind: 'biller', title, prefix };
    const account = existing ?? (await ask<{ id: number }>(calls.addMoneyAccount, { body }));
    if (!account) return undefined;
    const push = { accountID: Number(account.id), userName: login.username, password: login.password };
    await attempt(calls.savePush, { body: { ...push, isOn: true } });
    return (await ask<{ path: string | null }>(calls.getPush))?.path ?? undefined;
  }

  /** A bill that can be paid in an app: no other bill of the campus has its invoice number. */
  function somePayable(chance: Chance): Owed | undefined {
    const ids = listBillIDs(world, someGroup(chance)?.id ?? 0, chance.happens(0.8));
    const bill = findOwed(world, one(chance, ids) ?? 0);
    const like = rules.read<{ id: number }>(
      'select id from bill where "invNo" = ? and "campusID" = ?',
      bill?.invNo ?? '',
      world.place.campusID,
    );
    return like.length === 1 ? bill : undefined;
  }

  /** Reports the payment and returns the response code. Undefined without an answer, or when it could not be done. */
  async function say({ fields }: Report): Promise<string | undefined> {
    const answer = await computer.ask({
      method: 'POST',
      url: `${path}/BillPayment`,
      headers: { 'content-type': 'application/json', ...login },
      body: JSON.stringify(fields),
    });
    const code = (answer?.body as Fields | undefined)?.response_Code;
    world.note(`biller: ${JSON.stringify(fields)} -> ${answer ? `${answer.status} ${code}` : 'nobody'}`);
    if (answer?.status === 200 && code === '05' && !computer.isFull())
      broken('no call fails', `a biller was answered ${JSON.stringify(answer.body)}`);
    // A restored store may be from before push was set up.
    if (answer?.status !== 200 || code === '05') return undefined;
    return code;
  }

  /** Notes that the payment must be in the books from now on. */
  function noteTaken({ key, amount }: Report): void {
    const [row] = rules.read<{ id: number }>(
      `select id from payment where source = 'push' and "sourceKey" = ? order by id limit 1`,
      key,
    );
    if (!row) broken('every payment confirmed to a biller is in the books', key);
    if (!row) return;
    const { id } = row;
    if (!book.receipts.some((receipt) => receipt.id === id && receipt.at > book.restoredAt))
      book.receipts.push({ id, amount, method: 'online', isVoid: false, at: timeline.now() });
    for (const billID of rules.money.listPaidBy([{ id }])) book.paid.set(billID, timeline.now());
  }

  /** Returns whether the report was answered. `isAgain`: it was accepted before. */
  async function tell(one: Report, isAgain: boolean): Promise<boolean> {
    const since = timeline.now();
    const code = await say(one);
    if (code === undefined) return false;
    // The clock of the computer may be years ahead.
    if (code === '04') return true;
    if (code === '00') one.isTaken = true;
    if (isAgain && code !== '03' && book.restoredAt < since - 600_000)
      broken('a repeated report of a biller posts nothing', `${one.key} was answered ${code}`);
    if (!computer.isUp() || (code !== '00' && code !== '03')) return true;
    covered(code === '00' ? 'money: pushed' : 'money: pushed again');
    if (code === '00') noteTaken(one);
    rules.money.check();
    return true;
  }

  async function push(chance: Chance): Promise<void> {
    const found = await needPush();
    if (found === undefined) return;
    path = found;
    const bill = somePayable(chance);
    const day = dayAgo(world, 0);
    if (!bill?.invNo) return;
    const due = Math.max(dueOn(day, bill), 1);
    const amount = Math.max(1, Math.round(due * (one(chance, [0.5, 1, 1, 1, 1.2]) ?? 1)));
    lastAuth += 1;
    const date = day.replaceAll('-', '');
    const fields = {
      ...{ consumer_number: `${prefix}${bill.invNo}`, tran_auth_id: String(lastAuth), tran_date: date },
      ...{ transaction_amount: String(amount * 100).padStart(12, '0'), tran_time: '120000' },
    };
    const payment: Report = { key: `${lastAuth} ${bill.invNo} ${date} 120000`, amount, fields };
    const isAnswered = await tell(payment, false);
    if (isAnswered && !chance.happens(0.4)) return;
    await world.wait(chance.whole(1, 600) * 1000);
    // A report without an answer is repeated.
    for (let tries = 0; !(await tell(payment, payment.isTaken ?? false)) && tries < 5; tries += 1)
      await world.wait(chance.whole(60, 900) * 1000);
  }

  return { push };
}
