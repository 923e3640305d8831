/** What the clerk does at the desk. Each act is an API call, as the pages make it. */
import type { Call } from '#shared/call.ts';
import { calls } from '#shared/calls/all.ts';
import { type Chance, one } from '../support/fault-random.ts';
import { createBankClerk } from './bank-clerk.ts';
import { createBiller } from './biller.ts';
import { createBin } from './bin.ts';
import { type Family, type Group, noteChoice, type Press } from './book.ts';
import { callAs, clerkOf, type Given, pathOf } from './caller.ts';
import { createCashier } from './cashier.ts';
import type { Answer } from './life.ts';
import { dayAgo, dueOn, listOwed } from './owed.ts';
import { createReminding } from './reminding.ts';
import type { World } from './world.ts';

const some = <T>(chance: Chance, list: readonly T[], share: number): T[] =>
  list.filter(() => chance.happens(share));

type Row = Record<string, unknown>;
const rowsOf = (body: unknown): Row[] =>
  Array.isArray(body) ? body : (((body as Row).items as Row[]) ?? []);

export function createClerk(world: World) {
  const { book, broken } = world;
  let months = 0;

  /** Undefined when the call got no answer. */
  async function attempt(
    call: Pick<Call, 'method' | 'path'>,
    given: Given = {},
  ): Promise<Answer | undefined> {
    const path = pathOf(call, given);
    book.acting.push(path);
    const answer = await callAs(world, clerkOf(world), call, given);
    // The entry stays until all effects of the call are reported.
    world.timeline.put(0, () => void book.acting.splice(book.acting.indexOf(path), 1));
    return answer;
  }

  /** Returns the body. Undefined without an answer, or after a refusal, which is in the diary. */
  async function ask<T = Row>(
    call: Pick<Call, 'method' | 'path'>,
    given: Given = {},
  ): Promise<T | undefined> {
    const answer = await attempt(call, given);
    return answer && answer.status < 300 ? (answer.body as T) : undefined;
  }

  const groups = async (): Promise<Row[]> => rowsOf((await ask(calls.listGroups)) ?? []);
  const billsOf = async (groupID: unknown): Promise<Row[]> =>
    rowsOf((await ask(calls.listBills, { params: { id: groupID } })) ?? []);
  const messages = async (status: string): Promise<Row[]> =>
    rowsOf((await ask(calls.listOutbox, { query: { status, take: 200 } })) ?? []);
  const broadcasts = async (): Promise<Row[]> => rowsOf((await ask(calls.listBroadcasts)) ?? []);

  const dueDay = (days: number): string =>
    new Date(world.epoch + world.timeline.now() + days * 86_400_000).toISOString().slice(0, 10);

  function contactsOf(chance: Chance, families: readonly Family[], month: number): Row[] {
    return families.flatMap(({ number, children }) =>
      children.map(({ name, regNum, roll }) => {
        const total = chance.whole(1, 200) * 100;
        return {
          name,
          regNum,
          invNo: `26${String(month).padStart(2, '0')}${String(roll).padStart(4, '0')}`,
          number,
          total,
          dueDate: dueDay(chance.whole(-2, 12)),
          ...(chance.happens(0.5) ? { amountAfterDueDate: total + 200 } : {}),
          status: chance.happens(0.1) ? 'paid' : 'unpaid',
        };
      }),
    );
  }

  /** The open amount of each child today, by registration. For some months it is left empty. */
  function openOf(chance: Chance): Map<string, number> {
    const open = new Map<string, number>();
    if (chance.happens(0.4)) return open;
    const today = dayAgo(world, 0);
    for (const bill of book.groups.flatMap(({ id }) => listOwed(world, id)))
      if (bill.regNum !== null) open.set(bill.regNum, (open.get(bill.regNum) ?? 0) + dueOn(today, bill));
    return open;
  }

  /** Adds the open amounts as arrears, correctly or not, and payments to some rows. */
  const withMoney = (chance: Chance, contacts: Row[], open: ReadonlyMap<string, number>): Row[] =>
    contacts.map((contact) => {
      const total = Number(contact.total);
      const due = open.get(String(contact.regNum)) ?? 0;
      const arrears = due > 0 && chance.happens(0.7) ? due + (chance.happens(0.2) ? 100 : 0) : 0;
      const heads = { head1: 'Tuition', amount1: total, head2: 'Arrears', amount2: arrears };
      const isPaid = contact.status === 'unpaid' && chance.happens(0.1);
      if (isPaid) world.covered('money: paid by a sheet');
      return {
        ...contact,
        ...(arrears > 0 ? { ...heads, total: total + arrears } : {}),
        ...(arrears > 0 && 'amountAfterDueDate' in contact
          ? { amountAfterDueDate: Number(contact.amountAfterDueDate) + arrears }
          : {}),
        ...(isPaid ? { paidAmount: chance.whole(1, total), paidOn: dueDay(-chance.whole(0, 5)) } : {}),
      };
    });

  function noteCarried(): void {
    if (world.rules.read(`select id from bill where status = 'carried' limit 1`).length > 0)
      world.covered('money: carried to a newer bill');
  }

  /** Imports a month with a bill for each child. */
  async function importBills(chance: Chance): Promise<void> {
    months += 1;
    const index = months;
    const month = 1 + (index % 12);
    const families = chance.happens(0.7) ? book.families : some(chance, book.families, 0.5);
    if (families.length === 0) return;
    const name = `Billing ${world.timeline.now()}`;
    const group = { id: 0, name, month, year: 2026, description: 'Fee', campusID: world.place.campusID };
    const contacts = withMoney(chance, contactsOf(chance, families, index), openOf(chance));
    const saveID = `save-${world.seed}-${world.timeline.now()}`;
    const body = { group, contacts, saveID, carryAll: chance.happens(0.3) };
    const saved = (await ask(calls.saveGroup, { body })) ?? (await later(chance, calls.saveGroup, { body }));
    if (!saved) return;
    book.groups.push({ id: Number(saved.id), name, month, importID: Number(saved.importID) });
    noteCarried();
    const listed = await groups();
    if (listed.length > 0 && !listed.some(({ id }) => id === saved.id))
      broken('every list of stored rows can be read', `billing ${saved.id} was saved and is not listed`);
  }

  /** Repeats a call without an answer later. */
  async function later<T = Row>(
    chance: Chance,
    call: Pick<Call, 'method' | 'path'>,
    given: Given,
  ): Promise<T | undefined> {
    await world.wait(chance.whole(60, 900) * 1000);
    return ask<T>(call, given);
  }

  const someGroup = (chance: Chance): Group | undefined => one(chance, book.groups);

  /** Imports the same sheet with changed amounts and numbers and some more children. */
  async function importAgain(chance: Chance): Promise<void> {
    const group = someGroup(chance);
    if (!group) return;
    const bills = (await billsOf(group.id)).slice(0, 200);
    const changed = some(chance, bills, 0.4).map(({ name, regNum, invNo, number, dueDate }) => ({
      name,
      regNum,
      invNo,
      number,
      dueDate,
      total: chance.whole(1, 200) * 100,
    }));
    if (changed.length === 0) return;
    const saveID = `again-${world.seed}-${world.timeline.now()}`;
    const before = await snapshot(group.id);
    const saved = await ask(calls.saveGroup, {
      body: { group: { id: group.id }, contacts: changed, saveID, reason: 'Corrected' },
    });
    if (!saved || !chance.happens(0.4)) return;
    const undone = await ask(calls.undoImport, { params: { id: saved.importID } });
    const after = await snapshot(group.id);
    if (undone && before !== undefined && after !== undefined && before !== after)
      broken('an undone import leaves nothing', `billing ${group.id}: ${before} became ${after}`);
  }

  /** The bills of a billing as listed, without fields that others or messages may have changed. */
  async function snapshot(groupID: number): Promise<string | undefined> {
    const listed = await ask(calls.listBills, { params: { id: groupID } });
    if (!listed) return undefined;
    return JSON.stringify(
      rowsOf(listed)
        .map(({ unread: _, status: __, lastMessage: ___, ...bill }) => JSON.stringify(bill))
        .sort(),
    );
  }

  async function undo(chance: Chance): Promise<void> {
    const group = someGroup(chance);
    if (!group) return;
    const bills = await billsOf(group.id);
    const undone = await ask(calls.undoImport, { params: { id: group.importID } });
    if (!undone) return;
    for (const { id } of bills) book.gone.set(Number(id), world.timeline.now());
    const left = await billsOf(group.id);
    for (const { id } of left) book.gone.delete(Number(id));
    if (undone.tookBilling) book.groups = book.groups.filter(({ id }) => id !== group.id);
  }

  async function correct(chance: Chance): Promise<void> {
    const bill = one(chance, await billsOf(someGroup(chance)?.id ?? 0));
    if (!bill) return;
    const isNumber = chance.happens(0.6);
    const family = one(chance, book.families);
    const change = isNumber ? { number: family?.number ?? '' } : { total: chance.whole(1, 300) * 100 };
    const done = await ask(calls.updateBill, {
      params: { id: bill.id },
      body: { ...change, reason: 'Corrected' },
    });
    if (done && isNumber) book.moved.set(Number(bill.id), world.timeline.now());
  }

  /** Corrects a number in all bills of the child and in waiting messages. Sometimes the old number was right. */
  async function correctNumber(chance: Chance): Promise<void> {
    const bill = one(chance, await billsOf(someGroup(chance)?.id ?? 0));
    const family = one(chance, book.families);
    const from = String(bill?.number ?? '');
    if (!bill || !family || from === '') return;
    const body = { from, to: family.number, billIDs: [bill.id] };
    const done = await ask(calls.correctNumber, { body });
    if (!done) return;
    world.covered('a number is corrected for all that waits');
    book.moved.set(Number(bill.id), world.timeline.now());
    if (!chance.happens(0.3)) return;
    await world.wait(chance.whole(5, 500) * 1000);
    await ask(calls.undoCorrection, { body: { correctionID: done.correctionID } });
    book.moved.set(Number(bill.id), world.timeline.now());
  }

  async function pay(chance: Chance): Promise<void> {
    const bills = await billsOf(someGroup(chance)?.id ?? 0);
    const chosen = some(chance, bills, chance.next() * 0.5).map(({ id }) => Number(id));
    if (chosen.length === 0) return;
    const paid = await ask<{ changed: number[]; at: string | null }>(calls.markBills, {
      body: { ids: chosen, status: 'paid' },
    });
    for (const id of paid?.changed ?? []) book.paid.set(id, world.timeline.now());
    if (!paid?.at || !chance.happens(0.25)) return;
    await world.wait(chance.whole(5, 500) * 1000);
    await payBack(paid.changed, paid.at);
  }

  async function payBack(ids: number[], since: string | undefined): Promise<void> {
    for (const id of ids) book.paid.delete(id);
    await ask(calls.markBills, { body: { ids, status: 'unpaid', ...(since ? { since } : {}) } });
  }

  const texts = [
    'Dear {{name}}, the fee {{total}} of bill {{invNo}} is due on {{dueDate}}.',
    'Salam, dear parent of {{name}}: please pay {{total}} for the bill {{invNo}} at the office.',
    'School is closed tomorrow, as we wrote about bill {{invNo}} before.',
  ];

  async function press(pressed: Press): Promise<void> {
    const answer = await ask<{ broadcastID: number; queued: number; skipped: unknown[] }>(
      calls.sendToGroups,
      {
        body: pressed.body,
      },
    );
    if (!answer) return;
    const { broadcastID, queued } = answer;
    // A restored store has forgotten earlier answers.
    const earlier = pressed.answeredAt > book.restoredAt ? pressed.answered : undefined;
    if (!earlier && pressed.answered) world.rules.allowAgain(pressed.mark);
    pressed.answered = { broadcastID, queued, skipped: answer.skipped.length };
    pressed.answeredAt = world.timeline.now();
    if (earlier && earlier.broadcastID !== broadcastID)
      broken(
        'a repeated request is one broadcast',
        `${pressed.clientID} made ${earlier.broadcastID} and ${broadcastID}`,
      );
    world.rules.countRecipients(pressed);
    const [latest] = await broadcasts();
    if (latest && !earlier && Number(latest.broadcastID) < broadcastID)
      broken(
        'every list of stored rows can be read',
        `broadcast ${broadcastID} was stored and is not listed`,
      );
  }

  async function send(chance: Chance, isLater: boolean): Promise<void> {
    const group = someGroup(chance);
    if (!group) return;
    const mark = `m${world.timeline.now()}`;
    const templates = world.approved();
    const template = chance.happens(0.75) ? one(chance, templates) : undefined;
    const at = new Date(world.epoch + world.timeline.now() + chance.whole(5, 2000) * 60_000 + 5 * 3_600_000);
    const pressed: Press = {
      mark,
      clientID: `press-${mark}`,
      answered: undefined,
      answeredAt: Number.NEGATIVE_INFINITY,
      at: world.timeline.now(),
      body: {
        message: template?.message ?? `${one(chance, texts)} ${mark}`,
        ...(template ? { templateID: template.id } : {}),
        groupIDs: [group.id],
        status: chance.happens(0.6) ? 'unpaid' : 'all',
        family: chance.happens(0.3),
        again: true,
        clientID: `press-${mark}`,
        ...(isLater ? { sendAt: at.toISOString().slice(0, 16) } : {}),
      },
    };
    book.presses.push(pressed);
    await ask(calls.planSend, { body: { ...pressed.body, clientID: undefined } });
    await press(pressed);
    if (pressed.answered || !chance.happens(0.8)) return;
    await world.wait(chance.whole(20, 4000) * 1000);
    await press(pressed);
  }

  /** Presses Send again with the same clientID, as a browser does or when the answer was lost. */
  async function sendAgain(chance: Chance): Promise<void> {
    const recent = book.presses.filter(({ at }) => world.timeline.now() - at < 6 * 3_600_000);
    const pressed = one(chance, recent);
    if (pressed) await press(pressed);
  }

  async function reply(chance: Chance): Promise<void> {
    const talks = rowsOf((await ask(calls.listConversations)) ?? []);
    const number = String(one(chance, talks)?.number ?? one(chance, book.families)?.e164 ?? '');
    if (!number) return;
    await ask(calls.loadChat, { query: { number } });
    const mark = `m${world.timeline.now()}`;
    await ask(calls.sendToMember, {
      body: { contacts: number, message: `Thank you. ${mark}`, clientID: `reply-${mark}` },
    });
  }

  async function pause(chance: Chance): Promise<void> {
    const all = (await broadcasts()).filter(({ paused }) => !paused);
    const chosen = chance.happens(0.7) ? one(chance, all.slice(0, 4)) : undefined;
    const broadcastID = chosen?.broadcastID;
    await ask(calls.pauseOutbox, { body: broadcastID ? { broadcastID } : {} });
  }

  async function resume(chance: Chance): Promise<void> {
    const all = (await broadcasts()).filter(({ paused }) => paused);
    const chosen = chance.happens(0.5) ? one(chance, all) : undefined;
    await ask(calls.resumeOutbox, { body: chosen ? { broadcastID: chosen.broadcastID } : {} });
  }

  async function cancel(chance: Chance): Promise<void> {
    const isWhole = chance.happens(0.5);
    const chosen = isWhole ? one(chance, (await broadcasts()).slice(0, 4)) : undefined;
    const ids = some(chance, await messages('pending'), 0.4).map(({ id }) => id);
    if (!chosen && ids.length === 0) return;
    const done = await ask(calls.cancelOutbox, {
      body: chosen ? { broadcastID: chosen.broadcastID } : { ids },
    });
    if (done && chance.happens(0.4)) await restoreAt(chance, String(done.at));
  }

  async function clear(chance: Chance): Promise<void> {
    const done = await ask(calls.clearOutbox);
    if (done && chance.happens(0.5)) await restoreAt(chance, String(done.at));
  }

  async function restoreAt(chance: Chance, at: string): Promise<void> {
    await world.wait(chance.whole(2, 700) * 1000);
    await ask(calls.restoreOutbox, { body: { at } });
  }

  async function restoreCancelled(chance: Chance): Promise<void> {
    const last = one(chance, rowsOf((await ask(calls.listCancelled)) ?? []));
    if (last) await restoreAt(chance, String(last.at));
  }

  async function retry(chance: Chance): Promise<void> {
    const how = chance.next();
    if (how < 0.25) return void (await ask(calls.retryOutbox, { body: {} }));
    if (how < 0.5) {
      const reasons = rowsOf((await ask(calls.listFailures)) ?? []);
      const reasonCode = one(chance, reasons)?.reasonCode;
      if (reasonCode !== undefined) await ask(calls.retryOutbox, { body: { reasonCode } });
      return;
    }
    const status = how < 0.75 ? 'failed' : 'unknown';
    const ids = some(chance, await messages(status), 0.5).map(({ id }) => id);
    if (ids.length > 0) await ask(calls.retryOutbox, { body: { ids } });
  }

  async function retryUnknown(): Promise<void> {
    const ids = (await messages('unknown')).map(({ id }) => id);
    if (ids.length > 0) await ask(calls.retryOutbox, { body: { ids } });
  }

  async function leave(chance: Chance): Promise<void> {
    const ids = some(chance, await messages('unknown'), 0.5).map(({ id }) => id);
    if (ids.length > 0) await ask(calls.leaveOutbox, { body: { ids } });
  }

  async function addTemplate(chance: Chance): Promise<void> {
    const message = `${one(chance, texts)} Office, number ${world.timeline.now()}.`;
    const made = await ask(calls.addTemplate, { body: { title: `Fee ${world.timeline.now()}`, message } });
    if (!made) return;
    await ask({ method: 'POST', path: `/MessageTemplate/${made.id}/Submit` }, { body: {} });
  }

  /** Without an answer nobody knows the rate. */
  function noteRate(done: unknown, perMinute: number | null): void {
    const isCertain = done !== undefined && perMinute !== null;
    book.rate = isCertain ? { perMinute, since: world.timeline.now() } : undefined;
  }

  /** The factor that makes a send in a large campus take as long as in a small one. */
  const haste = (): number => Math.max(1, Math.round(book.families.length / 60));

  async function setPace(chance: Chance): Promise<void> {
    const pace = {
      perMinute: chance.happens(0.5) ? Math.max(chance.whole(20, 600), 20 * haste()) : null,
      gap: chance.happens(0.2) ? { from: 1, to: chance.whole(1, 4) } : null,
      rest: chance.happens(0.2) ? { every: chance.whole(10, 40), seconds: chance.whole(60, 900) } : null,
      newPerDay: chance.happens(0.2) ? Math.max(20, book.families.length) + chance.whole(0, 100) : null,
      pairSeconds: chance.happens(0.3) ? chance.whole(6, 60) : null,
      quiet: book.quiet ? { from: book.quiet.from, to: book.quiet.to } : null,
      quietDays: [],
    };
    noteRate(await ask(calls.setSenderPace, { body: pace }), pace.perMinute);
  }

  async function setQuiet(chance: Chance): Promise<void> {
    const two = (value: number) => String(value).padStart(2, '0');
    const isSoon = chance.happens(0.6);
    // Karachi is five hours ahead. The quiet hours begin within the next minutes, while something is being sent.
    const minute = Math.floor((world.epoch + world.timeline.now()) / 60_000) + 300 + chance.whole(2, 4);
    const begin = isSoon ? minute % 1440 : chance.whole(19, 22) * 60 + chance.whole(0, 59);
    const from = `${two(Math.floor(begin / 60))}:${two(begin % 60)}`;
    // The quiet hours last a night. A day that is quiet except for minutes would never let the outbox end.
    const end = (begin + chance.whole(6 * 60, 12 * 60)) % 1440;
    const to = `${two(Math.floor(end / 60))}:${two(end % 60)}`;
    const quiet = chance.happens(0.85) ? { from, to } : undefined;
    const pace = {
      perMinute: isSoon ? chance.whole(8, 30) * haste() : null,
      gap: null,
      rest: null,
      newPerDay: null,
      pairSeconds: null,
      quietDays: [],
    };
    const was = book.quiet;
    book.quiet = undefined;
    const done = await ask(calls.setSenderPace, { body: { ...pace, quiet: quiet ?? null } });
    noteRate(done, pace.perMinute);
    book.quiet = done
      ? quiet && { ...quiet, since: world.timeline.now() }
      : was && { ...was, since: world.timeline.now() };
    if (!done) book.quiet = undefined;
    if (isSoon) await send(chance, false);
  }

  async function optOut(chance: Chance): Promise<void> {
    const number = one(chance, book.families)?.e164;
    if (!number) return;
    const done = await ask(calls.addOptOut, { body: { number, note: 'asked at the desk' } });
    if (!done) return;
    if (!book.stopped.has(number)) book.stopped.set(number, world.timeline.now());
    noteChoice(book, number, { action: 'stop', by: 'clerk', at: world.timeline.now() });
    const listed = await ask<Row[]>(calls.listOptOuts, { query: { number } });
    if (listed?.length === 0 && book.stopped.has(number))
      broken('every list of stored rows can be read', `the opt-out of ${number} is not listed`);
  }

  async function optIn(chance: Chance): Promise<void> {
    const number = one(chance, [...book.stopped.keys()]);
    if (!number) return;
    book.stopped.delete(number);
    noteChoice(book, number, { action: 'start', by: 'clerk', at: world.timeline.now() });
    await ask(calls.removeOptOut, { query: { number } });
  }

  /** Acts on an alert, as a person does. */
  async function resolveAlerts(): Promise<void> {
    const counted = await ask(calls.countOutbox);
    if (counted?.copy) {
      const waiting = world.chance('copy').happens(0.5) ? 'takeBack' : 'send';
      // A person who decides to send accepts that some parents get the message twice.
      if (waiting === 'send') world.rules.allowAll();
      await ask(calls.decideCopy, { body: { waiting } });
    }
    if (counted?.alert) await ask(calls.resumeOutbox, { body: {} });
  }

  const desk = { ask, attempt, rowsOf, billsOf, someGroup, snapshot };
  return {
    ask,
    groups,
    billsOf,
    messages,
    broadcasts,
    retryUnknown,
    resolveAlerts,
    acts: {
      import: importBills,
      importAgain,
      undo,
      correct,
      pay,
      payBack: async (chance: Chance) => {
        const ids = some(chance, [...book.paid.keys()], 0.3);
        if (ids.length > 0) await payBack(ids, undefined);
      },
      correctNumber,
      ...createBin(world, desk),
      ...createCashier(world, desk),
      ...createBankClerk(world, desk),
      ...createBiller(world, desk),
      ...createReminding(world, desk),
      send: (chance: Chance) => send(chance, false),
      sendLater: (chance: Chance) => send(chance, true),
      sendAgain,
      reply,
      pause,
      resume,
      cancel,
      clear,
      restoreCancelled,
      retry,
      leave,
      template: addTemplate,
      pace: setPace,
      quiet: setQuiet,
      optOut,
      optIn,
    },
  };
}
export type Clerk = ReturnType<typeof createClerk>;

/** What other actors need from the clerk. */
export type Desk = {
  attempt: (call: Pick<Call, 'method' | 'path'>, given?: Given) => Promise<Answer | undefined>;
  ask: <T = Row>(call: Pick<Call, 'method' | 'path'>, given?: Given) => Promise<T | undefined>;
  rowsOf: (body: unknown) => Row[];
  billsOf: (groupID: unknown) => Promise<Row[]>;
  someGroup: (chance: Chance) => Group | undefined;
  snapshot: (groupID: number) => Promise<string | undefined>;
};
