/**
 * Where free text reaches only parents who wrote within a day: who is skipped, who gets the template, and how the
 * messaging limit counts.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { PlanBody } from '#shared/calls/messages.ts';
import { fill } from '#shared/messages/placeholders.ts';
import { makeReason, tellReason } from '#shared/messages/reasons.ts';
import { insertInbound } from '../../src/server/chat/chat-queries.ts';
import { retry } from '../../src/server/outbox/changes/retry.ts';
import { claimManually } from '../../src/server/outbox/delivery/claims.ts';
import { claimNext } from '../../src/server/outbox/delivery/scheduler.ts';
import { sendNext } from '../../src/server/outbox/delivery/worker.ts';
import { previewSend } from '../../src/server/outbox/enqueue/preview.ts';
import { changeLimit } from '../../src/server/outbox/limits/messaging-limits.ts';
import { countedFor } from '../../src/server/outbox/limits/messaging-limits-rules.ts';
import { countOutbox } from '../../src/server/outbox/lists/alerts.ts';
import { updateSender } from '../../src/server/senders/settings/settings-queries.ts';
import { putSubmitted } from '../../src/server/templates/approvals/approvals-queries.ts';
import { emptyOutbox, nextSlug } from '../races/one-message.ts';
import { createApprover } from '../support/approving-provider.ts';
import { type CampusInTest, makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { providerReason } from '../support/provider-reason.ts';
import { createWorld, type World } from '../support/world.ts';

const text = 'Dear parent, the fee of {{name}}, {{total}}, is due now. Thank you.';
const [one, two, three] = ['+923001111111', '+923002222221', '+923003333331'];
const hour = 3_600_000;

const nobody: PlanBody = {
  contacts: '',
  groupIDs: [],
  contactIDs: [],
  clsIDs: [],
  secIDs: [],
  status: 'all',
  family: false,
  again: true,
  message: '',
};

describe.each(engines)('Customer service window on %s', (engine) => {
  const approver = createApprover();
  let now = new Date('2026-11-09T06:00:00.000Z');
  const pass = (milliseconds: number) => {
    now = new Date(now.getTime() + milliseconds);
  };
  let world: World;
  beforeAll(async () => {
    const providers = { demo: approver.provider };
    world = await createWorld(engine, { providers, now: () => now });
  });
  afterEach(async () => {
    await emptyOutbox(world);
    approver.got.length = 0;
    approver.answer = ({ opaque }) => ({ kind: 'accepted', providerID: `p.${opaque}` });
  });
  afterAll(() => world.stop());

  let wrote = 0;
  const write = ({ scope, id }: CampusInTest, number: string) =>
    insertInbound(scope.db, {
      campusID: id,
      senderID: `s${id}`,
      providerID: `in${++wrote}`,
      number,
      text: 'Salam',
      media: '',
      audio: '',
      at: now.toISOString(),
    });

  /** Opens a campus with a bill for each of these numbers and with an approved template. */
  async function open({ numbers = [one, two], perDay = null as number | null, portfolio = '' } = {}) {
    const campus = await world.school(nextSlug());
    await updateSender(campus.scope, { perDay, portfolio });
    const bills = numbers.map((number, index) => makeBill({ number, name: `Child ${index + 1}` }));
    const group = await campus.group({ bills });
    const template = await campus.template('Fee', text);
    const templateID = template?.id ?? 0;
    await putSubmitted(campus.scope, {
      templateID,
      name: `fee_${templateID}`,
      language: 'en',
      category: 'UTILITY',
      providerID: '1',
      state: 'approved',
      reason: '',
      message: text,
      media: '',
      stopButton: 1,
      submittedAt: now.toISOString(),
      syncedAt: null,
    });
    return { campus, group, templateID };
  }

  const sendAll = async () => {
    let all = 0;
    for (let count = 1; count > 0; all += count) count = await sendNext(world.deps);
    return all;
  };
  const readRun = ({ scope }: CampusInTest, broadcastID: number) =>
    scope.db
      .selectFrom('message')
      .select(['number', 'status', 'reason', 'text', 'params', 'dueAt'])
      .where('broadcastID', '=', broadcastID)
      .orderBy('number')
      .orderBy('id')
      .execute();

  it('Free text is sent to parents with an open window, and the others are skipped as windowClosed.', async () => {
    const { campus, group } = await open();
    await write(campus, one);
    const { skipped, ...run } = await campus.message({ groupIDs: [group.id], message: text });
    expect(run.queued).toBe(1);
    expect(skipped).toEqual([{ number: two, name: 'Child 2', ...tellReason(makeReason('windowClosed')) }]);
    expect(await sendAll()).toBe(1);
    expect(approver.got.map(({ to, template }) => [to, template])).toEqual([[one, undefined]]);
  });

  it('A parent’s message from before the number was connected opens no window.', async () => {
    const { campus, group, templateID } = await open();
    await write(campus, one);
    pass(60_000);
    await updateSender(campus.scope, { connectedAt: now.toISOString() });
    pass(60_000);
    await write(campus, two);
    await campus.message({ groupIDs: [group.id], message: text, templateID });
    expect(await sendAll()).toBe(2);
    const [first, second] = approver.got.sort((a, b) => a.to.localeCompare(b.to));
    expect(first?.template?.name).toBe(`fee_${templateID}`);
    expect(second).not.toHaveProperty('template');
  });

  it('An approved template reaches parents with a closed window with the same text that the others get.', async () => {
    const { campus, group, templateID } = await open();
    await write(campus, one);
    const run = await campus.message({ groupIDs: [group.id], message: text, templateID });
    expect(run).toMatchObject({ queued: 2, skipped: [] });
    expect(await sendAll()).toBe(2);
    const [first, second] = approver.got.sort((a, b) => a.to.localeCompare(b.to));
    expect(first).not.toHaveProperty('template');
    expect(first?.text).toBe('Dear parent, the fee of Child 1, 12,500, is due now. Thank you.');
    expect(second?.template).toEqual({
      name: `fee_${templateID}`,
      language: 'en',
      values: [{ text: 'Child 2' }, { text: '12,500' }],
      hasHeader: false,
      buttons: ['STOP'],
    });
    expect(second?.text).toBe('Dear parent, the fee of Child 2, 12,500, is due now. Thank you.');
  });

  it.each([
    ['another text', { message: `${text} Bye.` }],
    ['other media', { media: '/files/abcdefghijklmnopqrstuvwx.jpg' }],
  ])(
    '%s than the approved one counts as free text and is skipped if the window is closed.',
    async (_what, other) => {
      const { campus, group, templateID } = await open();
      const run = await campus.message({ groupIDs: [group.id], message: text, templateID, ...other });
      expect(run.queued).toBe(0);
    },
  );

  it('If a window closes while a message waits, the message is checked again and skipped when its turn comes.', async () => {
    const { campus, group, templateID } = await open({ numbers: [one] });
    await write(campus, one);
    const free = await campus.message({ groupIDs: [group.id], message: text });
    const byTemplate = await campus.message({ groupIDs: [group.id], message: text, templateID });
    pass(24 * hour);
    expect(await sendAll()).toBe(1);
    expect(approver.got[0]?.template?.name).toBe(`fee_${templateID}`);
    expect(await readRun(campus, free.broadcastID)).toMatchObject([
      { status: 'skipped', reason: makeReason('windowClosed') },
    ]);
    expect(await readRun(campus, byTemplate.broadcastID)).toMatchObject([{ status: 'accepted' }]);
  });

  it('A scheduled send checks the window at its own hour.', async () => {
    const { campus, group } = await open({ numbers: [one] });
    await write(campus, one);
    const at = (days: number) => `2026-11-${String(now.getUTCDate() + days).padStart(2, '0')}T23:00`;
    const run = (sendAt: string) => campus.message({ groupIDs: [group.id], message: text, sendAt });
    expect((await run(at(0))).queued).toBe(1);
    expect((await run(at(1))).queued).toBe(0);
  });

  it('A family message by template is written anew with its values after one child has paid.', async () => {
    const { campus, group, templateID } = await open({ numbers: [one, one] });
    const run = await campus.message({
      groupIDs: [group.id],
      message: text,
      templateID,
      family: true,
      status: 'unpaid',
    });
    const [before] = await readRun(campus, run.broadcastID);
    expect(before).toMatchObject({ params: '["Child 1, Child 2","12,500, 12,500"]' });
    expect(before?.text).toBe(
      'Dear parent, the fee of Child 1, Child 2, 12,500, 12,500, is due now. Thank you.',
    );
    const paid = campus.scope.db.updateTable('bill').set({ status: 'paid' });
    await paid.where('id', '=', group.bills[0]?.id ?? 0).execute();
    await sendAll();
    const [after] = await readRun(campus, run.broadcastID);
    expect(after).toMatchObject({ status: 'accepted', params: '["Child 2","12,500"]' });
    expect(approver.got[0]).toMatchObject({
      text: after?.text,
      template: { values: [{ text: 'Child 2' }, { text: '12,500' }] },
    });
    const bill = { ...group.bills[1], campus: '', status: 'unpaid' } as never;
    expect(after?.text).toBe(fill(text, bill).text);
  });

  it('A retry of a template message keeps its values.', async () => {
    const { campus, group, templateID } = await open({ numbers: [one] });
    approver.answer = () => ({ kind: 'rejected', reason: providerReason('No') });
    const { broadcastID } = await campus.message({ groupIDs: [group.id], message: text, templateID });
    await sendAll();
    await retry(campus.scope, world.deps, { broadcastID });
    await sendAll();
    expect(approver.got).toHaveLength(2);
    expect(approver.got[1]?.template).toEqual(approver.got[0]?.template);
  });

  it('A preview counts open and closed windows, and shows the text that will be read.', async () => {
    const { campus, group, templateID } = await open();
    await write(campus, one);
    const request = { ...nobody, groupIDs: [group.id], message: text };
    const free = await previewSend(campus.scope, world.deps, request);
    expect(free).toMatchObject({
      queued: 1,
      leftOut: 1,
      reasons: [{ reasonCode: 'windowClosed', count: 1 }],
      windows: { open: 1, closed: 1, isApproved: false },
    });
    const approved = await previewSend(campus.scope, world.deps, { ...request, templateID });
    expect(approved).toMatchObject({
      queued: 2,
      leftOut: 0,
      windows: { open: 1, closed: 1, isApproved: true },
    });
    expect(approved.samples.map((sample) => sample.text)).toContain(
      'Dear parent, the fee of Child 2, 12,500, is due now. Thank you.',
    );
  });

  it('A reply outside the window is skipped with the reason, and getWindow says until when the window is open.', async () => {
    const { campus } = await open();
    const { token } = await campus.user();
    const query = { db: campus.db, cID: campus.id };
    const ask = async (number: string) =>
      (await world.call(calls.getWindow, { query: { ...query, number }, token })).body;
    const reply = async () =>
      (
        await world.call(calls.sendToMember, {
          query,
          token,
          body: { contacts: '0300-1111111', message: 'Yes' },
        })
      ).body;
    expect(await ask('0300-1111111')).toEqual({ isNeeded: true, openUntil: null });
    expect(await reply()).toMatchObject({
      queued: 0,
      skipped: [{ number: one, reasonCode: 'windowClosed' }],
    });
    await write(campus, one);
    const openUntil = new Date(now.getTime() + 24 * hour).toISOString();
    expect(await ask('0300-1111111')).toEqual({ isNeeded: true, openUntil });
    expect(await ask('nobody')).toEqual({ isNeeded: true, openUntil: null });
    expect(await reply()).toMatchObject({ queued: 1, skipped: [] });
  });

  it('A message to another campus opens no window here.', async () => {
    const { campus } = await open();
    const sister = await campus.sister();
    await write(sister, one);
    expect((await campus.message({ contacts: '0300-1111111' })).queued).toBe(0);
    expect((await sister.message({ contacts: '0300-1111111' })).queued).toBe(1);
  });

  describe('Messaging limit', () => {
    it('Waiting messages are sent at once after the messaging limit is raised.', async () => {
      const { campus, group, templateID } = await open({ numbers: [one, two, three], perDay: 1 });
      await campus.message({ groupIDs: [group.id], message: text, templateID });
      expect(await sendAll()).toBe(1);
      const limit = { perDay: 2, now: now.toISOString() };
      await changeLimit(world.deps.store.db, { id: `s${campus.id}`, portfolio: '' }, limit);
      expect(await sendAll()).toBe(1);
      await changeLimit(
        world.deps.store.db,
        { id: `s${campus.id}`, portfolio: '' },
        { ...limit, perDay: null },
      );
      expect(await sendAll()).toBe(1);
    });

    it('People over the messaging limit wait until the limit allows them, and people with an open window do not count.', async () => {
      const { campus, group, templateID } = await open({ numbers: [one, two, three], perDay: 1 });
      await write(campus, three);
      const { broadcastID } = await campus.message({ groupIDs: [group.id], message: text, templateID });
      const again = new Date(now.getTime() + hour).toISOString();
      expect(await sendAll()).toBe(2);
      expect(await readRun(campus, broadcastID)).toMatchObject([
        { number: one, status: 'accepted' },
        { number: two, status: 'queued', reason: makeReason('perDay', { most: 1 }), dueAt: again },
        { number: three, status: 'accepted' },
      ]);
      // To the same person again, and to the person who wrote.
      const more = { message: text, templateID };
      await campus.message({ contactIDs: [group.bills[0]?.id ?? 0, group.bills[2]?.id ?? 0], ...more });
      expect(await sendAll()).toBe(2);
      // The second message to the same person counts for a day from now on.
      pass(countedFor - 1);
      expect(await sendAll()).toBe(0);
      pass(1);
      expect(await sendAll()).toBe(1);
    });

    it('The numbers of one portfolio share its messaging limit, and other numbers do not.', async () => {
      const shared = { perDay: 1, portfolio: `portfolio of ${nextSlug()}` };
      const [a, b] = [await open({ numbers: [one], ...shared }), await open({ numbers: [two], ...shared })];
      const alone = await open({ numbers: [three], perDay: 1 });
      for (const { campus, group, templateID } of [a, b, alone])
        await campus.message({ groupIDs: [group.id], message: text, templateID });
      expect(await sendAll()).toBe(2);
      expect(approver.got.map(({ to }) => to)).toContain(three);
      pass(countedFor);
      expect(await sendAll()).toBe(1);
    });

    it('If the messaging limit spreads a send over days, the preview says how long the send takes.', async () => {
      const { campus, group, templateID } = await open({ numbers: [one, two, three], perDay: 2 });
      const request = { ...nobody, groupIDs: [group.id], message: text, templateID };
      const seconds = async () => (await previewSend(campus.scope, world.deps, request)).seconds;
      expect(await seconds()).toBe(countedFor / 1000);
      await campus.message({ contactIDs: [group.bills[0]?.id ?? 0], message: text, templateID });
      await sendAll();
      pass(hour);
      // One of the three is counted already, one gets the place that is left, and the last waits until the first is no
      // longer counted.
      expect(await seconds()).toBe((countedFor - hour) / 1000);
      await write(campus, three);
      expect(await seconds()).toBe(0);
    });

    it('People reached without a messaging limit count once a limit is set.', async () => {
      const { campus, group, templateID } = await open({ numbers: [one, two] });
      await campus.message({ groupIDs: [group.id], message: text, templateID });
      expect(await sendAll()).toBe(2);
      await updateSender(campus.scope, { perDay: 2 });
      const more = await campus.group({ bills: [makeBill({ number: three, name: 'Child 3' })] });
      await campus.message({ groupIDs: [more.id], message: text, templateID });
      expect(await sendAll()).toBe(0);
    });
  });

  describe('Sending by hand', () => {
    it('No worker sends for a sender by hand, and a person claims each waiting message once.', async () => {
      const { campus, group } = await open();
      await updateSender(campus.scope, { provider: 'assisted' });
      const { broadcastID } = await campus.message({ groupIDs: [group.id], message: text });
      expect(await sendAll()).toBe(0);
      pass(hour);
      expect((await countOutbox(campus.scope, world.deps)).alert).toBeNull();
      const waiting = await campus.scope.db
        .selectFrom('message')
        .select('id')
        .where('broadcastID', '=', broadcastID)
        .orderBy('id')
        .execute();
      const claim = (id = 0) =>
        claimManually(world.deps, campus.scope, { messageID: id, leaseSeconds: 3600 });
      const leaseUntil = new Date(now.getTime() + hour).toISOString();
      expect(await claim(waiting[0]?.id)).toMatchObject({
        claimed: { number: one, leaseUntil, attempts: 1 },
      });
      expect(await claim(waiting[0]?.id)).toBeUndefined();
      expect(
        await claimManually(world.deps, (await campus.sister()).scope, {
          messageID: waiting[1]?.id ?? 0,
          leaseSeconds: 1,
        }),
      ).toBeUndefined();
      await campus.scope.db.deleteFrom('bill').where('groupID', '=', group.id).execute();
      expect(await claim(waiting[1]?.id)).toEqual({ left: makeReason('billRemoved') });
      const run = await campus.scope.db
        .selectFrom('broadcast')
        .select('state')
        .where('id', '=', broadcastID)
        .executeTakeFirst();
      expect(run?.state).toBe('done');
    });
  });
});

it('A claim checks neither windows nor limits if the provider has none.', async () => {
  const accept = async ({ id }: { id: string }) => ({ kind: 'accepted' as const, providerID: id });
  const world = await createWorld('sqlite', { providers: { demo: { send: accept } } });
  const campus = await world.school(nextSlug());
  await updateSender(campus.scope, { perDay: 1 });
  await campus.message({ contacts: '0300-1111111, 0300-2222222' });
  const queries: string[] = [];
  const { store } = world.deps;
  const db = store.db.withPlugin({
    transformQuery: ({ node }) => {
      queries.push(JSON.stringify(node));
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const { claimed } = await claimNext({ ...world.deps, store: { ...store, db } }, { most: () => 10 });
  expect(claimed).toHaveLength(2);
  expect(queries.join()).toMatch(/message/);
  expect(queries.join()).not.toMatch(/inbound|reached/);
  await world.stop();
});
