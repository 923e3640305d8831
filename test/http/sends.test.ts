/** Sends as a clerk finds them again: their figures, the people behind them, and repaired failures. */
import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { BroadcastProgress, Message } from '#shared/calls/outbox.ts';
import type { FailureItem } from '#shared/calls/send-failures.ts';
import { fixWords } from '#shared/words/outbox.ts';
import { freshNumber, makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { entriesOf, schoolOf } from '../support/trail.ts';
import { useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';

const absent = '0300-1234500';
const e164 = (number: string) => `+92${number.replaceAll('-', '').slice(1)}`;

describe.each(engines)('Sends on %s', (engine) => {
  const here = useCampus(engine);
  beforeEach(() => here.clerk.get(calls.setPace, { body: { pace: 'instant' } }));

  const list = (query: Record<string, unknown>): Promise<BroadcastProgress[]> =>
    here.clerk.get(calls.listBroadcasts, { query });
  const idsOf = async (query: Record<string, unknown>) =>
    (await list(query)).map(({ broadcastID }) => broadcastID);
  const open = (id: number) => here.clerk.get(calls.getSend, { params: { id } });
  const failuresOf = (id: number) => here.clerk.get(calls.listSendFailures, { params: { id } });
  const tellByPhone = (body: object) => here.clerk.get(calls.tellByPhone, { body });
  const peopleOf = async (broadcastID: number, status: string): Promise<Message[]> =>
    (await here.clerk.get(calls.listOutbox, { query: { broadcastID, status } })).items;
  const plain = (message: string) => here.campus.message({ contacts: freshNumber(), message });

  /** Sends to bills with these numbers and waits until everything is sent. */
  async function sendAndWait(numbers: string[], options: object = {}) {
    const group = await here.campus.group({ bills: numbers.map((number) => makeBill({ number })) });
    const { broadcastID } = await here.campus.message({
      groupIDs: [group.id],
      message: 'Dear {{name}}',
      ...options,
    });
    await here.world.work();
    return { ...group, broadcastID };
  }

  it('Sends are listed in pages back to the first, for the campus or for one billing.', async () => {
    const { id: groupID, broadcastID } = await sendAndWait([freshNumber()]);
    const others = [];
    for (let at = 0; at < 4; at += 1) others.unshift((await plain(`Notice ${at}`)).broadcastID);
    const found: number[] = [];
    for (let after = 0, page = [0]; page.length > 0; after = page.at(-1) ?? 0) {
      page = await idsOf({ which: 'sends', take: 2, after });
      expect(page.length).toBeLessThanOrEqual(2);
      found.push(...page);
    }
    expect(found).toEqual([...others, broadcastID]);
    expect(await idsOf({ groupID })).toEqual([broadcastID]);
  });

  it('Sends are filtered by waiting and finished, and the list of sends leaves out replies.', async () => {
    const { broadcastID } = await sendAndWait([freshNumber()]);
    const waiting = await plain('Holiday');
    const reply = await here.campus.message({ contacts: freshNumber(), message: 'Yes', kind: 'reply' });
    expect(await idsOf({ which: 'waiting' })).toEqual([reply.broadcastID, waiting.broadcastID]);
    expect(await idsOf({ which: 'through' })).toEqual([broadcastID]);
    expect(await idsOf({ which: 'sends' })).toEqual([waiting.broadcastID, broadcastID]);
  });

  it('Sends are found by template, text, billing and person, and keep their template’s name.', async () => {
    const { campus, clerk } = here;
    const template = await campus.template('Fee due, family', 'Dear parent');
    const { id } = await campus.group({ name: 'October 2026', bills: 1 });
    const first = await campus.message({ groupIDs: [id], message: 'Dear parent', status: 'unpaid' });
    const body = { message: 'School is closed', contacts: freshNumber(), media: '', groupIDs: [] };
    const second = await clerk.get(calls.sendToGroups, { body });
    await clerk.get(calls.removeTemplate, { params: { id: template?.id } });
    expect(await idsOf({ search: 'FAMILY' })).toEqual([first.broadcastID]);
    expect(await idsOf({ search: 'october' })).toEqual([first.broadcastID]);
    expect(await idsOf({ search: 'closed' })).toEqual([second.broadcastID]);
    expect(await idsOf({ search: clerk.userName.toUpperCase() })).toEqual([second.broadcastID]);
    expect(await idsOf({ search: '100%' })).toEqual([]);
    expect(await open(first.broadcastID)).toMatchObject({
      template: 'Fee due, family',
      audience: 'unpaid',
      isPerFamily: true,
      classes: null,
      groupIDs: [id],
    });
  });

  it('A send to classes names its classes.', async () => {
    const { classID, sectionID } = await here.campus.roster({ className: '8' });
    const body = { message: 'Holiday', clsIDs: [classID], secIDs: [sectionID], campusID: here.campus.id };
    const { broadcastID } = await here.clerk.get(calls.sendToClasses, { body });
    expect(await open(broadcastID)).toMatchObject({ classes: ['8'], groupIDs: [] });
  });

  it('Sends of a billing need the right view, and all others the right outbox.', async () => {
    const { id: groupID, broadcastID } = await sendAndWait([absent]);
    const viewer = await here.caller({ view: true });
    const seen = await viewer.get(calls.listBroadcasts, { query: { groupID, which: 'sends' } });
    expect(seen).toMatchObject([{ broadcastID, counts: { failed: 1 } }]);
    expectFailure(await viewer.ask(calls.listBroadcasts), 'forbidden');
    for (const call of [calls.getSend, calls.listSendFailures])
      expectFailure(await viewer.ask(call, { params: { id: broadcastID } }), 'forbidden');
    expectFailure(await viewer.ask(calls.countFailures), 'forbidden');
    expectFailure(await viewer.ask(calls.tellByPhone, { body: { ids: [1] } }), 'forbidden');
    const sister = await (await here.campus.sister()).group({ bills: 1 });
    expectFailure(await here.clerk.ask(calls.listBroadcasts, { query: { groupID: sister.id } }), 'notFound');
  });

  it('Each figure of a send equals the number of messages in its list and export.', async () => {
    const numbers = [absent, '0300-1234598', freshNumber(), freshNumber(), ''];
    const { bills, broadcastID } = await sendAndWait(numbers, { status: 'unpaid' });
    await here.clerk.get(calls.markBills, { body: { ids: [bills[2]?.id], status: 'paid' } });
    const { counts, total, paidSince, lastAt } = await open(broadcastID);
    expect({ total, paidSince }).toEqual({ total: 5, paidSince: 1 });
    expect(lastAt).not.toBeNull();
    const figures = {
      all: total,
      gone: counts.accepted + counts.sent + counts.delivered + counts.read,
      arrived: counts.delivered + counts.read,
      read: counts.read,
      failed: counts.failed,
      skipped: counts.skipped,
      paidSince,
    };
    expect(figures).toEqual({ all: 5, gone: 3, arrived: 3, read: 2, failed: 1, skipped: 1, paidSince: 1 });
    for (const [status, count] of Object.entries(figures)) {
      const { items, count: shown } = await here.clerk.get(calls.listOutbox, {
        query: { broadcastID, status },
      });
      expect([status, items.length, shown]).toEqual([status, count, count]);
      const taken = await here.clerk.get(calls.exportOutbox, { query: { broadcastID, status } });
      expect(taken).toHaveLength(count);
    }
    expect((await peopleOf(broadcastID, 'paidSince'))[0]?.billID).toBe(bills[2]?.id);
    const all = await sendAndWait([freshNumber()]);
    expect((await open(all.broadcastID)).paidSince).toBeNull();
  });

  describe('Messages to repair', () => {
    it('Failed messages are counted and listed by what has to be done, for a month.', async () => {
      const other = freshNumber();
      const slip = '0300-1234400';
      const october = [
        makeBill({ regNum: 'R-slip', number: '0300-1234401' }),
        makeBill({ regNum: 'R-two', number: other }),
      ];
      await here.campus.save(october, { name: 'October', month: 10 });
      const group = await here.campus.group({
        bills: [
          makeBill({ regNum: 'R-slip', number: slip, name: 'Slip' }),
          makeBill({ regNum: 'R-two', number: absent, name: 'Two' }),
          makeBill({ number: '0300-1235500', name: 'Alone' }),
          makeBill({ number: '042-35761200', name: 'Landline' }),
          makeBill({ number: '0300-1234599', name: 'Off' }),
        ],
      });
      const { broadcastID } = await here.campus.message({ groupIDs: [group.id], message: 'Dear {{name}}' });
      await here.world.work();
      await here.world.work();
      const { items, count } = (await failuresOf(broadcastID)) as { items: FailureItem[]; count: number };
      const kinds = Object.fromEntries(items.map(({ name, kind, guess }) => [name, [kind, guess?.number]]));
      expect(kinds).toEqual({
        Slip: ['correct', '+923001234401'],
        Two: ['notOnWhatsApp', undefined],
        Alone: ['correct', undefined],
        Landline: ['call', undefined],
        Off: ['later', undefined],
      });
      expect(items.find(({ name }) => name === 'Two')?.others).toMatchObject([
        { number: e164(other), billing: 'October' },
      ]);
      expect(items.find(({ name }) => name === 'Slip')?.guess).toMatchObject({ billing: 'October' });
      const summary = await here.clerk.get(calls.countFailures);
      expect(summary).toEqual({
        count,
        kinds: [
          { kind: 'correct', count: 2, names: ['Alone', 'Slip'], broadcastID },
          { kind: 'later', count: 1, names: ['Off'], broadcastID },
          { kind: 'call', count: 1, names: ['Landline'], broadcastID },
          { kind: 'notOnWhatsApp', count: 1, names: ['Two'], broadcastID },
        ],
      });
      expect(await list({ which: 'failures' })).toMatchObject([{ broadcastID, failures: count }]);
      // After a month nobody is asked to repair it any more.
      here.clock.now = new Date(Date.now() + 31 * 86_400_000);
      expect(await here.clerk.get(calls.countFailures)).toEqual({ count: 0, kinds: [] });
      expect(await idsOf({ which: 'failures' })).toEqual([]);
    });

    it('A failed message suggests the number that the child has in the roster.', async () => {
      const student = {
        regNum: 'R-roster',
        name: 'Rostered',
        class: '5',
        section: 'A',
        number: '0300-1237401',
      };
      await here.clerk.get(calls.addStudent, { body: student });
      const group = await here.campus.group({
        bills: [makeBill({ regNum: 'R-roster', number: '0300-1237400', name: 'Rostered' })],
      });
      const { broadcastID } = await here.campus.message({ groupIDs: [group.id], message: 'Dear {{name}}' });
      await here.world.work();
      expect((await failuresOf(broadcastID)).items).toMatchObject([
        { kind: 'correct', guess: { number: '+923001237401', name: 'Rostered', billing: fixWords.roster } },
      ]);
    });

    it('The failures to mend are counted by kind, with the id of their send if they all belong to one send.', async () => {
      const first = await sendAndWait(['0300-1235500', '042-35761200']);
      expect((await here.clerk.get(calls.countFailures)).kinds).toMatchObject([
        { kind: 'correct', broadcastID: first.broadcastID },
        { kind: 'call', broadcastID: first.broadcastID },
      ]);
      const second = await sendAndWait(['0300-1236500']);
      expect((await here.clerk.get(calls.countFailures)).kinds).toMatchObject([
        { kind: 'correct', count: 2, broadcastID: null },
        { kind: 'call', count: 1, broadcastID: first.broadcastID },
      ]);
      expect(await idsOf({ which: 'failures' })).toEqual([second.broadcastID, first.broadcastID]);
    });

    it('A message marked as told by phone leaves the list without a change of its state, and the mark can be undone.', async () => {
      const { broadcastID } = await sendAndWait([absent, freshNumber()]);
      const { items } = await failuresOf(broadcastID);
      const ids = items.map(({ id }: FailureItem) => id);
      expect(await tellByPhone({ ids })).toEqual({ changed: 1 });
      expect(await tellByPhone({ ids })).toEqual({ changed: 0 });
      expect(await failuresOf(broadcastID)).toMatchObject({
        count: 0,
        items: [],
        fixed: [{ id: ids[0], instead: null, contactedByPhone: { by: here.clerk.userName } }],
      });
      expect(await peopleOf(broadcastID, 'failed')).toMatchObject([{ id: ids[0], status: 'failed' }]);
      expect(await open(broadcastID)).toMatchObject({ failures: 0, counts: { failed: 1 } });
      expect(await here.clerk.get(calls.countFailures)).toMatchObject({ count: 0 });
      expect(await tellByPhone({ ids, isContacted: false })).toEqual({ changed: 1 });
      expect(await failuresOf(broadcastID)).toMatchObject({ count: 1, fixed: [] });
      const { db } = here.world.deps.store;
      const entries = await entriesOf(db, await schoolOf(db, here.campus.id));
      const codes = entries.map(({ what }) => what).filter((what) => what.startsWith('toldByPhone'));
      expect(codes.toSorted()).toEqual(['toldByPhone', 'toldByPhoneUndone']);
    });

    it('A failed message that is marked as told by phone is not counted for a retry and not retried with the others.', async () => {
      const { broadcastID } = await sendAndWait([freshNumber(), freshNumber()]);
      const { db } = here.world.deps.store;
      await db
        .updateTable('message')
        .set({ status: 'failed', reason: null, code: null })
        .where('broadcastID', '=', broadcastID)
        .execute();
      const { items } = await failuresOf(broadcastID);
      const failures = async () =>
        (await here.clerk.get(calls.listFailures, { query: { broadcastID } }))[0]?.count;
      expect(await failures()).toBe(2);
      await tellByPhone({ ids: [items[0].id] });
      expect(await failures()).toBe(1);
      expect(await here.clerk.get(calls.retryOutbox, { body: { broadcastID } })).toMatchObject({
        changed: 1,
      });
      expect(await peopleOf(broadcastID, 'failed')).toMatchObject([{ id: items[0].id }]);
      // A person may still send this message again.
      const single = { ids: [items[0].id] };
      expect(await here.clerk.get(calls.retryOutbox, { body: single })).toMatchObject({ changed: 1 });
    });

    it('An unknown message needs a decision and leaves the list once a person made it.', async () => {
      const { broadcastID } = await sendAndWait([freshNumber()]);
      await here.world.deps.store.db
        .updateTable('message')
        .set({ status: 'unknown' })
        .where('broadcastID', '=', broadcastID)
        .execute();
      const { items } = await failuresOf(broadcastID);
      expect(items).toMatchObject([{ kind: 'ask' }]);
      // Nobody knows whether this message failed, so it cannot be marked as told by phone.
      expect(await tellByPhone({ ids: [items[0].id] })).toEqual({ changed: 0 });
      await here.clerk.get(calls.leaveOutbox, { body: { ids: [items[0].id] } });
      expect(await failuresOf(broadcastID)).toMatchObject({ count: 0, items: [] });
    });

    it('A failed reminder of a family that has paid is marked, because it would not be sent again.', async () => {
      const { bills, broadcastID } = await sendAndWait([absent, freshNumber()], { status: 'unpaid' });
      expect((await failuresOf(broadcastID)).items).toMatchObject([{ isPaid: false }]);
      await here.clerk.get(calls.markBills, { body: { ids: [bills[0]?.id], status: 'paid' } });
      const [item] = (await failuresOf(broadcastID)).items;
      expect(item).toMatchObject({ isPaid: true });
      const body = { from: item.number, to: freshNumber() };
      await here.clerk.get(calls.correctNumber, { body });
      const retried = await here.clerk.get(calls.retryOutbox, { body: { ids: [item.id] } });
      expect(retried).toMatchObject({ changed: 0, leftOut: [{ count: 1 }] });
      expect(await failuresOf(broadcastID)).toMatchObject({ count: 0, items: [] });
    });

    it('A corrected message is sent as a part of its original send.', async () => {
      const { bills, broadcastID } = await sendAndWait([absent, freshNumber()], { status: 'unpaid' });
      const number = freshNumber();
      await here.clerk.get(calls.updateBill, { params: { id: bills[0]?.id }, body: { number } });
      const [item] = (await failuresOf(broadcastID)).items;
      expect(item).toMatchObject({ isCorrected: true, guess: { number: e164(number) } });
      await here.clerk.get(calls.retryOutbox, { body: { ids: [item.id] } });
      await here.world.work();
      expect(await idsOf({ which: 'sends' })).toEqual([broadcastID]);
      expect(await open(broadcastID)).toMatchObject({
        total: 2,
        failures: 0,
        counts: { read: 2, failed: 0, skipped: 0 },
      });
      expect(await failuresOf(broadcastID)).toMatchObject({
        items: [],
        fixed: [{ id: item.id, instead: { number: e164(number), status: 'read' }, contactedByPhone: null }],
      });
      const people = await peopleOf(broadcastID, 'all');
      expect(people.map((one) => one.number).toSorted()).toEqual(
        [e164(number), people[1]?.number ?? ''].toSorted(),
      );
      expect(await here.clerk.get(calls.exportOutbox, { query: { broadcastID } })).toHaveLength(2);
      // The export of everything still contains the replaced message.
      expect((await here.clerk.get(calls.exportOutbox)).length).toBe(3);
      await here.clerk.get(calls.markBills, { body: { ids: [bills[0]?.id], status: 'paid' } });
      expect(await open(broadcastID)).toMatchObject({ paidSince: 1 });
    });

    it('Corrected messages are paused and cancelled with their original send.', async () => {
      const { bills, broadcastID } = await sendAndWait([absent]);
      await here.clerk.get(calls.updateBill, {
        params: { id: bills[0]?.id },
        body: { number: freshNumber() },
      });
      const [item] = (await failuresOf(broadcastID)).items;
      await here.clerk.get(calls.retryOutbox, { body: { ids: [item.id] } });
      expect(await here.clerk.get(calls.pauseOutbox, { body: { broadcastID } })).toEqual({ changed: 2 });
      expect(await list({ which: 'waiting' })).not.toEqual([]);
      const cancelled = await here.clerk.get(calls.cancelOutbox, { body: { broadcastID } });
      expect(cancelled).toMatchObject({ changed: 1 });
      expect(await open(broadcastID)).toMatchObject({ counts: { cancelled: 1, pending: 0 } });
    });
  });
});
