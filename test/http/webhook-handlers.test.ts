/** The effects of webhook events. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeReason, parseReason, type Reason } from '#shared/messages/reasons.ts';
import { optOutWords, webhookWords } from '#shared/words/chats.ts';
import { loadChat } from '../../src/server/chat/chat.ts';
import { cancelQueued } from '../../src/server/outbox/changes/cancel-queries.ts';
import { sendNext } from '../../src/server/outbox/delivery/worker.ts';
import { listOptedOut } from '../../src/server/outbox/opt-outs/opt-outs-queries.ts';
import { pollProviders } from '../../src/server/outbox/receipts/worker.ts';
import { handleStoredWebhooks } from '../../src/server/webhooks/dispatch/worker.ts';
import type { Policy } from '../../src/server/whatsapp/error-codes.ts';
import type { WebhookEvent } from '../../src/server/whatsapp/webhooks.ts';
import { claimAll, emptyOutbox, nextSlug, readRun } from '../races/one-message.ts';
import { callingProvider, connectCalling, parentNumber } from '../support/calling-provider.ts';
import { engines } from '../support/engines.ts';
import { opaqueBy, receiptSenderOf } from '../support/receipt-sender.ts';
import { createWorld, type World } from '../support/world.ts';

const failedBy = (code: string): Reason => makeReason('other', { text: `Failed by ${code}` });
const pausedFor = (reason: Reason): Reason => makeReason('template', { reason: parseReason(reason) });

describe.each(engines)('Webhook events on %s', (engine) => {
  const { outside, given, wrote } = callingProvider();
  let world: World;
  beforeAll(async () => {
    world = await createWorld(engine, given);
  });
  afterEach(() => emptyOutbox(world));
  afterAll(() => world.stop());

  /** Makes a campus with a queued message. */
  async function queueOne() {
    const campus = await world.school(nextSlug());
    const caller = await connectCalling(world, campus);
    const { id: groupID } = await campus.group({ bills: 1 });
    const { broadcastID } = await campus.message({ groupIDs: [groupID] });
    const read = async () => (await readRun(campus.scope, broadcastID))[0]!;
    const { id } = await read();
    const sender = async () =>
      world.deps.store.db
        .selectFrom('sender')
        .selectAll()
        .where('id', '=', caller.senderID)
        .executeTakeFirstOrThrow();
    const run = async () =>
      world.deps.store.db
        .selectFrom('broadcast')
        .select(['state', 'notice'])
        .where('id', '=', broadcastID)
        .executeTakeFirstOrThrow();
    const failed = (code: string, policy: Policy, attempt = 1): WebhookEvent => ({
      kind: 'receipt',
      receipt: {
        providerID: `p m1:${id}:a${attempt}`,
        status: 'failed',
        at: outside.now,
        reason: failedBy(code),
        code,
        policy,
      },
    });
    return { campus, ...caller, id, broadcastID, read, sender, run, failed };
  }
  type TestedMessage = Awaited<ReturnType<typeof queueOne>>;

  async function sendOne(): Promise<TestedMessage> {
    const one = await queueOne();
    await sendNext(world.deps);
    expect(await one.read()).toMatchObject({ status: 'accepted', providerID: `p m1:${one.id}:a1` });
    return one;
  }

  it('A receipt before the answer is matched by the message’s opaque text.', async () => {
    const { id, senderID, tell, read, campus } = await queueOne();
    await claimAll(campus.scope, outside.now);
    const opaque = opaqueBy(await receiptSenderOf(campus.scope.db, senderID), id, 1);
    await tell({
      kind: 'receipt',
      receipt: { providerID: 'early', status: 'sent', at: outside.now, opaque },
    });
    expect(await read()).toMatchObject({ status: 'sent', providerID: 'early', leaseUntil: null });
  });

  it('Receipts of a batch may come in any order and twice.', async () => {
    const { id, tell, read } = await sendOne();
    const providerID = `p m1:${id}:a1`;
    const [sent, read_, delivered] = (['sent', 'read', 'delivered'] as const).map(
      (status): WebhookEvent => ({ kind: 'receipt', receipt: { providerID, status, at: outside.now } }),
    ) as [WebhookEvent, WebhookEvent, WebhookEvent];
    await tell(read_, wrote('one'), sent, wrote('two'), sent, delivered);
    expect((await read()).status).toBe('read');
    await tell(sent, delivered, read_);
    expect((await read()).status).toBe('read');
  });

  it('A message that failed for today is tried once more after a day, with a new provider id.', async () => {
    const { read, tell, failed } = await sendOne();
    await tell(failed('131049', 'retryTomorrow'));
    expect(await read()).toMatchObject({
      status: 'queued',
      attempts: 1,
      reason: makeReason('tomorrow'),
      dueAt: new Date(outside.now.getTime() + 86_400_000).toISOString(),
      providerID: null,
    });
    await sendNext(world.deps);
    expect((await read()).status).toBe('queued');
    outside.pass(86_401);
    await sendNext(world.deps);
    expect(await read()).toMatchObject({ status: 'accepted', attempts: 2 });
    await tell(failed('131049', 'retryTomorrow', 2));
    expect(await read()).toMatchObject({ status: 'failed', reason: failedBy('131049') });
  });

  it.each<[string, Policy, object]>([
    ['131056', 'retryPair', { status: 'queued', reason: makeReason('pairLimit'), waits: 1 }],
    ['130429', 'retrySender', { status: 'queued', reason: makeReason('slowDown'), waits: 1 }],
    ['131000', 'retryTransient', { status: 'queued', reason: failedBy('131000') }],
    ['131048', 'pauseSender', { status: 'queued', reason: failedBy('131048') }],
    ['131026', 'failRecipient', { status: 'failed', reason: failedBy('131026') }],
    ['131047', 'switchToTemplate', { status: 'failed', reason: failedBy('131047') }],
    ['132018', 'failRequest', { status: 'failed', reason: failedBy('132018') }],
  ])(
    'A late failure %s is handled like an immediate one with the policy %s.',
    async (code, policy, becomes) => {
      const { read, tell, failed, sender } = await sendOne();
      await tell(failed(code, policy));
      expect(await read()).toMatchObject(becomes);
      expect((await sender()).stoppedAt !== null).toBe(policy === 'pauseSender');
      // A single refusal slows nothing down but is counted.
      expect((await sender()).refused).toBe(policy === 'retrySender' ? 3 : 0);
      await tell(failed(code, policy));
      expect(await read()).toMatchObject(becomes);
    },
  );

  it('A failure before the answer is handled once its message is known.', async () => {
    const { read, tell, failed } = await queueOne();
    await tell(failed('131000', 'retryTransient'));
    expect(await read()).toMatchObject({ status: 'queued', attempts: 0 });
    await sendNext(world.deps);
    expect((await read()).status).toBe('accepted');
    await pollProviders(world.deps);
    expect(await read()).toMatchObject({ status: 'queued', attempts: 1, reason: failedBy('131000') });
  });

  it('A message that failed after its send was cancelled is not tried again.', async () => {
    const campus = await world.school(nextSlug());
    const { senderID, tell } = await connectCalling(world, campus);
    const { db } = world.deps.store;
    await db.updateTable('sender').set({ perMinute: 1 }).where('id', '=', senderID).execute();
    const { id: groupID } = await campus.group({ bills: 2 });
    const { broadcastID } = await campus.message({ groupIDs: [groupID] });
    await sendNext(world.deps);
    const now = outside.now.toISOString();
    expect(await cancelQueued(campus.scope, { broadcastID }, { reason: makeReason('cancelled'), now })).toBe(
      1,
    );
    const [gone] = (await readRun(campus.scope, broadcastID)).filter(({ status }) => status === 'accepted');
    const receipt = { providerID: `p m1:${gone!.id}:a1`, status: 'failed' as const, at: outside.now };
    const why = { reason: failedBy('131000'), code: '131000', policy: 'retryTransient' as const };
    await tell({ kind: 'receipt', receipt: { ...receipt, ...why } });
    const ends = (await readRun(campus.scope, broadcastID)).map(({ status }) => status);
    expect(ends.sort()).toEqual(['cancelled', 'failed']);
  });

  it('A message whose send was cancelled while it was in flight is not tried again when it fails.', async () => {
    const { campus, broadcastID, read, tell, failed } = await queueOne();
    const { answer } = outside;
    const cancelling: Promise<unknown>[] = [];
    outside.answer = (opaque) => {
      const now = outside.now.toISOString();
      cancelling.push(cancelQueued(campus.scope, { broadcastID }, { reason: makeReason('cancelled'), now }));
      return answer(opaque);
    };
    const { send } = world.deps.providers.calling!;
    world.deps.providers.calling!.send = async (...sent) => {
      const outcome = await send(...sent);
      await Promise.all(cancelling);
      outside.pass(1);
      return outcome;
    };
    await sendNext(world.deps);
    Object.assign(outside, { answer });
    world.deps.providers.calling!.send = send;
    expect((await read()).status).toBe('accepted');
    await tell(failed('131000', 'retryTransient'));
    expect((await read()).status).toBe('failed');
  });

  it('A message that is refused for a limit five times is not tried again.', async () => {
    const { read, tell, failed } = await sendOne();
    for (let attempt = 1; attempt < 5; attempt += 1) {
      await tell(failed('131056', 'retryPair', attempt));
      expect((await read()).status).toBe('queued');
      outside.pass(300);
      await sendNext(world.deps);
      expect(await read()).toMatchObject({ status: 'accepted', attempts: attempt + 1 });
    }
    await tell(failed('131056', 'retryPair', 5));
    expect(await read()).toMatchObject({ status: 'failed', reason: failedBy('131056') });
  });

  it('A message that was delivered before its failure arrived is not sent again.', async () => {
    const { id, read, tell, failed } = await sendOne();
    const arrived: WebhookEvent = {
      kind: 'receipt',
      receipt: { providerID: `p m1:${id}:a1`, status: 'delivered', at: outside.now },
    };
    await tell(failed('131000', 'retryTransient'), arrived);
    expect((await read()).status).toBe('delivered');
    const other = await sendOne();
    await other.tell(other.failed('131000', 'retryTransient'));
    await other.tell({ ...arrived, receipt: { ...arrived.receipt, providerID: `p m1:${other.id}:a1` } });
    expect((await other.read()).status).toBe('delivered');
  });

  it('A failure because of a paused template pauses the send.', async () => {
    const { tell, failed, run, read } = await sendOne();
    await tell(failed('132015', 'pauseTemplate'));
    expect(await run()).toEqual({ state: 'paused', notice: pausedFor(failedBy('132015')) });
    expect((await read()).status).toBe('queued');
  });

  it('A failure because the parent stopped messages stores an opt-out.', async () => {
    const { tell, failed, read, campus } = await sendOne();
    await tell(failed('131050', 'failRecipient'));
    const { status } = await read();
    expect(status).toBe('failed');
    expect((await listOptedOut(campus.scope)).size).toBe(1);
  });

  it('Messages of parents are shown, and STOP opts out and is confirmed once.', async () => {
    const { tell, campus } = await queueOne();
    const stop = wrote('Stop messages', { payload: 'STOP' });
    await tell(wrote('Salam'), stop, stop);
    const shown = async () => (await loadChat(campus.scope, parentNumber)).map(({ message }) => message);
    expect(await shown()).toEqual([
      'Salam',
      'Stop messages',
      optOutWords.confirmation(campus.db, campus.scope.campus.name),
    ]);
    expect([...(await listOptedOut(campus.scope))]).toEqual([parentNumber]);
    outside.pass(60);
    await tell(wrote('START'));
    expect([...(await listOptedOut(campus.scope))]).toEqual([]);
  });

  it('The latest WhatsApp preference applies, in whatever order preferences arrive.', async () => {
    const { tell, campus } = await queueOne();
    const at = (seconds: number) => new Date(outside.now.getTime() + seconds * 1000);
    const preference = (what: 'stop' | 'resume', seconds: number): WebhookEvent => ({
      kind: 'preference',
      number: parentNumber,
      request: what,
      at: at(seconds),
    });
    const optedOut = async () => (await listOptedOut(campus.scope)).has(parentNumber);
    await tell(preference('stop', 0));
    expect(await optedOut()).toBe(true);
    await tell(preference('resume', -60));
    expect(await optedOut()).toBe(true);
    outside.pass(60);
    await tell(preference('resume', 0));
    expect(await optedOut()).toBe(false);
    await tell(preference('stop', -30));
    expect(await optedOut()).toBe(false);
  });

  it('A parent’s new number is shown in the chat, and the old one is opted out.', async () => {
    const { tell, campus } = await queueOne();
    const to = '+923009999999';
    const changed: WebhookEvent = { kind: 'numberChanged', from: parentNumber, to, at: outside.now };
    await tell(changed);
    await tell(changed);
    expect((await loadChat(campus.scope, parentNumber)).map(({ message }) => message)).toEqual([
      webhookWords.numberChanged(to),
    ]);
    expect([...(await listOptedOut(campus.scope))]).toEqual([parentNumber]);
  });

  it('Events about the sender are stored: quality, limit, trouble and session.', async () => {
    const { tell, sender } = await queueOne();
    await tell({ kind: 'quality', quality: 'low' }, { kind: 'limit', perDay: 2000 });
    expect(await sender()).toMatchObject({ quality: 'low', perDay: 2000, stoppedAt: null });
    await tell({ kind: 'session', state: 'scan' });
    expect(await sender()).toMatchObject({ stopReason: makeReason('sessionLost') });
    await tell({ kind: 'session', state: 'working' });
    expect(await sender()).toMatchObject({ stoppedAt: null, stopReason: null });
    await tell(
      { kind: 'problem', reason: makeReason('cloudSlower'), policy: 'retrySender' },
      { kind: 'problem', reason: makeReason('accountReinstated') },
    );
    expect(await sender()).toMatchObject({ slowed: 0, refused: 3, stoppedAt: null });
    await tell({ kind: 'problem', reason: makeReason('accountRestricted'), policy: 'pauseSender' });
    await tell({ kind: 'problem', reason: makeReason('newToken'), policy: 'fixToken' });
    expect(await sender()).toMatchObject({ stopReason: makeReason('accountRestricted') });
    await tell({ kind: 'session', state: 'working' });
    expect(await sender()).toMatchObject({ stopReason: makeReason('accountRestricted') });
  });

  it('The latest template event counts, and its sends pause and continue with it.', async () => {
    const { tell, campus, run, broadcastID } = await queueOne();
    const { db } = world.deps.store;
    const { id: templateID } = (await campus.template('Fee', 'Salam {{name}}'))!;
    const named = { name: 'fee_due', language: 'en' };
    const more = { category: 'UTILITY', providerID: '1', message: '', media: '', stopButton: 0 };
    const submittedAt = outside.now.toISOString();
    await db
      .insertInto('approval')
      .values({
        templateID,
        campusID: campus.id,
        ...named,
        ...more,
        state: 'pending',
        reason: '',
        submittedAt,
        syncedAt: null,
      })
      .execute();
    const template = JSON.stringify({ templateID, ...named, hasHeader: false, stopButton: false });
    await db.updateTable('broadcast').set({ template }).where('id', '=', broadcastID).execute();
    const says = (status: 'approved' | 'paused' | 'disabled', seconds: number): WebhookEvent => {
      const at = new Date(outside.now.getTime() + seconds * 1000);
      const reason = status === 'paused' ? makeReason('approvalPaused') : null;
      return { kind: 'template', ...named, status, reason, at };
    };
    const state = async () =>
      (
        await db
          .selectFrom('approval')
          .select('state')
          .where('templateID', '=', templateID)
          .executeTakeFirst()
      )?.state;
    await tell(says('approved', 0));
    expect(await state()).toBe('approved');
    await tell(says('disabled', -10));
    expect([await state(), (await run()).state]).toEqual(['approved', 'running']);
    await tell(says('paused', 10));
    expect(await run()).toEqual({ state: 'paused', notice: pausedFor(makeReason('approvalPaused')) });
    await tell(says('approved', 20));
    expect(await run()).toEqual({ state: 'running', notice: null });
    await db.updateTable('broadcast').set({ state: 'paused' }).where('id', '=', broadcastID).execute();
    await tell(says('disabled', 30), says('approved', 40));
    expect((await run()).state).toBe('paused');
    await tell({ kind: 'category', ...named, category: 'MARKETING', at: outside.now });
    const row = await db.selectFrom('approval').selectAll().where('templateID', '=', templateID).execute();
    expect(row).toMatchObject([{ category: 'MARKETING', state: 'approved' }]);
  });

  it('A webhook interrupted by a crash is handled completely at the next start.', async () => {
    const { tell, webhookBody, call, failed, read, campus } = await sendOne();
    await call(webhookBody(wrote('STOP'), failed('131000', 'retryTransient')));
    const broken = Object.assign(new Error('Connection terminated'), { code: 'ECONNRESET' });
    let clockReads = 0;
    // The crash comes in the middle: some of it is written, but the webhook is not marked as handled.
    const now = () => {
      clockReads += 1;
      if (clockReads > 3) throw broken;
      return outside.now;
    };
    const optedOut = async () => [...(await listOptedOut(campus.scope))];
    await expect(handleStoredWebhooks({ ...world.deps, now })).rejects.toThrow(broken);
    expect((await read()).status).toBe('accepted');
    expect(await optedOut()).toEqual([]);
    await tell();
    expect((await read()).status).toBe('queued');
    expect(await optedOut()).toEqual([parentNumber]);
  });

  it('A stopped parent is opted out even when the program crashes before the answer is handled.', async () => {
    const { tell, failed, campus, read } = await queueOne();
    await tell(failed('131050', 'failRecipient'));
    await sendNext(world.deps);
    const broken = Object.assign(new Error('Connection terminated'), { code: 'ECONNRESET' });
    let clockReads = 0;
    const now = () => {
      clockReads += 1;
      if (clockReads > 2) throw broken;
      return outside.now;
    };
    await pollProviders({ ...world.deps, now }).catch((error) => expect(error).toBe(broken));
    while ((await pollProviders(world.deps)) > 0);
    expect((await read()).status).toBe('failed');
    expect([...(await listOptedOut(campus.scope))]).toHaveLength(1);
  });
});
