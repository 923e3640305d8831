/** What a send stores and answers: texts, the send itself, and that it happens once. Recipients: audience.test.ts. */
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { longestMessage } from '#shared/limits.ts';
import { messageStates } from '#shared/messages/message-states.ts';
import { makeReason, sayReason, tellReason } from '#shared/messages/reasons.ts';
import { toasts } from '#shared/words/toasts.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';
import { fileForm, pixel } from './sample-inputs.ts';

describe.each(engines)('Messages on %s', (engine) => {
  const here = useCampus(engine);
  const stored = (broadcastID: number) =>
    here.world.deps.store.db
      .selectFrom('message')
      .selectAll()
      .where('broadcastID', '=', broadcastID)
      .orderBy('id')
      .execute();
  const runs = () =>
    here.world.deps.store.db
      .selectFrom('broadcast')
      .selectAll()
      .where('campusID', '=', here.campus.id)
      .execute();
  const send = (body: Record<string, unknown>) =>
    here.clerk.get(calls.sendToGroups, { body: { message: 'Fees are due', ...body } });
  const textsOf = async ({ broadcastID }: { broadcastID: number }) =>
    (await stored(broadcastID)).filter(({ status }) => status === 'queued').map(({ text }) => text);

  it('A send stores a row for each queued and each skipped message before it answers.', async () => {
    const { campus, clerk } = here;
    const bills = [makeBill({ name: 'Ayesha' }), makeBill({ name: 'No Phone', number: '' })];
    const group = await campus.group({ bills });
    const { path } = await clerk.get(calls.uploadFile, { body: fileForm(pixel) });
    const [media] = path;
    const answer = await send({ groupIDs: [group.id], media });
    expect(answer).toEqual({
      broadcastID: expect.any(Number),
      queued: 1,
      skipped: [{ number: '', name: 'No Phone', ...tellReason(makeReason('noNumber')) }],
    });
    expect(await runs()).toMatchObject([
      {
        id: answer.broadcastID,
        createdBy: clerk.userID,
        text: 'Fees are due',
        total: 2,
        queued: 1,
        state: 'running',
      },
    ]);
    expect(await stored(answer.broadcastID)).toMatchObject([
      { name: 'No Phone', status: 'skipped', reason: makeReason('noNumber'), text: '' },
      {
        campusID: campus.id,
        groupID: group.id,
        billIDs: ` ${group.bills[0]?.id} `,
        name: 'Ayesha',
        text: 'Fees are due',
        number: `+92${bills[0]?.number?.slice(1)}`,
        media,
        status: 'queued',
        attempts: 0,
      },
    ]);
  });

  it('A message is filled with the bill’s own values in readable form.', async () => {
    const { campus } = here;
    const bill = makeBill({
      name: 'عائشہ خان',
      regNum: 'R-7',
      invNo: 'I-9',
      total: 1_250_000.5,
      amountAfterDueDate: 13_500,
      dueDate: '2026-11-05',
      head1: 'Tuition Fee',
      amount1: 12_500,
      head2: 'Van',
      amount2: 0.5,
      head3: 'No amount',
      month: null,
      year: null,
    });
    const group = await campus.group({ bills: [bill] });
    const message =
      '{{name}} {{ regNum }} {{INVNO}}|{{total}}|{{amountAfterDueDate}}|{{dueDate}}|{{month}} {{year}}|{{heads}}|{{status}}|{{campus}}';
    const text =
      '\u2068عائشہ خان\u2069 R-7 I-9|1,250,000.50|13,500|5 Nov 2026|November 2026|Tuition Fee 12,500, Van 0.50|unpaid|Girls Campus';
    expect(await textsOf(await send({ groupIDs: [group.id], message }))).toEqual([text]);
    const { samples } = await here.clerk.get(calls.planSend, { body: { groupIDs: [group.id], message } });
    expect(samples).toMatchObject([{ name: 'عائشہ خان', text }]);
  });

  it('A message to a family names all its children in one text.', async () => {
    const { campus } = here;
    const number = '0300-7654321';
    const group = await campus.group({
      bills: [
        makeBill({ name: 'Ayesha', regNum: '1', total: 12_500, dueDate: '2026-11-10', number }),
        makeBill({
          name: 'Bilal',
          regNum: '2',
          total: 9_750.5,
          dueDate: '2026-11-05',
          number: `0321 1234567 / ${number}`,
        }),
        makeBill({ name: 'Hira', regNum: '3', total: null, number }),
      ],
    });
    const message =
      'Dear parent,\n{{name}} ({{regNum}}): Rs. {{total}}\nDue {{dueDate}}, together Rs. {{total}}.';
    const { broadcastID, queued, skipped } = await send({ groupIDs: [group.id], message, family: true });
    expect(queued).toBe(2);
    const missing = tellReason(makeReason('missing', { names: ['total'] }));
    expect(skipped).toEqual([{ number: '+923007654321', name: 'Hira', ...missing }]);
    const rows = (await stored(broadcastID)).filter(({ status }) => status === 'queued');
    expect(rows).toMatchObject([
      {
        number: '+923007654321',
        text: 'Dear parent,\nAyesha (1): Rs. 12,500\nBilal (2): Rs. 9,750.50\nDue 5 Nov 2026, together Rs. 22,250.50.',
        billIDs: ` ${group.bills[0]?.id} ${group.bills[1]?.id} `,
      },
      {
        number: '+923211234567',
        text: 'Dear parent,\nBilal (2): Rs. 9,750.50\nDue 5 Nov 2026, together Rs. 9,750.50.',
      },
    ]);
  });

  it('A bill without a value or a number is skipped with its reason, so that the counts add up.', async () => {
    const { campus } = here;
    const group = await campus.group({
      bills: [
        makeBill({ name: 'Complete' }),
        makeBill({ name: 'Undated', dueDate: null, total: null }),
        makeBill({ name: 'No Phone', number: null }),
      ],
    });
    const { queued, skipped } = await send({
      groupIDs: [group.id],
      message: '{{name}} pays {{total}} by {{dueDate}}',
    });
    expect(queued).toBe(1);
    const reasons = skipped.map(({ name, reason }: { name: string; reason: string }) => [name, reason]);
    expect(reasons.sort()).toEqual([
      ['No Phone', sayReason(makeReason('noNumber'))],
      ['Undated', sayReason(makeReason('missing', { names: ['total', 'dueDate'] }))],
    ]);
  });

  it('A send with an unknown placeholder is refused as a whole.', async () => {
    const { id } = await here.campus.group({ bills: 1 });
    for (const call of [calls.sendToGroups, calls.sendToMember, calls.planSend]) {
      const body = { groupIDs: [id], message: 'Dear {{nmae}}, {{ total }} and {{}}' };
      const answered = await here.clerk.ask(call, { body });
      expectFailure(answered, 'invalid');
      expect(answered.body.issues).toEqual([
        { path: 'message', message: '{{nmae}} is not a placeholder.' },
        { path: 'message', message: '{{}} is not a placeholder.' },
      ]);
    }
    expect(await runs()).toEqual([]);
  });

  it.each(['', ' \n ', undefined])('A send without a text is refused: %j.', async (message) => {
    const answered = await here.clerk.ask(calls.sendToGroups, { body: { contacts: '03001234567', message } });
    expectFailure(answered, 'invalid');
    expect(answered.body).toMatchObject({
      message: toasts.errors.message,
      issues: [{ path: 'message', message: toasts.errors.message }],
    });
  });

  it('A text longer than WhatsApp accepts is refused, and a message that becomes too long is skipped.', async () => {
    const { campus, clerk } = here;
    const tooLong = { contacts: '03001234567', message: 'x'.repeat(longestMessage + 1) };
    expectFailure(await clerk.ask(calls.sendToGroups, { body: tooLong }), 'malformed');
    const group = await campus.group({ bills: [makeBill({ name: 'A'.repeat(200) })] });
    const message = `{{name}}${'x'.repeat(longestMessage - 100)}`;
    const { queued, skipped } = await send({ groupIDs: [group.id], message });
    expect(queued).toBe(0);
    expect(skipped).toMatchObject([{ reasonCode: 'tooLong' }]);
    expect(await runs()).toMatchObject([{ state: 'done' }]);
  });

  it('A send is stored under the user of the token, whatever userID the body names.', async () => {
    const { campus, caller, clerk } = here;
    const other = await caller({ view: true });
    for (const userID of [other.userID, 0, null, { id: 1 }]) await send({ contacts: '03001234567', userID });
    const roster = await campus.roster();
    const toClass = {
      clsIDs: [roster.classID],
      secIDs: [roster.sectionID],
      campusID: campus.id,
      userID: other.userID,
    };
    await clerk.get(calls.sendToClasses, { body: { message: 'Holiday', ...toClass } });
    expect((await runs()).map(({ createdBy }) => createdBy)).toEqual(Array(5).fill(clerk.userID));
  });

  it('A plan stores nothing and has the counts and texts of the send that follows.', async () => {
    const { campus, clerk } = here;
    const group = await campus.group({
      bills: [...Array.from({ length: 30 }, () => makeBill()), makeBill({ number: '' })],
    });
    const body = { message: 'Dear {{name}}, {{total}}', groupIDs: [group.id] };
    const plan = await clerk.get(calls.planSend, { body });
    expect(plan).toMatchObject({ queued: 30, bills: 30 });
    expect(await runs()).toEqual([]);
    const { broadcastID, queued, skipped } = await send(body);
    expect({ queued, skipped }).toEqual({ queued: plan.queued, skipped: plan.skipped });
    const planned = plan.samples.map(({ text }: { text: string }) => text);
    expect(planned).toHaveLength(20);
    const texts = await textsOf({ broadcastID });
    expect(texts).toEqual(expect.arrayContaining(planned));
    expect(await clerk.get(calls.planSend, { body: {} })).toEqual({
      queued: 0,
      bills: 0,
      families: 0,
      filteredOut: 0,
      filteredOutOther: 0,
      alreadySent: 0,
      leftOut: 0,
      reasons: [],
      skipped: [],
      samples: [],
      looks: { shortest: null, longest: null, mostChildren: null, urduName: null },
      seconds: 0,
      severalDates: 0,
      outdated: [],
      altered: [],
      promised: 0,
      heldUntil: null,
      windows: null,
    });
  });

  it('Signs in names format nothing, and a code that a phone would show wrongly is reported.', async () => {
    const { campus, clerk } = here;
    const { id } = await campus.group({
      bills: [makeBill({ name: 'M. *Ali* ~jr~', invNo: 'A_ 12' }), makeBill({ name: 'Sara', invNo: '13' })],
    });
    const body = { groupIDs: [id], message: '*{{name}}*: bill _{{invNo}}_' };
    const plan = await clerk.get(calls.planSend, { body });
    expect(plan.altered).toEqual([{ name: 'invNo', value: 'A_ 12', looks: 'x: bill A 12_' }]);
    const texts = ['*M. ∗Ali∗ ∼jr∼*: bill _A_ 12_', '*Sara*: bill _13_'];
    expect(plan.samples.map(({ text }: { text: string }) => text).sort()).toEqual(texts);
    const besideNothing = { groupIDs: [id], message: '*{{name}}*: bill {{invNo}}' };
    expect((await clerk.get(calls.planSend, { body: besideNothing })).altered).toEqual([]);
  });

  it('A plan says who is left out and why, and which texts to check first.', async () => {
    const { campus, clerk } = here;
    const group = await campus.group({
      bills: [
        makeBill({ name: 'Muhammad' }),
        makeBill({ name: 'Ali' }),
        makeBill({ name: 'Undated', dueDate: null }),
        ...Array.from({ length: 205 }, () => makeBill({ number: '' })),
      ],
    });
    const plan = await clerk.get(calls.planSend, {
      body: { message: '{{name}} by {{dueDate}}', groupIDs: [group.id] },
    });
    expect(plan).toMatchObject({
      queued: 2,
      bills: 2,
      leftOut: 206,
      reasons: [
        { ...tellReason(makeReason('noNumber')), count: 205 },
        { ...tellReason(makeReason('missing', { names: ['dueDate'] })), count: 1 },
      ],
      samples: [
        { name: 'Undated', kind: 'missing', missing: ['dueDate'], text: 'Undated by ' },
        { name: 'Ali', kind: 'shortest', missing: [], text: 'Ali by 10 Nov 2026' },
        { name: 'Muhammad', kind: 'longest', missing: [] },
      ],
    });
    expect(plan.skipped).toHaveLength(200);
  });

  it('A plan estimates the seconds by the pace of the sender.', async () => {
    const { campus, clerk } = here;
    const group = await campus.group({ bills: 300 });
    const seconds = async (pace: string) => {
      await clerk.get(calls.setPace, { body: { pace } });
      return (await clerk.get(calls.planSend, { body: { message: 'x', groupIDs: [group.id] } })).seconds;
    };
    expect([await seconds('instant'), await seconds('quick'), await seconds('natural')]).toEqual([0, 1, 3]);
  });

  describe('Repeated texts', () => {
    const remind = (body: Record<string, unknown>) => send({ message: 'Dear {{name}}', ...body });
    const planned = async (body: Record<string, unknown>) => {
      const { queued, alreadySent, leftOut } = await here.clerk.get(calls.planSend, {
        body: { message: 'Dear {{name}}', ...body },
      });
      return { queued, alreadySent, leftOut };
    };

    it('A plan counts recipients who already got the text, and again: false skips them.', async () => {
      const group = await here.campus.group({ bills: [makeBill({ name: 'A' }), makeBill({ name: 'B' })] });
      const [a] = group.bills;
      const groupIDs = [group.id];
      expect(await planned({ groupIDs })).toEqual({ queued: 2, alreadySent: 0, leftOut: 0 });
      await remind({ contactIDs: [a?.id] });
      expect(await planned({ groupIDs })).toEqual({ queued: 2, alreadySent: 1, leftOut: 0 });
      expect(await planned({ groupIDs, again: false })).toEqual({ queued: 1, alreadySent: 1, leftOut: 1 });
      expect(await planned({ groupIDs, message: 'Dear {{name}}!' })).toMatchObject({ alreadySent: 0 });
      expect(await remind({ groupIDs, again: false })).toMatchObject({
        queued: 1,
        skipped: [{ name: 'A', reasonCode: 'alreadyTold' }],
      });
      // With `again: false` a repeated send reaches nobody and is refused; without it everybody gets the text.
      const again = { message: 'Dear {{name}}', groupIDs, again: false };
      expectFailure(await here.clerk.ask(calls.sendToGroups, { body: again }), 'conflict');
      expect((await remind({ groupIDs })).queued).toBe(2);
    });

    it('A message counts as already sent unless it was cancelled, skipped or failed.', async () => {
      const { campus, world } = here;
      const group = await campus.group({ bills: messageStates.length });
      const { broadcastID } = await remind({ groupIDs: [group.id] });
      for (const [index, { id }] of (await stored(broadcastID)).entries()) {
        const status = messageStates[index] ?? 'queued';
        const leaseUntil = status === 'sending' ? '2999-01-01T00:00:00.000Z' : null;
        await world.deps.store.db
          .updateTable('message')
          .set({ status, leaseUntil })
          .where('id', '=', id)
          .execute();
      }
      const { queued } = await remind({ groupIDs: [group.id], again: false });
      // Cancelled, skipped and failed messages reached nobody.
      expect(queued).toBe(3);
    });

    it('A repeated family message leaves out the child that it already named, and names the others.', async () => {
      const { campus } = here;
      const number = '0300-7654321';
      const bills = ['A', 'B'].map((name) => makeBill({ name, number }));
      const group = await campus.group({ bills });
      await remind({ contactIDs: [group.bills[0]?.id] });
      const run = await remind({ groupIDs: [group.id], family: true, again: false });
      expect(run).toMatchObject({ queued: 1, skipped: [{ name: 'A', number: '+923007654321' }] });
      expect(await textsOf(run)).toEqual(['Dear B']);
    });

    it('A repeated text without names is recognised by the number, in billings and in contacts.', async () => {
      const number = '0300-7654321';
      const group = await here.campus.group({ bills: [makeBill({ number }), makeBill()] });
      const message = 'School is closed';
      await remind({ contactIDs: [group.bills[0]?.id], message });
      expect(await planned({ groupIDs: [group.id], message, again: false })).toMatchObject({
        queued: 1,
        alreadySent: 1,
      });
      const contacts = `${number}, 0300-7654322`;
      expect(await remind({ contacts, message, again: false })).toMatchObject({
        queued: 1,
        skipped: [{ number: '+923007654321' }],
      });
      expect(await planned({ contacts, message })).toEqual({ queued: 2, alreadySent: 2, leftOut: 0 });
    });

    it('A text counts as already sent within the same campus and billing only.', async () => {
      const { campus, clerk } = here;
      const number = '0300-7654321';
      const [one, two] = [
        await campus.group({ bills: [makeBill({ number })] }),
        await campus.group({ bills: [makeBill({ number })] }),
      ];
      const sister = await campus.sister();
      await sister.message({ contacts: number, message: 'School is closed' });
      await clerk.get(calls.sendToGroups, { body: { message: 'School is closed', groupIDs: [one.id] } });
      const message = 'School is closed';
      expect(await planned({ groupIDs: [two.id], message, again: false })).toMatchObject({
        queued: 1,
        alreadySent: 0,
      });
      expect(await planned({ groupIDs: [two.id, one.id], message })).toMatchObject({
        queued: 1,
        alreadySent: 1,
      });
    });
  });

  it('A message waits for the worker, and the demo phone then reads it.', async () => {
    const { clerk, world } = here;
    await clerk.get(calls.setPace, { body: { pace: 'instant' } });
    const { broadcastID } = await clerk.get(calls.sendToMember, {
      body: { message: 'Salam', contacts: '0300-7654321' },
    });
    expect(await clerk.get(calls.countOutbox)).toMatchObject({ pending: 1 });
    await world.work();
    expect(await clerk.get(calls.countOutbox)).toMatchObject({ pending: 0 });
    expect(await stored(broadcastID)).toMatchObject([{ status: 'read', attempts: 1, reason: null }]);
  });
});
