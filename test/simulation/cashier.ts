/** Payments, returns and adjustments at the counter: facts of the ledger that nothing may change. */
import { calls } from '#shared/calls/all.ts';
import { adjustmentKinds, counterMethods } from '#shared/money/ledger.ts';
import { type Chance, one } from '../support/fault-random.ts';
import type { Receipt } from './book.ts';
import { bodyOf, outcomeOf } from './caller.ts';
import type { Desk } from './clerk.ts';
import { dayAgo, dueOn, findOwed, listBillIDs, type Owed } from './owed.ts';
import type { World } from './world.ts';

type Received = { paymentID: number; receiptNo: number; allocations: { billID: number }[] };

/** In rupees. */
const totalOf = ({ total }: Owed): number => Math.max(1, (total ?? 0) / 100);

export function createCashier(world: World, desk: Desk) {
  const { book, broken, covered, timeline } = world;
  const { ask, attempt, rowsOf, someGroup } = desk;

  /** A bill that is owed, in some billing. */
  function someOwed(chance: Chance): Owed | undefined {
    const id = one(chance, listBillIDs(world, someGroup(chance)?.id ?? 0, true));
    return id === undefined ? undefined : findOwed(world, id);
  }

  /** A bill with a waiting reminder. Whoever pays it now must not get that reminder. */
  function someReminded(chance: Chance): Owed | undefined {
    const waiting = world.rules.read<{ billIDs: string }>(
      `select m."billIDs" from message m join broadcast b on b.id = m."broadcastID"
       where m.status = 'queued' and b.audience in ('unpaid', 'open') and m."campusID" = ? order by m.id limit 100`,
      world.place.campusID,
    );
    return findOwed(world, Number(one(chance, waiting)?.billIDs.trim().split(' ')[0] ?? 0));
  }

  async function checkListed({ paymentID }: Received): Promise<void> {
    const listed = await ask(calls.listPayments, { query: { take: 200 } });
    if (listed && !rowsOf(listed).some(({ id }) => id === paymentID))
      broken('every list of stored rows can be read', `payment ${paymentID} was taken and is not listed`);
  }

  /** Bills that are paid now must not be reminded of. */
  function notePaid({ paymentID }: Received): void {
    for (const billID of world.rules.money.listPaidBy([{ id: paymentID }]))
      book.paid.set(billID, timeline.now());
  }

  /** Receives a payment. The button is pressed twice or the answer is lost, and both must make one payment. */
  async function receive(chance: Chance): Promise<void> {
    const bill = (chance.happens(0.3) ? someReminded(chance) : undefined) ?? someOwed(chance);
    if (!bill) return;
    const due = dueOn(dayAgo(world, 0), bill);
    const share = one(chance, [0.5, 1, 1, 1.5]) ?? 1;
    const amount = Math.round(due * share);
    if (amount === 0) return;
    const method = one(chance, counterMethods) ?? 'cash';
    const isNamed = chance.happens(0.5);
    const body = {
      clientID: `pay-${world.seed}-${timeline.now()}`,
      amount,
      method,
      ...(isNamed
        ? { allocations: [{ billID: bill.id, amount: Math.min(amount, due) }] }
        : { billID: bill.id }),
    };
    const first = await attempt(calls.receivePayment, { body });
    const isRepeated = outcomeOf(first) === 'unknown' || chance.happens(0.3);
    const isSame = isRepeated && chance.happens(0.8);
    if (isSame) await world.wait(chance.whole(1, 600) * 1000);
    const requestedAt = timeline.now();
    const second = isSame ? await attempt(calls.receivePayment, { body }) : undefined;
    const succeeded = [first, second].filter((answer) => outcomeOf(answer) === 'done');
    const [received, again] = succeeded.map((answer) => bodyOf<Received>(answer));
    if (!received) return;
    covered(`money: ${method} received`);
    if (again && again.paymentID !== received.paymentID && book.restoredAt < requestedAt - 600_000)
      broken(
        'one clientID makes one payment',
        `${body.clientID} is ${received.paymentID} and ${again.paymentID}`,
      );
    const { paymentID } = again ?? received;
    if (!book.receipts.some(({ id, at }) => id === paymentID && at > book.restoredAt))
      book.receipts.push({ id: paymentID, amount, method, isVoid: false, at: timeline.now() });
    await checkListed(again ?? received);
    // If the power went off meanwhile, the store may have been replaced.
    if (!world.computer.isUp()) return;
    notePaid(again ?? received);
    world.rules.money.check();
  }

  const someReceipt = (chance: Chance): Receipt | undefined =>
    one(
      chance,
      book.receipts.filter(({ isVoid, at }) => isVoid === false && at > book.restoredAt),
    );

  /** The bills that the payment settled are owed again and may be reminded of. */
  async function forgetPaid(receipt: Receipt): Promise<void> {
    const rows = world.rules.read<{ billID: number }>(
      'select "billID" from allocation where "paymentID" = ?',
      receipt.id,
    );
    for (const { billID } of rows) book.paid.delete(billID);
  }

  async function voidPayment(chance: Chance): Promise<void> {
    const receipt = someReceipt(chance);
    if (!receipt) return;
    await forgetPaid(receipt);
    receipt.isVoid = undefined;
    const answer = await attempt(calls.voidPayment, {
      params: { id: receipt.id },
      body: { reason: 'entered for the wrong child' },
    });
    if (outcomeOf(answer) === 'done') covered('money: void');
    if (outcomeOf(answer) !== 'unknown') receipt.isVoid = outcomeOf(answer) === 'done';
  }

  async function returnPayment(chance: Chance): Promise<void> {
    const receipt = someReceipt(chance);
    if (!receipt) return;
    await forgetPaid(receipt);
    const isBounced = receipt.method === 'cheque';
    const answer = await attempt(calls.returnPayment, {
      params: { id: receipt.id },
      body: {
        clientID: `back-${world.seed}-${timeline.now()}`,
        kind: isBounced ? 'bounced' : 'refund',
        ...(isBounced ? {} : { amount: chance.whole(1, Math.max(1, receipt.amount)) }),
        reason: isBounced ? 'the bank sent it back' : 'paid twice',
      },
    });
    if (outcomeOf(answer) === 'done') covered(`money: ${isBounced ? 'bounced' : 'refund'}`);
  }

  async function adjust(chance: Chance): Promise<void> {
    const bill = someOwed(chance);
    if (!bill) return;
    const kind = one(chance, adjustmentKinds) ?? 'waiver';
    const answer = await attempt(calls.adjustBill, {
      params: { id: bill.id },
      body: {
        clientID: `adjust-${world.seed}-${timeline.now()}`,
        kind,
        amount: chance.whole(1, totalOf(bill)),
        reason: 'as the principal says',
      },
    });
    if (outcomeOf(answer) === 'done') covered(`money: ${kind}`);
  }

  /** A payment with credit left, if there is one. */
  function someCredit(chance: Chance): Pick<Receipt, 'id'> | undefined {
    const left = world.rules.read<{ id: number }>(
      `select p.id from payment p where p."voidedAt" is null and p."campusID" = ? and p.amount >
         coalesce((select sum(amount) from allocation where "paymentID" = p.id and "endedAt" is null), 0)
         + coalesce((select sum(amount) from payment_return where "paymentID" = p.id), 0) order by p.id`,
      world.place.campusID,
    );
    return one(chance, left) ?? someReceipt(chance);
  }

  /** Uses credit that is left for another bill. */
  async function allocate(chance: Chance): Promise<void> {
    const receipt = someCredit(chance);
    const bill = someOwed(chance);
    if (!receipt || !bill) return;
    const answer = await attempt(calls.allocatePayment, {
      params: { id: receipt.id },
      body: {
        allocations: [{ billID: bill.id, amount: chance.whole(1, totalOf(bill)) }],
        reason: 'as the families agreed',
      },
    });
    if (outcomeOf(answer) === 'done') covered('money: credit set against a bill');
  }

  return { receive, voidPayment, returnPayment, adjust, allocate };
}
