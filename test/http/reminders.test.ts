/** Automatic reminders: once, one message per family and day, only for unpaid bills, and only when switched on. */
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { NewBill } from '#shared/calls/bills.ts';
import { noPace } from '#shared/calls/senders.ts';
import { remindDue } from '../../src/server/reminders/runs/worker.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { entriesOf, schoolOf } from '../support/trail.ts';
import { useCampus } from './callers.ts';

describe.each(engines)('Reminders on %s', (engine) => {
  const here = useCampus(engine);
  const db = () => here.world.deps.store.db;
  /** Local time in Karachi, which is five hours ahead of UTC. */
  const at = (local: string): void => {
    here.clock.now = new Date(`${local}:00+05:00`);
  };
  const tick = () => remindDue(here.world.deps);
  const dayOf = (month: number, day: number): string =>
    `2026-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  /** Sends what waits, and then makes the first run of a day in November after the reminder hour. */
  const runOn = async (day: number, clock = '09:01'): Promise<number> => {
    await here.world.work();
    at(`${dayOf(11, day)}T${clock}`);
    return tick();
  };

  const text = 'Fee of {{name}}: {{payable}}, due {{dueDate}}';
  const template = async (sendOn: string, message = `${sendOn}: ${text}`): Promise<number> =>
    (await here.clerk.get(calls.addTemplate, { body: { title: sendOn, message, sendOn } })).id;
  const turn = (templateID: number, isOn = true) =>
    here.clerk.get(calls.switchReminder, { body: { templateID, isOn } });
  /** Makes a template and switches its rule on. */
  const rule = async (sendOn: string, message?: string): Promise<number> => {
    const id = await template(sendOn, message);
    await turn(id);
    return id;
  };
  const bills = async (...given: Partial<NewBill>[]): Promise<number[]> =>
    (await here.campus.group({ bills: given.map((bill) => makeBill(bill)) })).bills.map(({ id }) => id);
  const sent = async (): Promise<{ text: string; number: string; status: string }[]> =>
    db()
      .selectFrom('message')
      .innerJoin('broadcast', 'broadcast.id', 'message.broadcastID')
      .select(['message.text', 'message.number', 'message.status'])
      .where('message.campusID', '=', here.campus.id)
      .where('broadcast.createdBy', '=', '')
      .orderBy('message.id')
      .execute();
  const texts = async () => (await sent()).map((message) => message.text);
  const steps = async (): Promise<string[]> =>
    (
      await db()
        .selectFrom('reminder')
        .select(['sendOn', 'anchor', 'state'])
        .where('campusID', '=', here.campus.id)
        .orderBy('day')
        .orderBy('sendOn')
        .execute()
    ).map(({ sendOn, anchor, state }) => `${sendOn} ${anchor} ${state}`);
  const next = (query = {}) => here.clerk.get(calls.showNextReminders, { query });
  const family = '03001112221';

  it('A reminder is sent only after a person has switched it on, and then once, even with several workers.', async () => {
    at('2026-11-05T08:00');
    await bills({ name: 'Ayesha', dueDate: dayOf(11, 10), total: 5000 });
    const id = await template('Due-3');
    expect(await here.clerk.get(calls.listReminders)).toMatchObject({
      hour: '09:00',
      heldBy: null,
      rules: [{ templateID: id, sendOn: 'due-3', isOn: false, startsOn: null, lacksApproval: false }],
    });
    await runOn(7);
    expect(await texts()).toEqual([]);
    // Past days get no reminder: the 7th is over, so the 8th is the first.
    expect((await turn(id)).rules[0]).toMatchObject({ isOn: true, startsOn: '2026-11-08' });
    await runOn(8);
    expect(await texts()).toEqual([]);

    at('2026-11-12T08:00');
    await bills({ name: 'Bilal', dueDate: dayOf(11, 15), total: 5000 });
    await runOn(12, '08:59');
    expect(await texts()).toEqual([]);
    at('2026-11-12T09:00');
    await Promise.all([tick(), tick(), tick()]);
    await tick();
    expect(await texts()).toEqual(['Due-3: Fee of Bilal: 5,000, due 15 Nov 2026']);
    await runOn(13);
    expect(await sent()).toHaveLength(1);
    expect(await steps()).toEqual(['due-3 2026-11-15 fired']);
    const entries = await entriesOf(db(), await schoolOf(db(), here.campus.id));
    expect(entries.map(({ what }) => what)).toEqual(expect.arrayContaining(['reminderOn', 'sent']));
  });

  it('A template without a rule cannot be switched on, and changing the rule switches it off.', async () => {
    at('2026-11-05T08:00');
    const named = await template('Admission');
    expect(
      (await here.clerk.ask(calls.switchReminder, { body: { templateID: named, isOn: true } })).status,
    ).toBe(422);
    const id = await rule('due');
    const body = { title: 'due', message: text, sendOn: 'due+1' };
    await here.clerk.get(calls.updateTemplate, { params: { id }, body });
    expect((await here.clerk.get(calls.listReminders)).rules).toMatchObject([
      { sendOn: 'due+1', isOn: false },
    ]);
    await bills({ dueDate: dayOf(11, 5) });
    await runOn(6);
    // Going back to the old rule does not switch the reminder on.
    await here.clerk.get(calls.updateTemplate, { params: { id }, body: { ...body, sendOn: 'due' } });
    expect((await here.clerk.get(calls.listReminders)).rules).toMatchObject([{ sendOn: 'due', isOn: false }]);
    expect(await sent()).toEqual([]);
  });

  it('After nine days offline only the latest reminder of the last week is sent, and older reminders are passed.', async () => {
    at('2026-11-01T08:00');
    for (const sendOn of ['due-3', 'due', 'due+7']) await rule(sendOn);
    await bills({ name: 'Ayesha', dueDate: dayOf(11, 5), total: 5000, amountAfterDueDate: 5500 });
    await runOn(1);
    await runOn(10);
    expect(await texts()).toEqual(['due: Fee of Ayesha: 5,500, due 5 Nov 2026']);
    expect(await steps()).toEqual(['due-3 2026-11-05 passed', 'due 2026-11-05 fired']);
    await runOn(12);
    expect(await texts()).toHaveLength(2);
    // Older than a week, so no reminder goes, nor one later.
    await bills({ dueDate: dayOf(11, 2) });
    await runOn(20);
    expect(await sent()).toHaveLength(2);
  });

  it('An extended due date leads to one new reminder.', async () => {
    at('2026-11-01T08:00');
    await rule('due');
    const [id] = await bills({ dueDate: dayOf(11, 5) });
    await runOn(5);
    expect(await sent()).toHaveLength(1);
    await db()
      .updateTable('bill')
      .set({ dueDate: '2026-11-09' })
      .where('id', '=', id ?? 0)
      .execute();
    for (const day of [6, 7, 8, 9, 9, 10]) await runOn(day);
    expect(await sent()).toHaveLength(2);
    expect(await steps()).toEqual(['due 2026-11-05 fired', 'due 2026-11-09 fired']);
  });

  it('A reminder that was held for three days is passed, and one that was released earlier is sent.', async () => {
    at('2026-11-01T08:00');
    await rule('due');
    await bills({ name: 'Early', dueDate: dayOf(11, 4) }, { name: 'Later', dueDate: dayOf(11, 6) });
    expect(await here.clerk.get(calls.holdReminders, { body: { isHeld: true } })).toMatchObject({
      heldBy: 'person',
    });
    for (const day of [4, 5, 6]) await runOn(day);
    expect(await steps()).toEqual([]);
    await runOn(7);
    expect(await steps()).toEqual(['due 2026-11-04 passed']);
    await here.clerk.get(calls.holdReminders, { body: { isHeld: false } });
    at('2026-11-07T11:00');
    await tick();
    expect((await texts()).map((one) => one.slice(0, 17))).toEqual(['due: Fee of Later']);
    await here.clerk.get(calls.holdReminders, { body: { isHeld: true } });
    await here.clerk.get(calls.holdReminders, { body: { isHeld: false } });
    at('2026-11-07T11:30');
    await tick();
    expect(await sent()).toHaveLength(1);
  });

  it('The list of next reminders names the families, and a bill that is taken out gets no reminder unless it is put back.', async () => {
    at('2026-11-04T10:00');
    await rule('due');
    const due = { dueDate: dayOf(11, 5), total: 1000 };
    const [ayesha, bilal, chand] = await bills(
      { ...due, name: 'Ayesha', number: family },
      { ...due, name: 'Bilal', number: family },
      { ...due, name: 'Chand' },
      { ...due, name: 'Nobody', number: '' },
      { ...due, name: 'Paid', status: 'paid' },
    );
    const seen = await next();
    expect(seen).toMatchObject({ day: '2026-11-05', at: '2026-11-05T04:00:00.000Z' });
    expect(seen).toMatchObject({ bills: 4, families: 2, held: 0, count: 3, skipped: [] });
    expect(seen.items.map(({ name }: { name: string }) => name)).toEqual(['Nobody', 'Ayesha', 'Chand']);
    expect(seen.byRule).toMatchObject([{ families: 2 }]);
    expect(seen.items[0].reason).not.toBeNull();
    expect(seen.items[1]).toMatchObject({ billIDs: [ayesha, bilal], reason: null });
    expect(seen.items[1].text).toContain('Bilal');
    expect((await next({ search: 'chand' })).items).toHaveLength(1);

    const skip = (billIDs: unknown[], isSkipped = true) =>
      here.clerk.get(calls.skipReminders, { body: { billIDs, isSkipped } });
    expect(await skip([ayesha, bilal, chand])).toEqual({ changed: 3 });
    expect(await skip([ayesha])).toEqual({ changed: 0 });
    expect(await next()).toMatchObject({ bills: 1, families: 0 });
    expect(await skip([bilal], false)).toEqual({ changed: 1 });
    expect((await next()).skipped).toEqual([
      { billID: ayesha, name: 'Ayesha' },
      { billID: chand, name: 'Chand' },
    ]);
    await here.clerk.get(calls.holdReminders, { body: { isHeld: true } });
    expect(await next()).toMatchObject({ bills: 2 });
    await here.clerk.get(calls.holdReminders, { body: { isHeld: false } });
    await runOn(5);
    await runOn(6);
    expect(await texts()).toEqual(['', 'due: Fee of Bilal: 1,000, due 5 Nov 2026']);
  });

  it('If one reminder already has a row, the whole send is rolled back, and the next run makes the send.', async () => {
    at('2026-11-01T08:00');
    const templateID = await rule('due');
    const [first = 0] = await bills({ dueDate: dayOf(11, 5) }, { dueDate: dayOf(11, 5) });
    // The planner does not look back to this day, so its insert meets the existing key.
    const met = { billID: first, templateID, sendOn: 'due', anchor: '2026-11-05', campusID: here.campus.id };
    const old = { day: '2020-01-01', runOn: '2020-01-01', state: 'passed' as const, createdAt: '' };
    await db()
      .insertInto('reminder')
      .values({ ...met, ...old, broadcastID: null })
      .execute();
    await runOn(5);
    expect(await sent()).toEqual([]);
    expect(await steps()).toHaveLength(1);
    await db().deleteFrom('reminder').where('billID', '=', first).execute();
    await tick();
    expect(await sent()).toHaveLength(2);
  });

  it('A reminder for before the due date is passed once the bill is late, by grace days and Sunday days.', async () => {
    at('2026-11-01T08:00');
    await rule('due-3');
    // The 8th of November 2026 is a Sunday.
    await here.clerk.get(calls.changeDueRules, { body: { graceDays: 2, sundayDays: 1 } });
    await bills(
      { name: 'Late', dueDate: dayOf(11, 5) },
      { name: 'Sunday', dueDate: dayOf(11, 6), total: 100, amountAfterDueDate: 900 },
    );
    await runOn(1);
    await runOn(9);
    expect(await texts()).toEqual(['due-3: Fee of Sunday: 100, due 6 Nov 2026']);
    expect(await steps()).toEqual(['due-3 2026-11-05 passed', 'due-3 2026-11-06 fired']);
  });

  it('A family with three children gets one message about all bills that are due, with the text of the latest rule.', async () => {
    at('2026-11-01T08:00');
    for (const sendOn of ['due-3', 'due+7']) await rule(sendOn);
    const one = { number: family, total: 1000, amountAfterDueDate: 1200 };
    await bills(
      { ...one, name: 'Ayesha', dueDate: dayOf(11, 3) },
      { ...one, name: 'Bilal', dueDate: dayOf(11, 13) },
      { ...one, name: 'Chand', dueDate: dayOf(11, 13) },
      { ...one, name: 'Not yet', dueDate: dayOf(11, 14) },
    );
    at('2026-11-02T08:00');
    await tick();
    await runOn(10);
    const [only, ...others] = await texts();
    expect(others).toEqual([]);
    expect(only).toMatch(/^due\+7: /);
    for (const part of ['Ayesha', 'Bilal', 'Chand', '1,200', '1,000']) expect(only).toContain(part);
    expect(only).not.toContain('Not yet');
    expect((await steps()).filter((step) => step.endsWith('fired'))).toHaveLength(3);
  });

  it('A family gets no reminder on the day of a person’s send to it, or within twenty hours of another reminder.', async () => {
    at('2026-11-01T08:00');
    await rule('due');
    const [first] = await bills({ number: family, name: 'Ayesha', dueDate: dayOf(11, 5) });
    at('2026-11-05T08:30');
    await here.clerk.get(calls.sendToGroups, {
      body: { message: 'Please pay', contacts: '', contactIDs: [first], whatsapp: true },
    });
    await runOn(5);
    expect(await sent()).toEqual([]);
    await here.clerk.get(calls.changeReminderHour, { body: { hour: '20:00' } });
    await runOn(6, '20:01');
    expect(await texts()).toHaveLength(1);
    await bills({ number: family, name: 'Bilal', dueDate: dayOf(11, 7) });
    await here.clerk.get(calls.changeReminderHour, { body: { hour: '09:00' } });
    await runOn(7);
    expect(await sent()).toHaveLength(1);
    await runOn(8);
    expect((await texts())[1]).toContain('Bilal');
  });

  it('A delayed message prevents reminders on the day it was sent and within twenty hours after it was sent.', async () => {
    at('2026-11-01T08:00');
    for (const sendOn of ['due', 'due+1']) await rule(sendOn);
    const [, bilal] = await bills(
      { number: family, name: 'Ayesha', dueDate: dayOf(11, 5) },
      { name: 'Bilal', dueDate: dayOf(11, 9) },
    );
    at('2026-11-05T09:01');
    await tick();
    at('2026-11-06T08:59');
    await runOn(6);
    expect(await sent()).toHaveLength(1);
    await runOn(7);
    expect((await texts())[1]).toContain('due+1');

    // A person’s send that waits until the next morning.
    at('2026-11-08T22:00');
    await here.clerk.get(calls.setSenderPace, {
      body: { ...noPace, quiet: { from: '21:00', to: '08:30' }, quietDays: [] },
    });
    await here.clerk.get(calls.sendToGroups, {
      body: { message: 'Please pay', contacts: '', contactIDs: [bilal], whatsapp: true },
    });
    at('2026-11-09T08:45');
    await runOn(9);
    expect((await texts()).join()).not.toContain('Bilal');
    await runOn(10);
    expect((await texts()).at(-1)).toContain('Bilal');
  });

  it('A family never has two waiting reminders while its sender is suspended.', async () => {
    at('2026-11-01T08:00');
    await rule('due-3');
    await rule('due');
    await rule('due+1');
    await bills({ number: family, name: 'Ayesha', dueDate: dayOf(11, 5) });
    for (const day of [2, 5, 6]) {
      at(`2026-11-0${day}T09:01`);
      await tick();
    }
    expect(await texts()).toHaveLength(1);
    // The waiting reminder may have gone by then, so the family is shown and can be taken out.
    expect((await next()).items).toMatchObject([{ number: '+923001112221' }]);
    await runOn(7);
    // The first reminder announces the due date, but the bill is late by now.
    expect((await sent()).map(({ status, text }) => [status, text.slice(0, 5)])).toEqual([
      ['skipped', 'due-3'],
      ['queued', 'due+1'],
    ]);
  });

  it('A reminder that could not be sent in time is skipped with its reason.', async () => {
    at('2026-11-01T08:00');
    for (const sendOn of ['due-3', 'due']) await rule(sendOn);
    await bills({ name: 'Ayesha', dueDate: dayOf(11, 5) }, { name: 'Bilal', dueDate: dayOf(11, 8) });
    at('2026-11-05T09:01');
    await tick();
    expect(await sent()).toHaveLength(2);
    at('2026-11-08T23:59');
    await here.world.deps.store.db
      .updateTable('sender')
      .set({ suspendedAt: 'x' })
      .where('campusID', '=', here.campus.id)
      .execute();
    await here.world.work();
    expect((await sent()).map(({ status }) => status)).toEqual(['queued', 'queued']);
    await db()
      .updateTable('sender')
      .set({ suspendedAt: null })
      .where('campusID', '=', here.campus.id)
      .execute();
    at('2026-11-09T00:01');
    await here.world.work();
    expect((await sent()).map(({ status, text }) => [status, text.slice(0, 9)])).toEqual([
      ['skipped', 'due-3: Fe'],
      ['accepted', 'due: Fee '],
    ]);
    const [left] = (await here.clerk.get(calls.listOutbox, { query: { status: 'skipped' } })).items;
    expect(left).toMatchObject({ reasonCode: 'outOfDate', reason: expect.stringContaining('8 Nov 2026') });
    await runOn(9);
    expect(await sent()).toHaveLength(3);
    at('2026-11-16T09:00');
    await here.world.work();
    expect((await sent()).map(({ status }) => status)).toEqual(['skipped', 'read', 'skipped']);
  });

  it('Reminders beyond the school’s daily limit are sent the next day, the most overdue first.', async () => {
    at('2026-11-01T08:00');
    await rule('due');
    const school = await schoolOf(db(), here.campus.id);
    const limit = (messagesADay: number | null) =>
      db().updateTable('school').set({ messagesADay }).where('id', '=', school).execute();
    await bills(
      ...['Late', 'Later'].map((name) => ({ name, dueDate: dayOf(11, 6) })),
      ...['Early', 'Earlier'].map((name) => ({ name, dueDate: dayOf(11, 5) })),
      { name: 'Nobody', number: '', dueDate: dayOf(11, 6) },
    );
    await limit(3);
    try {
      at('2026-11-05T12:00');
      expect(await next()).toMatchObject({ day: '2026-11-06', bills: 4, count: 4, overLimit: 1 });
      await runOn(6);
      const sentTexts = (await texts()).filter((text) => text !== '');
      expect(sentTexts.map((text) => text.split(' ')[3])).toEqual(['Late:', 'Early:', 'Earlier:']);
      await tick();
      expect((await sent()).length).toBe(4);
      expect(await next()).toMatchObject({ day: '2026-11-07', bills: 1, overLimit: 0 });
      await runOn(7);
      expect((await texts()).at(-1)).toContain('Later');
    } finally {
      await limit(null);
    }
  });

  it('A changed hour causes no reminder at once, and the list of next reminders equals the reminders that are sent.', async () => {
    at('2026-11-05T12:00');
    await rule('due');
    const hour = (time: string) => here.clerk.get(calls.changeReminderHour, { body: { hour: time } });
    await bills({ name: 'Ayesha', dueDate: dayOf(11, 6) }, { name: 'Bilal', dueDate: dayOf(11, 7) });
    await hour('15:00');
    at('2026-11-06T12:00');
    await hour('10:00');
    await tick();
    expect(await sent()).toEqual([]);
    expect(await next()).toMatchObject({ day: '2026-11-07', bills: 2 });
    // Back at the old hour, today’s run is still to come.
    await hour('15:00');
    expect(await next()).toMatchObject({ day: '2026-11-06', bills: 1 });
    await runOn(6, '15:00');
    expect(await texts()).toEqual([expect.stringContaining('Ayesha')]);
    // Today’s reminders have gone.
    await hour('18:00');
    expect(await next()).toMatchObject({ day: '2026-11-07' });
    await runOn(6, '18:01');
    expect(await sent()).toHaveLength(1);
    await runOn(7, '18:00');
    expect(await sent()).toHaveLength(2);
  });

  it('A bill paid in the meantime gets no reminder, and a part-paid one asks for the rest.', async () => {
    at('2026-11-01T08:00');
    await rule('due');
    const due = { dueDate: dayOf(11, 5), total: 1000, amountAfterDueDate: null };
    const [whole = 0, part = 0, before = 0] = await bills(
      { ...due, name: 'Whole' },
      { ...due, name: 'Part' },
      { ...due, name: 'Before' },
    );
    let press = 0;
    const pay = (billID: number, amount: number) => {
      press += 1;
      const body = {
        ...{ clientID: `press ${press} of reminders`, method: 'cash', amount },
        allocations: [{ billID, amount }],
      };
      return here.clerk.get(calls.receivePayment, { body });
    };
    at('2026-11-05T08:00');
    await pay(before, 1000);
    await runOn(5);
    await pay(whole, 1000);
    await pay(part, 400);
    await here.world.work();
    expect((await sent()).map((message) => [message.text, message.status])).toEqual([
      [expect.stringContaining('Whole'), 'skipped'],
      ['due: Fee of Part: 600, due 5 Nov 2026', 'accepted'],
    ]);
    await runOn(6);
    expect(await sent()).toHaveLength(2);
    // What was paid before the run was not brought by it.
    const { rules } = await here.clerk.get(calls.listReminders, {});
    expect(rules).toMatchObject([
      { lastRun: { day: '2026-11-05', sent: 1, read: 0, failed: 0, families: 2, paid: 1400 } },
    ]);
    at('2026-11-13T08:00');
    await pay(part, 100);
    const later = await here.clerk.get(calls.listReminders, {});
    expect(later.rules[0]?.lastRun?.paid).toBe(1400);
  });

  it('A new bill is announced half an hour after its import, unless the import was undone.', async () => {
    at('2026-11-02T08:00');
    await bills({ name: 'Before', dueDate: dayOf(11, 20) });
    await rule('bill');
    at('2026-11-02T10:00');
    await tick();
    await bills({ name: 'Ayesha', dueDate: dayOf(11, 20) });
    at('2026-11-02T10:29');
    await tick();
    expect(await sent()).toEqual([]);
    at('2026-11-02T10:31');
    await Promise.all([tick(), tick()]);
    await tick();
    expect((await texts()).map((one) => one.slice(0, 20))).toEqual(['bill: Fee of Ayesha:']);

    at('2026-11-02T11:00');
    await bills({ name: 'Undone', dueDate: dayOf(11, 20) }, { name: 'Too', dueDate: dayOf(11, 20) });
    const [last] = (await here.clerk.get(calls.listImports)).items;
    await here.clerk.get(calls.undoImport, { params: { id: last.id } });
    at('2026-11-02T11:40');
    await tick();
    await runOn(3);
    expect(await sent()).toHaveLength(1);
  });

  it('A deleted bill gets no reminder.', async () => {
    at('2026-11-01T08:00');
    await rule('due');
    const [id] = await bills({ dueDate: dayOf(11, 5) }, { name: 'Stays', dueDate: dayOf(11, 5) });
    await here.clerk.get(calls.removeBill, { params: { id } });
    await runOn(5);
    expect(await texts()).toEqual([expect.stringContaining('Stays')]);
  });

  it('A reminder waits during quiet hours and days, and then has the amount of the day on which it is sent.', async () => {
    at('2026-11-01T08:00');
    await rule('due');
    // The 8th is a Sunday, on which nothing is sent.
    const pace = { ...noPace, quiet: { from: '20:00', to: '10:00' }, quietDays: [0] };
    await here.clerk.get(calls.setSenderPace, { body: pace });
    await bills({ name: 'Ayesha', dueDate: dayOf(11, 8), total: 100, amountAfterDueDate: 900 });
    await runOn(8, '12:00');
    await runOn(9, '09:59');
    expect(await sent()).toEqual([]);
    await runOn(9, '10:00');
    expect(await texts()).toEqual(['due: Fee of Ayesha: 900, due 8 Nov 2026']);
  });

  it('A copied store sends no reminders, and after the decision it sends no reminders for earlier days.', async () => {
    at('2026-11-01T08:00');
    await rule('due');
    await bills({ dueDate: dayOf(11, 5) }, { name: 'After', dueDate: dayOf(11, 6) });
    const copied = { copiedAt: '2026-11-04T00:00:00.000Z', copyWhy: 'backup' as const, copyUpTo: 0 };
    await db().updateTable('sender').set(copied).where('campusID', '=', here.campus.id).execute();
    expect(await here.clerk.get(calls.listReminders)).toMatchObject({ heldBy: 'copy' });
    await runOn(5);
    await here.clerk.get(calls.decideCopy, { body: { waiting: 'send' } });
    at('2026-11-05T12:00');
    await tick();
    expect(await sent()).toEqual([]);
    await runOn(6);
    expect(await texts()).toEqual([expect.stringContaining('After')]);
  });

  it('A template that was deleted and restored is switched off.', async () => {
    at('2026-11-01T08:00');
    const id = await rule('due');
    await here.clerk.get(calls.removeTemplate, { params: { id } });
    await here.clerk.get(calls.restoreBinned, { body: { kind: 'template', id } });
    expect((await here.clerk.get(calls.listReminders)).rules).toMatchObject([
      { templateID: id, isOn: false },
    ]);
  });
});
