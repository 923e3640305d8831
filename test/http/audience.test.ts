/** Recipients of a send: numbers, billings, bills and classes, each bill once, of the own campus only. */
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { makeReason, tellReason } from '#shared/messages/reasons.ts';
import { failureWords } from '#shared/words/failures.ts';
import { toasts } from '#shared/words/toasts.ts';
import { insertOptOut } from '../../src/server/outbox/opt-outs/opt-outs-queries.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';

describe.each(engines)('Audience on %s', (engine) => {
  const here = useCampus(engine);

  /** Sends, and returns the answer with the names and numbers that got a message. */
  async function send(body: Record<string, unknown>) {
    const answer = await here.clerk.get(calls.sendToGroups, { body: { message: 'Dear {{name}}', ...body } });
    const rows = await here.world.deps.store.db
      .selectFrom('message')
      .selectAll()
      .where('broadcastID', '=', answer.broadcastID)
      .orderBy('id')
      .execute();
    const queued = rows.filter(({ status }) => status === 'queued');
    expect(queued).toHaveLength(answer.queued);
    expect(rows).toHaveLength(answer.queued + answer.skipped.length);
    return { ...answer, names: queued.map(({ name }) => name), numbers: queued.map(({ number }) => number) };
  }

  /** Bills with these names, each with its own number. */
  const named = (...names: string[]) => names.map((name) => makeBill({ name }));

  it('Contacts are read as plain numbers in any spelling, and each number once.', async () => {
    const contacts = '0300-1234567, +92 321 1234567;0092 333 1234567\n3451234567, 0300 1234567 , 0300 12';
    const { numbers, skipped } = await send({ contacts, message: 'Holiday tomorrow' });
    expect(numbers).toEqual(['+923001234567', '+923211234567', '+923331234567', '+923451234567']);
    expect(skipped).toEqual([{ number: '0300 12', name: '', ...tellReason(makeReason('unreadNumber')) }]);
  });

  it('Text in contacts that is not a phone number is skipped with a reason, with or without digits.', async () => {
    const { clerk, campus } = here;
    const group = await campus.group({ bills: [makeBill({ number: '0300-7654321' })] });
    const contacts = 'abc, 0300-7654321، Ammi, n.a.\nxyz';
    const why = (number: string) => ({ number, name: '', ...tellReason(makeReason('unreadNumber')) });
    for (const groupIDs of [[], [group.id]]) {
      const { queued, skipped } = await clerk.get(calls.sendToGroups, {
        body: { message: 'Hello', contacts, groupIDs },
      });
      expect(queued).toBe(1);
      expect(skipped).toEqual([why('abc'), why('n.a.'), why('xyz'), why('Ammi')]);
    }
  });

  it.each([
    [{}, toasts.errors.groups],
    [{ contacts: ' ' }, toasts.errors.groups],
    [{ groupIDs: [], contactIDs: [] }, toasts.errors.groups],
    [{ contacts: ' , ' }, failureWords.noNumbers],
  ])('A send without numbers, billings and bills is refused: %j.', async (body, sentence) => {
    const answered = await here.clerk.ask(calls.sendToGroups, { body: { message: 'Holiday', ...body } });
    expectFailure(answered, 'invalid');
    expect(answered.body.message).toBe(sentence);
  });

  it('A send reaches the bills of one or several billings and single bills, each bill once.', async () => {
    const { campus } = here;
    const one = await campus.group({ bills: named('A', 'B') });
    const two = await campus.group({ bills: named('C', 'D') });
    expect((await send({ groupIDs: [one.id] })).names).toEqual(['A', 'B']);
    expect((await send({ groupIDs: [one.id, two.id, one.id] })).names).toEqual(['A', 'B', 'C', 'D']);
    const [c, d] = two.bills.map(({ id }) => id);
    expect((await send({ contactIDs: [d, c, d] })).names.sort()).toEqual(['C', 'D']);
    expect((await send({ groupIDs: [two.id], contactIDs: [d] })).names).toEqual(['C', 'D']);
    expect((await send({ groupIDs: [one.id], contactIDs: [d] })).names).toEqual(['A', 'B', 'D']);
  });

  it('A send reaches all 2,001 bills of a large billing.', async () => {
    const group = await here.campus.group({ bills: 2001 });
    const ids = group.bills.map(({ id }) => id);
    expect((await send({ groupIDs: [group.id] })).queued).toBe(2001);
    expect((await send({ contactIDs: ids })).queued).toBe(2001);
  });

  it('If a send names both billings and contacts, only the numbers of the contacts get it, in any spelling.', async () => {
    const group = await here.campus.group({
      bills: [
        makeBill({ name: 'A', number: '0300-7654321' }),
        makeBill({ name: 'B', number: '0300-7654322, 0300-7654323' }),
        makeBill({ name: 'C', number: '0300-7654324' }),
        makeBill({ name: 'No Phone', number: '' }),
      ],
    });
    const { names, numbers, skipped } = await send({
      groupIDs: [group.id],
      contacts: '+923007654321, 03007654323, 03009999999',
    });
    expect(names).toEqual(['A', 'B']);
    expect(numbers).toEqual(['+923007654321', '+923007654323']);
    expect(skipped).toEqual([{ number: '+923009999999', name: '', ...tellReason(makeReason('notChosen')) }]);
  });

  it('A send reaches every number of a bill, and no number gets a plain text twice.', async () => {
    const group = await here.campus.group({
      bills: [
        makeBill({ name: 'A', number: '0300-7654321, 0300-7654322' }),
        makeBill({ name: 'B', number: '0300 7654322' }),
      ],
    });
    const [first, second] = ['+923007654321', '+923007654322'];
    expect((await send({ groupIDs: [group.id] })).numbers).toEqual([first, second, second]);
    expect((await send({ groupIDs: [group.id], message: 'Holiday' })).numbers).toEqual([first, second]);
    expect((await send({ groupIDs: [group.id], family: true })).numbers).toEqual([first, second]);
  });

  it('A send with a status filter reaches only unpaid, overdue or paid bills, by the day in Karachi.', async () => {
    const { campus, clock } = here;
    const group = await campus.group({
      bills: [
        makeBill({ name: 'late', dueDate: '2026-11-10' }),
        makeBill({ name: 'in time', dueDate: '2026-11-11' }),
        makeBill({ name: 'paid', status: 'paid', dueDate: '2026-11-01' }),
      ],
    });
    const to = async (status: string, more = {}) =>
      (await send({ groupIDs: [group.id], status, ...more })).names;
    // It is still the 10th in London, and two o’clock in the morning of the 11th in Karachi.
    clock.now = new Date('2026-11-10T21:00:00Z');
    expect(await to('overdue')).toEqual(['late']);
    expect(await to('unpaid')).toEqual(['late', 'in time']);
    expect(await to('paid')).toEqual(['paid']);
    const ids = group.bills.map(({ id }) => id);
    expect(await to('overdue', { groupIDs: [], contactIDs: ids })).toEqual(['late']);
    clock.now = new Date('2026-11-10T18:00:00Z');
    const nobody = await here.clerk.ask(calls.sendToGroups, {
      body: { message: 'Late', groupIDs: [group.id], status: 'overdue' },
    });
    expectFailure(nobody, 'invalid');
  });

  it('The plan counts the chosen bills that the status filter leaves out.', async () => {
    const { campus, clerk, clock } = here;
    clock.now = new Date('2026-11-11T06:00:00Z');
    const one = await campus.group({
      bills: [
        makeBill({ dueDate: '2026-11-10' }),
        makeBill({ dueDate: '2026-11-12' }),
        makeBill({ dueDate: null }),
        makeBill({ status: 'paid' }),
      ],
    });
    const two = await campus.group({ bills: [makeBill({ status: 'paid' }), makeBill({ status: 'paid' })] });
    const billCounts = async (body: Record<string, unknown>) => {
      const plan = await clerk.get(calls.planSend, { body: { message: 'Fees are due', ...body } });
      return [plan.bills, plan.filteredOut];
    };
    const groupIDs = [one.id, one.id];
    expect(await billCounts({ groupIDs })).toEqual([4, 0]);
    expect(await billCounts({ groupIDs, status: 'unpaid' })).toEqual([3, 1]);
    expect(await billCounts({ groupIDs, status: 'overdue' })).toEqual([1, 3]);
    const [paid] = two.bills;
    const contactIDs = [one.bills[3]?.id, paid?.id, paid?.id];
    expect(await billCounts({ contactIDs, status: 'unpaid' })).toEqual([0, 2]);
    // A bill chosen twice, alone and with its billing, counts once.
    expect(await billCounts({ groupIDs, contactIDs, status: 'unpaid' })).toEqual([3, 2]);
    expect(await billCounts({ contacts: '03001234567', status: 'unpaid' })).toEqual([1, 0]);
  });

  it('The plan counts only the bills and families that get the message.', async () => {
    const { campus, clerk } = here;
    const { id } = await campus.group({
      bills: [
        makeBill({ number: '0300-5550001, 0300-5550002' }),
        makeBill({ number: '0300-5550002, 0300-5550003' }),
        makeBill({ number: '0300-5550009' }),
        makeBill({ number: '0300-5550008', total: null }),
        makeBill({ number: '' }),
      ],
    });
    const count = async (body: object) => {
      const { queued, families, bills, leftOut } = await clerk.get(calls.planSend, {
        body: { groupIDs: [id], family: true, ...body },
      });
      return { queued, families, bills, leftOut };
    };
    // Father, mother and uncle of one family have three numbers. Two bills lack a value or a number.
    expect(await count({ message: 'Dear {{name}}, {{total}}' })).toEqual({
      queued: 4,
      families: 2,
      bills: 3,
      leftOut: 2,
    });
    expect(await count({ message: 'Holiday' })).toEqual({ queued: 5, families: 3, bills: 4, leftOut: 1 });
    const contacts = '0300-5550009, 0300-5550001';
    expect(await count({ message: 'Holiday', contacts })).toMatchObject({ queued: 2, families: 2, bills: 2 });
    expect(await count({ message: 'Holiday', groupIDs: [], contacts })).toMatchObject({
      families: 2,
      bills: 2,
    });
    const roster = await campus.roster({ students: 3 });
    const classes = { clsIDs: [roster.classID], secIDs: [roster.sectionID], groupIDs: [] };
    expect(await count({ message: 'Dear {{name}}, {{regNum}}', ...classes })).toMatchObject({ bills: 3 });
    expect(await count({ message: 'Due {{dueDate}}', ...classes })).toMatchObject({
      queued: 0,
      families: 0,
      bills: 0,
      leftOut: 3,
    });
  });

  describe('Opted-out numbers', () => {
    const number = '0300-7654321';
    const reason = tellReason(makeReason('optedOut'));
    const optOut = () =>
      insertOptOut(here.campus.scope, { number: '+923007654321', at: '2026-11-01T00:00:00.000Z', note: '' });

    it('An opted-out number is skipped in billings, bills and plain numbers, and other numbers of the bill are not.', async () => {
      const { campus, clerk } = here;
      const group = await campus.group({
        bills: [makeBill({ name: 'A', number: `${number}, 0300-7654322` }), makeBill({ name: 'B', number })],
      });
      await optOut();
      const body = { groupIDs: [group.id] };
      expect(await clerk.get(calls.planSend, { body: { message: 'Dear {{name}}', ...body } })).toMatchObject({
        queued: 1,
        leftOut: 2,
        reasons: [{ ...reason, count: 2 }],
      });
      const { numbers, skipped } = await send(body);
      expect(numbers).toEqual(['+923007654322']);
      expect(skipped).toMatchObject([
        { name: 'A', number: '+923007654321', ...reason },
        { name: 'B', number: '+923007654321', ...reason },
      ]);
      expect(await send({ contactIDs: [group.bills[1]?.id] })).toMatchObject({
        queued: 0,
        skipped: [reason],
      });
      for (const call of [calls.sendToGroups, calls.sendToMember]) {
        expect(
          await clerk.get(call, { body: { message: 'Holiday', contacts: `${number}, 0300-7654323` } }),
        ).toMatchObject({ queued: 1, skipped: [{ number: '+923007654321', ...reason }] });
      }
      const sister = await campus.sister();
      expect(await sister.message({ contacts: number })).toMatchObject({ queued: 1 });
    });

    it('An opted-out number is skipped in a send to classes.', async () => {
      const { campus, clerk, world } = here;
      const { classID, sectionID, students } = await campus.roster({ students: 2 });
      await world.deps.store.db
        .updateTable('student')
        .set({ numbers: '+923007654321' })
        .where('regNum', '=', students[0]?.regNum ?? '')
        .execute();
      await optOut();
      const body = { message: 'Holiday', clsIDs: [classID], secIDs: [sectionID], campusID: campus.id };
      expect(await clerk.get(calls.sendToClasses, { body })).toMatchObject({
        queued: 1,
        skipped: [reason],
      });
    });
  });

  it('A send is refused as a whole when one billing or bill belongs to another campus.', async () => {
    const { campus, clerk } = here;
    const mine = await campus.group({ bills: 1 });
    const theirs = await (await campus.sister()).group({ bills: 1 });
    const bodies = [
      { groupIDs: [mine.id, theirs.id] },
      { groupIDs: [mine.id], contactIDs: [theirs.bills[0]?.id] },
    ];
    for (const body of bodies) {
      const answered = await clerk.ask(calls.sendToGroups, { body: { message: 'Holiday', ...body } });
      expectFailure(answered, 'notFound');
      expect(answered.body.message).toBe(failureWords.unknownGroups);
    }
    expect(await clerk.get(calls.listBroadcasts)).toEqual([]);
  });

  describe('Classes and sections', () => {
    const toClasses = (body: Record<string, unknown>) =>
      here.clerk.ask(calls.sendToClasses, {
        body: { message: 'Holiday', campusID: here.campus.id, ...body },
        query: { cID: undefined },
      });

    it('A send to classes reaches their students, with ids given as a list or separated by commas.', async () => {
      const { campus } = here;
      const one = await campus.roster({ students: 2 });
      const two = await campus.roster({ students: 3 });
      const queued = async (clsIDs: unknown, secIDs: unknown) =>
        (await toClasses({ clsIDs, secIDs })).body.queued;
      expect(await queued([one.classID], [one.sectionID])).toBe(2);
      expect(await queued([one.classID, two.classID], [one.sectionID, two.sectionID])).toBe(5);
      expect(await queued(`${one.classID}, ${two.classID}`, `${one.sectionID},${two.sectionID} `)).toBe(5);
      expect(await queued(`${one.classID},${two.classID}`, [two.sectionID])).toBe(3);
    });

    it('A send to classes fills placeholders from the students and skips students without a value or a number.', async () => {
      const { campus, clerk } = here;
      const { classID, sectionID, students } = await campus.roster({ students: 2 });
      await here.world.deps.store.db
        .updateTable('student')
        .set({ number: '', numbers: '' })
        .where('regNum', '=', students[1]?.regNum ?? '')
        .execute();
      const named = await toClasses({
        clsIDs: [classID],
        secIDs: [sectionID],
        message: '{{name}} ({{regNum}}), {{campus}}',
      });
      expect(named.body).toMatchObject({
        queued: 1,
        skipped: [{ name: students[1]?.name, reasonCode: 'noNumber' }],
      });
      const { items } = await clerk.get(calls.listOutbox, { query: { status: 'pending' } });
      expect(items[0].text).toBe(`${students[0]?.name} (${students[0]?.regNum}), Girls Campus`);
      const unfilled = await toClasses({ clsIDs: [classID], secIDs: [sectionID], message: 'Pay {{total}}' });
      expect(unfilled.body).toMatchObject({ queued: 0, skipped: [{}, {}] });
    });

    it('A send to the unpaid of a class reaches only students with an unpaid bill, and skips who pays meanwhile.', async () => {
      const { campus, clerk } = here;
      const { classID, sectionID, students } = await campus.roster({ students: 3 });
      const [owes, hasPaid, owesTwice] = students.map(({ regNum, number, name }) => ({
        regNum,
        number,
        name,
      }));
      const newer = await campus.group({
        bills: [makeBill(owes), makeBill({ ...hasPaid, status: 'paid' }), makeBill(owesTwice)],
      });
      const older = await campus.save([makeBill(owesTwice)], { name: 'October 2026', month: 10 });
      const chosen = { clsIDs: [classID], secIDs: [sectionID], status: 'unpaid', message: 'Fee of {{name}}' };
      const planned = await clerk.get(calls.planSend, { body: chosen });
      expect(planned).toMatchObject({ queued: 2, bills: 2, families: 2, leftOut: 0 });
      const sent = await toClasses({ ...chosen, sendAt: '2027-06-01T09:00' });
      expect(sent.body).toMatchObject({ queued: 2, skipped: [] });
      const { items } = await clerk.get(calls.listOutbox, { query: { status: 'pending' } });
      const ofOutbox = items.map(({ name, groupID }: { name: string; groupID: number }) => [name, groupID]);
      expect(ofOutbox.toSorted()).toEqual(
        [
          [owes?.name, newer.id],
          [owesTwice?.name, newer.id],
        ].toSorted(),
      );
      expect(ofOutbox.some(([, groupID]: [string, number]) => groupID === older.id)).toBe(false);

      const [bill] = newer.bills;
      await clerk.get(calls.updateBill, { params: { id: bill?.id }, body: { status: 'paid' } });
      const waiting = await clerk.get(calls.listOutbox, { query: { status: 'pending' } });
      expect(waiting.items).toMatchObject([{ name: owesTwice?.name }]);
    });

    it('The plan of a send to classes has the same counts as the send itself.', async () => {
      const { campus, clerk } = here;
      const { classID, sectionID, students } = await campus.roster({ students: 3 });
      await here.world.deps.store.db
        .updateTable('student')
        .set({ number: '', numbers: '' })
        .where('regNum', '=', students[1]?.regNum ?? '')
        .execute();
      const chosen = { message: 'Dear {{name}}', clsIDs: [classID], secIDs: `${sectionID}` };
      const planned = (body: Record<string, unknown>) =>
        clerk.get(calls.planSend, { body: { ...chosen, ...body } });
      const plan = await planned({ family: true, again: false });
      expect(plan).toMatchObject({ queued: 2, families: 2, leftOut: 1, filteredOut: 0, alreadySent: 0 });
      const { body } = await toClasses(chosen);
      expect(body).toMatchObject({ queued: plan.queued, skipped: plan.skipped });
      // The same text again: with `again: false` nobody gets it, without it everybody does.
      expect(await planned({ again: false })).toMatchObject({
        queued: 0,
        families: 0,
        alreadySent: 2,
        leftOut: 3,
      });
      expect((await toClasses({ ...chosen, again: false })).body).toMatchObject({ queued: 0 });
      expect(await planned({})).toMatchObject({ queued: 2, alreadySent: 2 });
      expect((await toClasses(chosen)).body).toMatchObject({ queued: 2 });
      for (const half of [{ clsIDs: [] }, { secIDs: [] }])
        expect(await planned(half)).toMatchObject({ queued: 0, leftOut: 0, samples: [] });
      const theirs = await (await campus.sister()).roster();
      expectFailure(
        await clerk.ask(calls.planSend, {
          body: { ...chosen, clsIDs: [theirs.classID], secIDs: [theirs.sectionID] },
        }),
        'notFound',
      );
      const { id } = await campus.group({ bills: 1 });
      expect(await planned({ groupIDs: [id] })).toMatchObject({ queued: 1 });
    });

    it.each([
      [[], []],
      ['', '1'],
      ['1', ' , '],
      [[1], []],
    ])('A send to classes needs classes and sections: %j and %j are refused.', async (clsIDs, secIDs) => {
      const answered = await toClasses({ clsIDs, secIDs });
      expectFailure(answered, 'invalid');
      expect(answered.body.message).toBe(toasts.errors.form);
    });

    it.each(['1 2', '1;2', '-1', 'one', '99999999999999999999', [1.5], [-1], { id: 1 }, null])(
      'An invalid list of class ids is refused: %j.',
      async (clsIDs) => {
        expectFailure(await toClasses({ clsIDs, secIDs: [1] }), 'malformed');
      },
    );
  });
});
