/** The demonstration school shows data on every page and sends only scheduled messages. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { Call } from '#shared/call.ts';
import { calls } from '#shared/calls/all.ts';
import { failureKinds } from '#shared/messages/failure-kinds.ts';
import { noMessages } from '#shared/messages/message-states.ts';
import { makeReason } from '#shared/messages/reasons.ts';
import { clockIn } from '#shared/time/dates.ts';
import { starterTemplates } from '#shared/words/templates.ts';
import { scopeOfRow } from '../../src/server/auth/scope.ts';
import { createCampus } from '../../src/server/auth/setup/setup-queries.ts';
import { listGroups } from '../../src/server/billing/groups/groups-queries.ts';
import { fillNewCampus } from '../../src/server/demo/demo.ts';
import { outcomeKindOf } from '../../src/server/demo/sends.ts';
import { listPlanned, previewSend } from '../../src/server/outbox/enqueue/preview.ts';
import { inTransaction } from '../../src/server/platform/db/store.ts';
import { expectTrueCounts } from '../support/counts.ts';
import { engines } from '../support/engines.ts';
import { type CallRequest, createWorld, type World } from '../support/world.ts';
import { expectAnswer } from './expectations.ts';

const first = {
  ...{ school: 'Iqra School', campus: 'Main Campus', name: 'Sadia Malik', userName: 'sadia.malik' },
  ...{ password: 'a good password', demo: true },
};
/** Half past two in the afternoon in Karachi. */
const made = new Date('2026-11-27T09:30:00.000Z');
const timeZone = 'Asia/Karachi';
const hour = 3_600_000;

type AnswerTo<C extends Call> = C['answer'] extends z.ZodType ? z.output<C['answer']> : undefined;

describe.each(engines)('The demonstration school on %s', (engine) => {
  let world: World;
  let now = made;
  let get: <C extends Call>(call: C, request?: CallRequest) => Promise<AnswerTo<C>>;
  beforeAll(async () => {
    world = await createWorld(engine, { now: () => now });
    const token = new URL(world.setupLink ?? '').searchParams.get('token');
    const { body } = await world.call(calls.setUp, { body: { ...first, token } });
    const place = { db: body.db, cID: body.cId };
    get = async (call, { query, ...request } = {}) => {
      const answered = await world.call(call, {
        token: body.token,
        query: { ...place, ...query },
        ...request,
      });
      expectAnswer(call, answered);
      return answered.body;
    };
  });
  afterAll(() => world.stop());

  const messages = () =>
    world.deps.store.db.selectFrom('message').selectAll().where('campusID', '=', 1).orderBy('id').execute();
  const listSends = (query: object) => get(calls.listBroadcasts, { query: { which: 'sends', ...query } });

  it('The demonstration school has seven sends; one of them has messages in every final state except cancelled.', async () => {
    const sends = await listSends({});
    expect(sends.map(({ template, audience }) => [template, audience])).toEqual([
      ['Last reminder', 'unpaid'],
      ['Fee baqi hai (Roman Urdu)', 'unpaid'],
      ['Fee due, family', 'all'],
      ['فیس کی یاد دہانی', 'unpaid'],
      ['Fee due, family', 'all'],
      ['Fee yaad dehani (Roman Urdu)', 'unpaid'],
      ['Fee due, family', 'all'],
    ]);
    const [, , notice] = sends;
    expect(notice).toMatchObject({ createdAt: '2026-11-03T05:20:00.000Z', by: 'Sadia Malik', paused: false });
    const { pending, sending, accepted, cancelled, ...ended } = notice?.counts ?? noMessages();
    expect({ pending, sending, accepted, cancelled }).toEqual({
      ...{ pending: 0, sending: 0, accepted: 0, cancelled: 0 },
    });
    for (const [state, count] of Object.entries(ended)) expect(count, state).toBeGreaterThan(0);
    expect(await get(calls.getSend, { params: { id: notice?.broadcastID } })).toMatchObject({
      paidSince: null,
    });
    const reminder = await get(calls.getSend, { params: { id: sends[1]?.broadcastID } });
    expect(reminder.paidSince).toBeGreaterThan(0);
    for (const { counts } of sends.slice(1)) expect(counts.read).toBeGreaterThan(counts.failed);
  });

  it.each([starterTemplates[0], ...starterTemplates.slice(2)])(
    'The template “$title” was not sent this month and reaches the unpaid families, few of whose numbers fail.',
    async ({ message }) => {
      const [newest] = await get(calls.listGroups);
      const body = { message, groupIDs: [newest?.id], status: 'unpaid' };
      const preview = await get(calls.planSend, { body });
      expect(preview).toMatchObject({ alreadySent: 0 });
      expect(preview.families).toBeGreaterThan(100);
      const { items } = await get(calls.listPlanned, { body: { ...body, list: 'gets', take: 200 } });
      const failing = items.filter(({ number }) => !['read', 'delivered'].includes(outcomeKindOf(number)));
      expect(failing.length / items.length).toBeLessThan(0.1);
    },
  );

  it('The billing of each of the three months has its own sends.', async () => {
    const groups = await get(calls.listGroups);
    for (const { id } of groups.slice(0, 3))
      expect((await listSends({ groupID: id })).length).toBeGreaterThanOrEqual(2);
  });

  it('The failed messages need every kind of repair except another text, and each has its reason.', async () => {
    const { kinds } = await get(calls.countFailures);
    // The demo phone takes every text.
    expect(kinds.map(({ kind }) => kind)).toEqual(failureKinds.filter((kind) => kind !== 'rewrite'));
    const failures = await get(calls.listFailures);
    expect(failures.map(({ reasonCode }) => reasonCode).sort()).toEqual([
      'notOnWhatsApp',
      'offersSwitchedOff',
      'switchedOff',
    ]);
    const [, , notice] = await listSends({});
    const { items } = await get(calls.listSendFailures, { params: { id: notice?.broadcastID } });
    const guessed = items.find(({ guess }) => guess !== null);
    expect(guessed).toMatchObject({ kind: 'correct', guess: { billing: expect.stringMatching(/2026/) } });
  });

  it('A wrong number was corrected, and its family got the message within the same send.', async () => {
    const [, , , , october] = await listSends({});
    const { count, fixed: mended } = await get(calls.listSendFailures, {
      params: { id: october?.broadcastID },
    });
    expect(count).toBe(0);
    expect(mended.filter(({ instead }) => instead !== null)).toEqual([
      expect.objectContaining({ instead: expect.objectContaining({ status: 'read' }) }),
    ]);
    expect(mended.some(({ contactedByPhone }) => contactedByPhone?.by === 'Sadia Malik')).toBe(true);
  });

  it('A message shows its attempt and the later receipts of WhatsApp.', async () => {
    const { items } = await get(calls.listOutbox, { query: { status: 'read', take: 1 } });
    const tries = await get(calls.listAttempts, { params: { id: items[0]?.id } });
    expect(tries).toMatchObject([
      {
        attempt: 1,
        outcome: 'accepted',
        receipts: [{ status: 'sent' }, { status: 'delivered' }, { status: 'read' }],
      },
    ]);
    const failed = await get(calls.listOutbox, { query: { status: 'failed', take: 1 } });
    expect(await get(calls.listAttempts, { params: { id: failed.items[0]?.id } })).toHaveLength(1);
  });

  it('Chats are unread, waiting or answered, some of them in Urdu.', async () => {
    const { items, unread, waiting } = await get(calls.listConversations);
    expect(unread).toBeGreaterThan(items.filter(({ unread }) => unread > 0).length);
    expect(waiting).toBeGreaterThan(items.filter(({ unread }) => unread > 0).length);
    expect(items.filter(({ isAnswered }) => isAnswered).length).toBeGreaterThan(5);
    expect(items.filter(({ text }) => /[\u0600-\u06ff]/.test(text)).length).toBeGreaterThan(2);
    for (const { children } of items) expect(children.length).toBeGreaterThan(0);
    const [conversation] = (await get(calls.listConversations, { query: { search: 'online transfer' } }))
      .items;
    const chat = await get(calls.loadChat, { query: { number: conversation?.number } });
    expect(chat.map(({ message }) => message)).toContainEqual(
      expect.stringContaining('account number voucher'),
    );
    expect(chat.filter(({ fromAdmin }) => fromAdmin).length).toBeGreaterThan(3);
  });

  it('The demonstration school has two families that opted out (by STOP, and in WhatsApp) and a message that was skipped for that reason.', async () => {
    const optOuts = await get(calls.listOptOuts);
    expect(optOuts.map(({ note, by }) => [note, by])).toEqual([
      ['Stopped messages of the school in WhatsApp', ''],
      ['STOP', ''],
    ]);
    const { items } = await get(calls.listOutbox, { query: { status: 'skipped' } });
    expect(items.map(({ reasonCode }) => reasonCode)).toContain('optedOut');
  });

  it('Today has something in each of its boxes.', async () => {
    const today = await get(calls.today);
    expect(today.toAnswer.count).toBeGreaterThan(4);
    expect(today.numberless.count).toBeGreaterThan(2);
    expect(today.unkept).toMatchObject({
      count: 1,
      items: [{ day: '2026-11-26', billID: expect.any(Number) }],
    });
    expect(today.collected.lastWeek).toBeGreaterThan(0);
    for (const { day, payments } of today.collected.days.slice(0, 5))
      expect(payments, day).toBeGreaterThan(2);
    expect(today.missing).toMatchObject({ month: 12, year: 2026 });
    expect(today.failures?.count).toBeGreaterThan(10);
    expect(today.scheduled).toMatchObject([{ startAt: '2026-11-28T05:00:00.000Z' }]);
    expect(today).toMatchObject({ sending: [], steps: null });
  });

  it('The demonstration school has a bank account, so that a bank file can be opened.', async () => {
    expect(await get(calls.listMoneyAccounts)).toMatchObject([{ kind: 'bank', title: 'HBL 0042-7901' }]);
  });

  it('A family shows its messages beside its children.', async () => {
    const [latest] = (await get(calls.listConversations)).items;
    const family = await get(calls.showFamily, { query: { number: latest?.number } });
    expect(family.messages.length).toBeGreaterThan(3);
  });

  it('The demonstration school sends no message within the next hour, and tomorrow only the scheduled ones.', async () => {
    const before = await messages();
    now = new Date(made.getTime() + hour);
    await world.work();
    expect(await messages()).toEqual(before);
    await expectTrueCounts(world.deps.store.db);
    now = new Date('2026-11-28T06:00:00.000Z');
    await world.work();
    const changed = (await messages()).filter(
      ({ updatedAt }, place) => updatedAt !== before[place]?.updatedAt,
    );
    const due = before.filter(({ status }) => status === 'queued');
    expect(changed.map(({ id }) => id)).toEqual(due.map(({ id }) => id));
    // The reminder for later leaves out the family that has promised to pay.
    expect(changed.filter(({ status }) => status !== 'accepted' && status !== 'failed')).toMatchObject([
      { status: 'skipped', reason: makeReason('promised', { day: '2026-12-01' }) },
    ]);
    now = made;
  });

  it.each([
    ['in the first minutes of a month', '2026-10-31T19:05:00.000Z'],
    ['early on New Year’s Day', '2027-01-01T02:00:00.000Z'],
    ['on a Monday at the end of a short month', '2027-03-01T05:00:00.000Z'],
    ['late on the last day of a long month', '2027-05-31T18:30:00.000Z'],
  ])('A school made %s has its sends and chats in the past and in waking hours.', async (_when, at) => {
    const { db } = world.deps.store;
    const { id: schoolID } = await db.selectFrom('school').select('id').executeTakeFirstOrThrow();
    const campus = await createCampus(db, { schoolID, name: `Campus of ${at}`, now: at });
    const user = await db.selectFrom('user').select('id').executeTakeFirstOrThrow();
    const instant = new Date(at);
    const { runtime } = world.deps;
    const scope = scopeOfRow(db, campus, user.id);
    await inTransaction(scope, (scope) => fillNewCampus(scope, { demo: true, now: instant, runtime }));
    const sends = await db
      .selectFrom('broadcast')
      .selectAll()
      .where('campusID', '=', campus.id)
      .orderBy('id')
      .execute();
    const wrote = await db
      .selectFrom('inbound')
      .selectAll()
      .where('campusID', '=', campus.id)
      .orderBy('id')
      .execute();
    expect(sends.length).toBeGreaterThan(10);
    expect(wrote.length).toBeGreaterThan(15);
    const own = db.selectFrom('message').selectAll().where('campusID', '=', campus.id);
    const instants = [...sends.map((one) => one.createdAt), ...wrote.map((one) => one.at)];
    for (const one of instants) {
      const clock = clockIn(timeZone, new Date(one));
      expect([one <= at, clock >= '09:00' && clock <= '20:30'], one).toEqual([true, true]);
    }
    for (const { createdAt, updatedAt } of await own.execute())
      expect([createdAt <= updatedAt, updatedAt <= at]).toEqual([true, true]);
    // Whatever the day, a template that was not sent fits many unpaid families, and few of their numbers fail.
    now = instant;
    const [newest] = await listGroups(scope);
    const fitting = { message: starterTemplates[0].message, groupIDs: [newest?.id], status: 'unpaid' };
    const preview = await previewSend(scope, world.deps, calls.planSend.body.parse(fitting));
    const list = calls.listPlanned.body.parse({ ...fitting, list: 'gets', take: 200 });
    const { items } = await listPlanned(scope, world.deps, list);
    now = made;
    expect(preview).toMatchObject({ alreadySent: 0 });
    expect(preview.families).toBeGreaterThan(100);
    const failing = items.filter(({ number }) => !['read', 'delivered'].includes(outcomeKindOf(number)));
    expect(failing.length / items.length).toBeLessThan(0.1);
    // Later rows have higher ids, because chat pages are ordered by id.
    for (const list of [sends.map((one) => one.createdAt), wrote.map((one) => one.at)])
      expect(list).toEqual(list.toSorted());
  });
});
