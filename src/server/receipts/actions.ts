import type { Db } from '../db/store.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { holdReceipts } from '../senders/queries.ts';
import { readOpaque } from '../settling/rules.ts';
import type { Receipt } from '../whatsapp/port.ts';
import {
  insertReceipts,
  listUnmatched,
  markMatched,
  type NewReceipt,
  type Raised,
  raiseMessages,
} from './queries.ts';
import { withoutOvertaken } from './rules.ts';

/** Receipts stored but not yet seen on a message are looked at again in parts of this size. */
const unmatchedAtOnce = 500;

export const toRow = (senderID: string, { providerID, status, at, reason, opaque }: Receipt): NewReceipt => ({
  senderID,
  providerID,
  status,
  reason: reason ?? null,
  at: at.toISOString(),
  tried: opaque === undefined ? undefined : readOpaque(opaque),
});

async function raise(db: Db, receipts: readonly NewReceipt[], now: string): Promise<Raised[]> {
  const raised: Raised[] = [];
  for (const senderID of new Set(receipts.map((receipt) => receipt.senderID))) {
    const ofSender = { senderID, receipts: receipts.filter((receipt) => receipt.senderID === senderID) };
    // What is marked is what is raised: one that came before its message was known is not lost to one that comes after.
    const matched = await markMatched(db, ofSender);
    const telling = { senderID, receipts: withoutOvertaken(matched) };
    raised.push(...(await raiseMessages(db, telling, now)));
  }
  return raised;
}

/** In one order, as every lock of several rows. */
async function holdSenders(db: Db, receipts: readonly NewReceipt[]): Promise<void> {
  const senderIDs = [...new Set(receipts.map(({ senderID }) => senderID))].sort();
  for (const senderID of senderIDs) await holdReceipts(db, senderID);
}

/** Stores receipts and moves their messages, in the caller's transaction. Repeats and disorder are harmless. */
export async function takeReceipts(db: Db, receipts: readonly NewReceipt[], now: string): Promise<Raised[]> {
  await holdSenders(db, receipts);
  return raise(db, await insertReceipts(db, receipts, now), now);
}

/** Receipts that came before their message was known; answers how many there were. */
export async function retryUnmatched(deps: Deps): Promise<number> {
  const now = deps.now().toISOString();
  const waiting = await listUnmatched(deps.store.db, unmatchedAtOnce);
  if (waiting.length > 0) {
    const raised = await inTransaction({ db: deps.store.db }, async ({ db }) => {
      await holdSenders(db, waiting);
      return raise(db, waiting, now);
    });
    publishRaised(deps, raised);
  }
  return waiting.length;
}

/** Says what changed: each run once, and the chat where there are few. */
export function publishRaised({ bus }: Deps, raised: readonly Raised[]): void {
  for (const { campusID, broadcastID } of new Map(raised.map((row) => [row.broadcastID, row])).values()) {
    bus.publish(campusID, { what: 'outbox', broadcastID });
  }
  if (raised.length > 20) return;
  for (const { campusID, number } of raised) bus.publish(campusID, { what: 'chat', number });
}
