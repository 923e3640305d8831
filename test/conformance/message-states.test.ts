/** Tests every transition of docs/message-states.md, and that there are no others. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type MessageState, messageStates, type ReceiptState } from '#shared/messages/message-states.ts';
import { makeReason } from '#shared/messages/reasons.ts';
import { removeBill } from '../../src/server/billing/bills/bills.ts';
import { removeGroup } from '../../src/server/billing/groups/groups.ts';
import { markBills } from '../../src/server/ledger/marks/marks.ts';
import { cancel, clear } from '../../src/server/outbox/changes/cancel.ts';
import { restoreMessages } from '../../src/server/outbox/changes/restore.ts';
import { retry } from '../../src/server/outbox/changes/retry.ts';
import { markHandedOver } from '../../src/server/outbox/delivery/claims-queries.ts';
import { settleClaimed } from '../../src/server/outbox/delivery/completer-queries.ts';
import { mostAttempts, settle } from '../../src/server/outbox/delivery/completer-rules.ts';
import { rescueExpiredLeases, rescueLeases } from '../../src/server/outbox/delivery/rescue.ts';
import { sendNext } from '../../src/server/outbox/delivery/worker.ts';
import { nextMessageStates } from '../../src/server/outbox/model.ts';
import { applyReceipts, toNewReceipt } from '../../src/server/outbox/receipts/receipts.ts';
import type { NewReceipt } from '../../src/server/outbox/receipts/receipts-queries.ts';
import { inTransaction } from '../../src/server/platform/db/store.ts';
import type { Outcome } from '../../src/server/whatsapp/port.ts';
import {
  acceptAsP,
  claimAll,
  createOutside,
  emptyOutbox,
  nextSlug,
  queueOne,
  readRun,
  triedOf,
} from '../races/one-message.ts';
import type { CampusInTest } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { moneyNeeds } from '../support/money.ts';
import { providerReason } from '../support/provider-reason.ts';
import { opaqueBy, receiptSenderOf } from '../support/receipt-sender.ts';
import { createWorld, type World } from '../support/world.ts';

/** A campus with one send that has a message in each state. */
type Gallery = { world: World; campus: CampusInTest; groupID: number; broadcastID: number };

const instant = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();

/** The other columns of a message in this state. A queued message has been tried before, which is the harder case. */
function columnsOf(status: MessageState, id: number) {
  const none = {
    status,
    reason: null,
    attempts: 1,
    dueAt: null,
    leaseUntil: null,
    handedOverAt: null,
    providerID: null,
    acceptedAt: null,
    updatedAt: '2020-01-01T00:00:00.000Z',
  };
  if (status === 'queued') return { ...none, dueAt: instant(-1) };
  if (status === 'sending') return { ...none, leaseUntil: instant(60), handedOverAt: instant(0) };
  if (status === 'unknown') return none;
  if (status === 'cancelled' || status === 'skipped') return { ...none, attempts: 0 };
  return { ...none, providerID: `p${id}`, acceptedAt: instant(-1) };
}

async function createGallery(world: World): Promise<Gallery> {
  const campus = await world.school(nextSlug());
  const group = await campus.group({ bills: messageStates.length });
  const { broadcastID } = await campus.message({ groupIDs: [group.id] });
  const gallery = { world, campus, groupID: group.id, broadcastID };
  const rows = await readRun(gallery.campus.scope, gallery.broadcastID);
  for (const [index, status] of messageStates.entries()) {
    const id = rows[index]?.id ?? 0;
    await campus.scope.db.updateTable('message').set(columnsOf(status, id)).where('id', '=', id).execute();
  }
  return gallery;
}

/** The present state of each message, by the state that it was created in. */
async function statesNow(gallery: Gallery): Promise<Record<MessageState, MessageState>> {
  const rows = await readRun(gallery.campus.scope, gallery.broadcastID);
  return Object.fromEntries(messageStates.map((state, index) => [state, rows[index]?.status])) as Record<
    MessageState,
    MessageState
  >;
}

type Event = (gallery: Gallery) => Promise<unknown>;

const settledWith =
  (outcome: Outcome, attempts = 1): Event =>
  async (gallery) => {
    const { db } = gallery.campus.scope;
    const rows = await readRun(gallery.campus.scope, gallery.broadcastID);
    await db
      .updateTable('message')
      .set({ attempts })
      .where('broadcastID', '=', gallery.broadcastID)
      .execute();
    const own =
      outcome.kind === 'accepted' ? (id: number) => ({ ...outcome, providerID: `new${id}` }) : () => outcome;
    await settleClaimed(
      db,
      rows.map((row) => settle({ ...triedOf(row), attempts }, own(row.id), new Date())),
      instant(0),
    );
  };

const receiptOf =
  (status: ReceiptState): Event =>
  async (gallery) => {
    const rows = await readRun(gallery.campus.scope, gallery.broadcastID);
    const teller = await receiptSenderOf(gallery.campus.scope.db, rows[0]?.senderID ?? '');
    const receipts = rows.map(({ id, attempts, providerID }) =>
      toNewReceipt(teller, {
        providerID: providerID ?? `p${id}`,
        status,
        at: new Date(),
        opaque: opaqueBy(teller, id, attempts),
      }),
    );
    const moment = { now: instant(0), chance: Math.random };
    await inTransaction(gallery.campus.scope, ({ db }) => applyReceipts(db, receipts, moment));
  };

/**
 * Makes the send a reminder, marks all its bills as paid and gives skipped messages the reason `paidSince`. Returns the
 * time of that.
 */
async function skipAsPaid({ campus: { scope }, world, groupID, broadcastID }: Gallery): Promise<string> {
  const { db } = scope;
  const at = world.deps.now().toISOString();
  await db.updateTable('broadcast').set({ audience: 'unpaid' }).where('id', '=', broadcastID).execute();
  await db.updateTable('bill').set({ status: 'paid' }).where('groupID', '=', groupID).execute();
  const skipped = db.updateTable('message').where('status', '=', 'skipped');
  const change = { reason: makeReason('paidSince'), updatedAt: at };
  await skipped.where('broadcastID', '=', broadcastID).set(change).execute();
  return at;
}

async function takeBackPayment({ campus: { scope }, world, groupID }: Gallery, since: string): Promise<void> {
  const bills = await scope.db.selectFrom('bill').select('id').where('groupID', '=', groupID).execute();
  await markBills(scope, moneyNeeds(world.deps), { ids: bills.map(({ id }) => id), status: 'unpaid', since });
}

/** Rescues the leases that ended before so many seconds from now. */
const leasesOver =
  (seconds: number): Event =>
  async ({ campus }) =>
    rescueLeases(campus.scope.db, { before: instant(seconds), except: [], now: instant(0) }, Math.random);

/** Makes the messages in the state `sending` only claimed and not handed over. */
const claimOnly: Event = ({ campus, broadcastID }) =>
  campus.scope.db
    .updateTable('message')
    .set({ handedOverAt: null })
    .where('broadcastID', '=', broadcastID)
    .execute();

const events = {
  claim: ({ campus }) => claimAll(campus.scope, new Date()),
  accepted: settledWith({ kind: 'accepted', providerID: '' }),
  rejected: settledWith({ kind: 'rejected', reason: providerReason('Refused') }),
  later: settledWith({ kind: 'later', at: new Date(Date.now() + 3_600_000) }),
  'not sent': settledWith({ kind: 'notSent', reason: providerReason('No line') }),
  'not sent, for the last time': settledWith(
    { kind: 'notSent', reason: providerReason('No line') },
    mostAttempts,
  ),
  'no answer': settledWith({ kind: 'unknown', reason: providerReason('No answer') }),
  'lease over': leasesOver(61),
  'lease not over': leasesOver(0),
  'lease over before the handover': async (gallery) => {
    await claimOnly(gallery);
    await leasesOver(61)(gallery);
  },
  'lease over before the handover, after a cancel': async (gallery) => {
    const { campus, world, broadcastID } = gallery;
    await cancel(campus.scope, world.deps, { broadcastID });
    await events['lease over before the handover'](gallery);
  },
  clear: ({ campus, world }) => clear(campus.scope, world.deps),
  'cancel of the run': ({ campus, world, broadcastID }) => cancel(campus.scope, world.deps, { broadcastID }),
  'cancel by name': async ({ campus, world, broadcastID }) => {
    const ids = (await readRun(campus.scope, broadcastID)).map(({ id }) => id);
    await cancel(campus.scope, world.deps, { ids });
  },
  'put off after a cancel': async (gallery) => {
    const { campus, world, broadcastID } = gallery;
    await cancel(campus.scope, world.deps, { broadcastID });
    await events.later(gallery);
  },
  'put off after a cancel that was taken back': async (gallery) => {
    const { campus, world, broadcastID } = gallery;
    const { at } = await cancel(campus.scope, world.deps, { broadcastID });
    await restoreMessages(campus.scope, world.deps, at);
    await events.later(gallery);
  },
  restore: async ({ campus, world, broadcastID }) => {
    const at = world.deps.now().toISOString();
    await campus.scope.db
      .updateTable('message')
      .set({ updatedAt: at })
      .where('broadcastID', '=', broadcastID)
      .execute();
    await restoreMessages(campus.scope, world.deps, at);
  },
  'payment taken back': async (gallery) => takeBackPayment(gallery, await skipAsPaid(gallery)),
  'payment taken back that came later': async (gallery) =>
    takeBackPayment(gallery, new Date(Date.parse(await skipAsPaid(gallery)) + 1).toISOString()),
  'payment taken back after a cancel': async (gallery) => {
    const since = await skipAsPaid(gallery);
    await events['cancel of the run'](gallery);
    await takeBackPayment(gallery, since);
  },
  'restore of another instant': ({ campus, world }) =>
    restoreMessages(campus.scope, world.deps, new Date(world.deps.now().getTime() + 1).toISOString()),
  'receipt: sent': receiptOf('sent'),
  'receipt: delivered': receiptOf('delivered'),
  'receipt: read': receiptOf('read'),
  'receipt: failed': receiptOf('failed'),
  'retry of the run': ({ campus, world, broadcastID }) => retry(campus.scope, world.deps, { broadcastID }),
  'retry by name': async (gallery) => {
    const ids = (await readRun(gallery.campus.scope, gallery.broadcastID)).map(({ id }) => id);
    await retry(gallery.campus.scope, gallery.world.deps, { ids });
  },
  'bill removed': async (gallery) => {
    for (const { billIDs } of await readRun(gallery.campus.scope, gallery.broadcastID)) {
      await removeBill(gallery.campus.scope, gallery.world.deps, {
        id: Number(billIDs.trim()),
        toCredit: false,
      });
    }
  },
  'billing removed': ({ campus, world, groupID }) =>
    removeGroup(campus.scope, world.deps, { id: groupID, toCredit: false }),
} satisfies Record<string, Event>;

type EventName = keyof typeof events;

/** The transitions of each event. In states that are not named, nothing changes. */
const arrows: Record<EventName, Partial<Record<MessageState, MessageState>>> = {
  claim: { queued: 'sending' },
  accepted: { sending: 'accepted', unknown: 'accepted' },
  rejected: { sending: 'failed', unknown: 'failed' },
  later: { sending: 'queued' },
  'not sent': { sending: 'queued' },
  'not sent, for the last time': { sending: 'failed', unknown: 'failed' },
  'no answer': { sending: 'unknown' },
  'lease over': { sending: 'unknown' },
  'lease not over': {},
  'lease over before the handover': { sending: 'queued' },
  'lease over before the handover, after a cancel': { queued: 'cancelled', sending: 'cancelled' },
  clear: { queued: 'cancelled' },
  'cancel of the run': { queued: 'cancelled' },
  'cancel by name': { queued: 'cancelled' },
  'put off after a cancel': { queued: 'cancelled', sending: 'cancelled' },
  'put off after a cancel that was taken back': { sending: 'queued' },
  restore: { cancelled: 'queued' },
  'restore of another instant': {},
  'payment taken back': { skipped: 'queued' },
  'payment taken back that came later': {},
  'payment taken back after a cancel': { queued: 'cancelled' },
  'receipt: sent': { queued: 'sent', sending: 'sent', unknown: 'sent', accepted: 'sent' },
  'receipt: delivered': {
    queued: 'delivered',
    sending: 'delivered',
    unknown: 'delivered',
    accepted: 'delivered',
    sent: 'delivered',
    failed: 'delivered',
  },
  'receipt: read': {
    queued: 'read',
    sending: 'read',
    unknown: 'read',
    accepted: 'read',
    sent: 'read',
    delivered: 'read',
    failed: 'read',
  },
  'receipt: failed': { sending: 'failed', unknown: 'failed', accepted: 'failed', sent: 'failed' },
  'retry of the run': { failed: 'queued' },
  'retry by name': { failed: 'queued', unknown: 'queued' },
  'bill removed': { queued: 'skipped' },
  'billing removed': { queued: 'skipped' },
};

/** The states that the transitions lead to from each state. */
function nextStatesWalked(): Record<MessageState, MessageState[]> {
  const next = (from: MessageState) => new Set(Object.values(arrows).flatMap((arrow) => arrow[from] ?? []));
  return Object.fromEntries(messageStates.map((state) => [state, [...next(state)].sort()])) as Record<
    MessageState,
    MessageState[]
  >;
}

it('The transitions tested here are exactly those of the model.', () => {
  const ofModel = messageStates.map((state) => [state, [...nextMessageStates[state]].sort()]);
  expect(nextStatesWalked()).toEqual(Object.fromEntries(ofModel));
});

const unmoved = Object.fromEntries(messageStates.map((state) => [state, state])) as Record<
  MessageState,
  MessageState
>;

describe.each(engines)('Message states on %s', (engine) => {
  const { outside, given } = createOutside();
  let world: World;
  beforeAll(async () => {
    world = await createWorld(engine, given);
  });
  afterEach(() => emptyOutbox(world));
  afterAll(() => world.stop());

  describe('Transitions', () => {
    it.each(Object.keys(events) as EventName[])(
      'The event "%s" changes the state of a message only as the table of transitions says.',
      async (name) => {
        const gallery = await createGallery(world);
        expect(await statesNow(gallery)).toEqual(unmoved);
        await events[name](gallery);
        expect(await statesNow(gallery)).toEqual({ ...unmoved, ...arrows[name] });
        for (const { status, leaseUntil, dueAt } of await readRun(
          gallery.campus.scope,
          gallery.broadcastID,
        )) {
          expect(leaseUntil !== null).toBe(status === 'sending');
          expect(dueAt !== null).toBe(status === 'queued');
        }
      },
    );
  });

  describe('Tries', () => {
    it('A message that did not reach the provider is tried again after 10, 40, 160 and 640 seconds and then fails.', async () => {
      outside.answer = () => ({ kind: 'notSent', reason: providerReason('No line') });
      const { read } = await queueOne(world);
      for (const [index, seconds] of [10, 40, 160, 640].entries()) {
        await sendNext(world.deps);
        expect(await read()).toMatchObject({
          status: 'queued',
          attempts: index + 1,
          reason: providerReason('No line'),
        });
        outside.pass(seconds - 1);
        expect(await sendNext(world.deps)).toBe(0);
        outside.pass(1);
      }
      await sendNext(world.deps);
      expect(await read()).toMatchObject({
        status: 'failed',
        attempts: 5,
        reason: providerReason('No line'),
        dueAt: null,
      });
    });

    it('A try that the provider puts off is not counted, however often it happens.', async () => {
      outside.answer = () => ({ kind: 'later', at: new Date(outside.now.getTime() + 1000) });
      const { read } = await queueOne(world);
      for (let turn = 0; turn < 12; turn++) {
        await sendNext(world.deps);
        expect(await read()).toMatchObject({ status: 'queued', attempts: 0 });
        outside.pass(1);
      }
      outside.answer = (opaque) => ({ kind: 'accepted', providerID: opaque });
      await sendNext(world.deps);
      expect(await read()).toMatchObject({ status: 'accepted', attempts: 1 });
    });

    it('A try that ends in an exception makes the message unknown, and the message is not sent again.', async () => {
      outside.answer = () => {
        throw new Error('surprise');
      };
      const { read } = await queueOne(world);
      await sendNext(world.deps);
      expect(await read()).toMatchObject({ status: 'unknown', leaseUntil: null, providerID: null });
      expect(await sendNext(world.deps)).toBe(0);
    });

    it('A late answer to an earlier try does not settle the try that runs now.', async () => {
      const { id, read, scope } = await queueOne(world);
      await claimAll(scope, outside.now);
      await scope.db.updateTable('message').set({ attempts: 2 }).where('id', '=', id).execute();
      const tried = { ...triedOf(await read()), attempts: 1 };
      const stale = settle(tried, { kind: 'rejected', reason: providerReason('Refused') }, outside.now);
      await settleClaimed(scope.db, [stale], outside.now.toISOString());
      expect(await read()).toMatchObject({ status: 'sending', attempts: 2 });
    });

    it('If the result of a postponed try is stored twice, it does not settle the next try of the same number.', async () => {
      const { read, scope } = await queueOne(world);
      await claimAll(scope, outside.now);
      const tried = triedOf(await read());
      const { attempts } = tried;
      const putOff = settle(tried, { kind: 'later', at: outside.now }, outside.now);
      await settleClaimed(scope.db, [putOff], outside.now.toISOString());
      outside.pass(1);
      await claimAll(scope, outside.now);
      const again = await read();
      expect(again).toMatchObject({ status: 'sending', attempts });
      // The result is stored twice, as when the connection broke before the first write was confirmed.
      await settleClaimed(scope.db, [putOff], outside.now.toISOString());
      expect(await read()).toEqual(again);
    });

    it('A message whose lease expired is settled later by the answer to its own try only.', async () => {
      const { id, read, scope } = await queueOne(world);
      await claimAll(scope, outside.now);
      const tried = triedOf(await read());
      const { attempts } = tried;
      await markHandedOver(scope.db, [tried], outside.now.toISOString());
      await rescueExpiredLeases(world.deps, { all: true });
      const answer = (attempts: number) =>
        settle(
          { ...tried, attempts },
          { kind: 'accepted', providerID: `p${id}${attempts === 1 ? '' : 'x'}` },
          outside.now,
        );
      await settleClaimed(scope.db, [answer(attempts + 1)], outside.now.toISOString());
      expect(await read()).toMatchObject({ status: 'unknown', providerID: null });
      await settleClaimed(scope.db, [answer(attempts)], outside.now.toISOString());
      expect(await read()).toMatchObject({ status: 'accepted', reason: null, providerID: `p${id}` });
    });

    it('A message that was only claimed when its process died waits again and is sent once.', async () => {
      const names: string[] = [];
      outside.answer = (opaque) => {
        names.push(opaque);
        return acceptAsP(opaque);
      };
      const { broadcastID, id, read, scope } = await queueOne(world);
      await claimAll(scope, outside.now);
      const dead = triedOf(await read());
      outside.pass(61);
      await rescueExpiredLeases(world.deps, {});
      expect(await read()).toMatchObject({ status: 'queued', attempts: 0, waits: 0, reason: null });
      expect(await scope.db.selectFrom('attempt').where('messageID', '=', id).selectAll().execute()).toEqual(
        [],
      );
      const { state } = await scope.db
        .selectFrom('broadcast')
        .select('state')
        .where('id', '=', broadcastID)
        .executeTakeFirstOrThrow();
      expect(state).toBe('running');
      // The process was only suspended. Its claim is over, so it may hand nothing over.
      expect(await markHandedOver(scope.db, [dead], outside.now.toISOString())).toEqual(new Set());
      expect(await sendNext(world.deps)).toBe(1);
      expect(await markHandedOver(scope.db, [dead], outside.now.toISOString())).toEqual(new Set());
      expect(names).toHaveLength(1);
      expect(await read()).toMatchObject({ status: 'accepted', attempts: 1 });
    });

    it('A message that is cancelled between its claim and its handover is not sent.', async () => {
      const { broadcastID, campus, read, scope } = await queueOne(world);
      await claimAll(scope, outside.now);
      await cancel(campus.scope, world.deps, { broadcastID });
      const marked = await markHandedOver(scope.db, [triedOf(await read())], outside.now.toISOString());
      expect(marked).toEqual(new Set());
    });

    it('A retry after five failed tries allows five more, each with a new opaque id.', async () => {
      const names: string[] = [];
      outside.answer = (opaque) => {
        names.push(opaque);
        return { kind: 'notSent', reason: providerReason('No line') };
      };
      const { campus, id, read } = await queueOne(world);
      for (const round of [5, 10]) {
        for (let tries = 1; tries <= 5; tries++) {
          expect((await read()).status).toBe('queued');
          await sendNext(world.deps);
          outside.pass(640);
        }
        expect(await read()).toMatchObject({ status: 'failed', attempts: round });
        await retry(campus.scope, world.deps, { ids: [id] });
      }
      expect(new Set(names).size).toBe(10);
    });
  });

  describe('Constraints of the store', () => {
    it.each([
      ['a state that is not one', { status: 'lost' }],
      ['a lease outside of sending', { leaseUntil: '2026-11-05T06:00:00.000Z' }],
      ['sending without a lease', { status: 'sending' }],
      ['a handover outside of sending', { handedOverAt: '2026-11-05T06:00:00.000Z' }],
    ])('The store refuses %s.', async (_what, change) => {
      const { id, read, scope } = await queueOne(world);
      const before = await read();
      await expect(
        scope.db
          .updateTable('message')
          .set(change as never)
          .where('id', '=', id)
          .execute(),
      ).rejects.toThrow(/check/i);
      expect(await read()).toEqual(before);
    });

    it('The store refuses a receipt with an unknown status.', async () => {
      const { senderID, scope } = await queueOne(world);
      const receipt = {
        senderID,
        providerID: 'p',
        status: 'typed',
        reason: null,
        at: 'now',
      } as unknown as NewReceipt;
      await expect(applyReceipts(scope.db, [receipt], { now: 'now', chance: Math.random })).rejects.toThrow(
        /check/i,
      );
    });
  });
});
