/**
 * The rules that must always hold. They are checked at each message that WhatsApp accepts, at each change of state, and
 * for every list.
 */
import { calls } from '#shared/calls/all.ts';
import type { MessageState } from '#shared/messages/message-states.ts';
import {
  createVerifier,
  type Row as SealedRow,
  type StoredHead,
} from '../../src/server/trail/chain/chain-rules.ts';
import type { Accepted } from '../peers/graph/messages.ts';
import type { Neighbour, Press } from './book.ts';
import { createMoneyRules } from './money-rules.ts';
import type { World } from './world.ts';

/** The transitions of docs/message-states.md. The program's own table is not used. */
export const legal: Record<MessageState, readonly MessageState[]> = {
  queued: ['sending', 'cancelled', 'skipped', 'sent', 'delivered', 'read'],
  sending: ['accepted', 'failed', 'queued', 'unknown', 'cancelled', 'sent', 'delivered', 'read'],
  accepted: ['sent', 'delivered', 'read', 'failed'],
  sent: ['delivered', 'read', 'failed'],
  delivered: ['read'],
  read: [],
  failed: ['queued', 'delivered', 'read', 'skipped'],
  unknown: ['queued', 'accepted', 'failed', 'sent', 'delivered', 'read', 'skipped'],
  cancelled: ['queued', 'skipped'],
  skipped: ['queued'],
};
/** Backward transitions, and the calls by which only a person makes them. */
const byPerson: Record<string, readonly string[]> = {
  'failed queued': ['/Outbox/Retry'],
  'unknown queued': ['/Outbox/Retry'],
  'cancelled queued': ['/Outbox/Restore'],
  'skipped queued': [
    '/GroupContacts/Mark',
    '/Families/UndoCorrection',
    '/Payments/:id/Void',
    '/Payments/:id/Return',
    '/BankFiles/:id/Undo',
  ],
};

/** Milliseconds within which a message in flight may still arrive. */
const onItsWay = 90_000;

type MessageRow = {
  id: number;
  broadcastID: number;
  number: string;
  status: MessageState;
  billIDs: string;
  attempts: number;
  kind: string;
  audience: string;
  /** The text of the send, with its placeholders. */
  written: string;
  /** For a scheduled send: the bills that were owed when it was planned. */
  owedIDs: string;
  createdBy: string;
  title: string | null;
};

/** The parent has opted out. */
const stopCode = 131050;

export type Rules = ReturnType<typeof createRules>;

export function createRules(world: World) {
  const { book, broken, timeline, covered } = world;
  /** How often each message was accepted, counted as the parent sees messages. */
  const taken = new Map<string, number>();
  const allowed = new Map<string, number>();
  /** Reads what is committed now. */
  const read = <T>(sql: string, ...values: (number | string)[]): T[] =>
    world.computer.read<T>(sql, ...values);

  const money = createMoneyRules({ book, broken, read });

  const rowOf = (id: number): MessageRow | undefined =>
    read<MessageRow>(
      `select m.id, m."broadcastID", m.number, m.status, m."billIDs", m.attempts, m."owedIDs", b.kind,
         b.audience, b.text as written, b."createdBy", b.title
       from message m join broadcast b on b.id = m."broadcastID" where m.id = ?`,
      id,
    )[0];

  const add = (map: Map<string, number>, key: string, more = 1): number => {
    const sum = (map.get(key) ?? 0) + more;
    map.set(key, sum);
    return sum;
  };

  /** The identity of a message for the parent: one press of Send, for one bill. */
  const keysOf = ({ opaque, to, text }: Accepted): string[] => {
    const [, id, , word] = opaque.split(':');
    return [`${word}:${id}`, ...(/ m\d+$/.test(text) ? [`${to} ${text}`] : [])];
  };

  function checkTwice(one: Accepted): void {
    // A message that fails later has not arrived.
    const person = world.graph.phone(one.to).person;
    if (one.fault === 'failLater' || !person.isOnWhatsApp) return;
    for (const key of keysOf(one)) {
      const count = add(taken, key);
      const mark = / (m\d+)$/.exec(key)?.[1];
      const more = (allowed.get(key) ?? 0) + (mark ? (allowed.get(mark) ?? 0) : 0) + (allowed.get('*') ?? 0);
      if (count > 1 + more)
        broken('nobody gets a message twice', `${one.to} got “${one.text}” ${count} times (${one.opaque})`);
    }
  }

  /** The minute of the day in the campus, five hours ahead of UTC. */
  const minuteOf = (at: number): number => Math.floor((world.epoch + at + 5 * 3_600_000) / 60_000) % 1440;
  const minutes = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));

  function checkQuiet({ kind }: MessageRow, one: Accepted): void {
    const { quiet, rightSince } = book;
    const now = timeline.now();
    if (!quiet || kind !== 'run' || world.computer.clockAhead() !== 0) return;
    if (now - quiet.since < onItsWay || now - rightSince < 10 * 60_000) return;
    const [from, to] = [minutes(quiet.from), minutes(quiet.to)];
    // A message that was handed over before the quiet hours may arrive in them.
    const at = minuteOf(now - 5000);
    const isQuiet = from < to ? at >= from && at < to : at >= from || at < to;
    if (isQuiet && minuteOf(now) !== to)
      broken(
        'nothing is sent in quiet hours',
        `${one.to} was written to at minute ${at}, quiet ${quiet.from}–${quiet.to}`,
      );
  }

  /** When messages were accepted in the last minute. */
  let lately: number[] = [];

  /** In no minute may WhatsApp's record have more than the rate. Parents' messages do not count. */
  function checkRate(): void {
    const now = timeline.now();
    const { rate, rightSince } = book;
    const began = now - 60_000;
    lately = [...lately.filter((at) => at > began), now];
    if (!rate || began - rate.since < onItsWay || began < rightSince || world.computer.clockAhead() !== 0)
      return;
    // Two messages at the ends of the minute may have been in flight a little longer or shorter.
    if (lately.length > rate.perMinute + 2)
      broken('the rate of a number holds', `${lately.length} in a minute of ${rate.perMinute}`);
  }

  function checkWishes(row: MessageRow, one: Accepted): void {
    const now = timeline.now();
    const since = book.stopped.get(one.to);
    const isNotice = row.kind === 'notice';
    if (since !== undefined && now - since > onItsWay && !isNotice)
      broken(
        'an opted-out number gets no message',
        `${one.to} stopped ${now - since} ms ago and got “${one.text}”`,
      );
    const ids = row.billIDs.trim().split(' ').filter(Boolean).map(Number);
    if (ids.length === 0) return;
    const isPast = (map: Map<number, number>, id: number) =>
      now - (map.get(id) ?? Number.POSITIVE_INFINITY) > onItsWay;
    const isReminder = ['unpaid', 'open'].includes(row.audience);
    const namesOwed = /{{(total|dueDate)}}/.test(row.written);
    const isForOwed = (id: number) => isReminder || (namesOwed && row.owedIDs.includes(` ${id} `));
    if (ids.every((id) => isForOwed(id) && isPast(book.paid, id)))
      broken('a paid bill is not reminded of', `${one.to} was reminded of ${row.billIDs}`);
    if (ids.every((id) => isPast(book.gone, id)))
      broken('a removed bill is not messaged about', `${one.to} was told of ${row.billIDs}`);
    const of = read<{ id: number; number: string }>(
      `select id, number from bill where id in (${ids.join(',')})`,
    );
    for (const { id, number } of of) {
      if (!isPast(book.moved, id)) continue;
      if (!number.includes(one.to.slice(-10)))
        broken(
          'messages go to the corrected number',
          `bill ${id} has ${number}, and ${one.to} was written to`,
        );
    }
  }

  /** When each number got its last reminder. */
  const remindedAt = new Map<string, number>();
  /** Milliseconds between two reminders of a family. */
  const apart = 20 * 3_600_000;

  /** An automatic reminder must not come soon after another, and not speak of a day to come that is past. */
  function checkReminder({ attempts, kind, createdBy, title }: MessageRow, one: Accepted): void {
    if (kind !== 'run' || createdBy !== '') return;
    covered('reminders: one is taken');
    const now = timeline.now();
    const before = remindedAt.get(one.to);
    const isRight = world.computer.clockAhead() === 0 && now - book.rightSince > apart + onItsWay;
    if (
      isRight &&
      attempts === 1 &&
      before !== undefined &&
      before > book.restoredAt &&
      now - before < apart - onItsWay
    )
      broken('two reminders are a day apart', `${one.to} got one ${now - before} ms after another`);
    remindedAt.set(one.to, now);
    const isBefore = /^By due-/.test(title ?? '');
    const [, due = ''] = /due on (\d+ \w+ \d+)/.exec(one.text) ?? [];
    const dueEnds = Date.parse(`${due} 23:59:59 +0500`) - world.epoch;
    if (isRight && isBefore && !one.text.includes('\n') && now - dueEnds > onItsWay)
      broken('no message about a coming day goes after that day', `${one.to} got “${one.text}”`);
  }

  let refusedBefore = 0;

  /** By WhatsApp's record, free text goes only to people who wrote within a day. */
  function checkWindows(): void {
    const { window } = world.graph.counts.refused;
    const isNew = window > refusedBefore;
    refusedBefore = window;
    if (isNew && world.computer.clockAhead() === 0 && timeline.now() - book.rightSince > 26 * 3_600_000)
      broken('no free text goes into a closed window', `${window} refused`);
  }

  /** Called for each message that WhatsApp has just accepted. */
  function onAccepted(one: Accepted): void {
    covered(`accepted ${one.fault ?? 'plainly'}`);
    checkTwice(one);
    const [, id = ''] = one.opaque.split(':');
    const row = rowOf(Number(id));
    if (!row) {
      broken('a message is stored before it is sent', `${one.opaque} was sent and is not stored`);
      return;
    }
    if (row.number !== one.to) broken('a message goes only to its own number', `${row.number} and ${one.to}`);
    checkQuiet(row, one);
    checkRate();
    checkWishes(row, one);
    checkReminder(row, one);
  }

  /** The ids of all messages that WhatsApp has accepted. */
  const takenIDs = new Set<number>();
  let counted = 0;
  function isTaken(messageID: number): boolean {
    const { accepted } = world.graph;
    for (; counted < accepted.length; counted += 1)
      takenIDs.add(Number(accepted[counted]?.opaque.split(':')[1]));
    return takenIDs.has(messageID);
  }

  function onStep(messageID: number, from: string, to: string): void {
    covered(`step ${from} → ${to}`);
    if (!legal[from as MessageState]?.includes(to as MessageState))
      broken('a message only makes legal transitions', `message ${messageID}: ${from} → ${to}`);
    // No record knows what an earlier release has sent.
    if (messageID <= before.message) return;
    const { neighbour } = book;
    if (neighbour && isOfNeighbour(messageID, neighbour)) {
      checkSuspended(neighbour, messageID, from, to);
      return;
    }
    const isReported = to === 'sent' || to === 'delivered' || to === 'read';
    if (isReported && !isTaken(messageID))
      broken(
        'a message that was not accepted is not marked as sent',
        `message ${messageID}: ${from} → ${to}`,
      );
    const paths = byPerson[`${from} ${to}`];
    if (!paths || (from === 'failed' && isPutOff(messageID))) return;
    if (!book.acting.some((path) => paths.includes(path.replace(/\d+/, ':id'))))
      broken('only a person puts a message back', `message ${messageID}: ${from} → ${to}`);
    allow(messageID);
  }

  /** The other school sends by the demo phone, so WhatsApp has no record of it. */
  const isOfNeighbour = (messageID: number, { campusID }: Neighbour): boolean =>
    read<{ campusID: number }>('select "campusID" from message where id = ?', messageID)[0]?.campusID ===
    campusID;

  function checkSuspended({ suspended }: Neighbour, messageID: number, from: string, to: string): void {
    if (to !== 'sending' || !(suspended instanceof Object)) return;
    if (timeline.now() > suspended.since)
      broken('a suspended school sends nothing', `message ${messageID}: ${from} → ${to}`);
  }

  /** The last message and the last import of the earlier release, of which there is no record. */
  let before = { message: 0, import: 0 };
  const lastOf = (table: 'message' | 'import'): number =>
    read<{ last: number | null }>(`select max(id) as last from ${table}`)[0]?.last ?? 0;
  function begin(): void {
    before = { message: lastOf('message'), import: lastOf('import') };
  }

  /** WhatsApp has said in a receipt that it would not deliver the message today, so it is sent once more. */
  const isPutOff = (messageID: number): boolean =>
    (keysById.get(messageID) ?? []).length > 0 && world.isDeferred(messageID);

  /** A person has decided that the message may go once more. */
  function allow(messageID: number): void {
    const keys = keysById.get(messageID);
    for (const key of keys ?? []) add(allowed, key);
  }
  const keysById = new Map<number, string[]>();
  const remember = (one: Accepted): void => {
    const [, id = ''] = one.opaque.split(':');
    keysById.set(Number(id), keysOf(one));
  };

  function countRecipients({ answered, body }: Press): void {
    if (!answered) return;
    const [{ total = 0 } = {}] = read<{ total: number }>(
      'select count(*) as total from message where "broadcastID" = ?',
      answered.broadcastID,
    );
    if (total !== answered.queued + answered.skipped)
      broken(
        'every recipient is queued or skipped',
        `${total} rows for ${JSON.stringify(answered)} of ${JSON.stringify(body)}`,
      );
  }

  const sumsOf = (stored: string, is: string, name: string): void => {
    const [one, other] = [read(stored), read(is)].map((rows) =>
      JSON.stringify(rows.map((row) => JSON.stringify(row)).sort()),
    );
    if (one !== other) broken('stored counts are right', `${name}: ${one} is kept, ${other} is there`);
  };

  function checkCounts(): void {
    sumsOf(
      `select "groupID", status, "dueDate", sum(bills) as bills, sum(total) as total, sum(paid) as paid, sum(covered) as covered from bill_count
       group by 1, 2, 3 having sum(bills) <> 0 or sum(total) <> 0 or sum(paid) <> 0`,
      `select "groupID", status, coalesce("dueDate", '') as "dueDate", count(*) as bills, sum(coalesce(total, 0)) as total, sum(paid) as paid,
         sum(case when paid < coalesce(total, 0) then paid else coalesce(total, 0) end) as covered from bill group by 1, 2, 3`,
      'bills',
    );
    sumsOf(
      `select status, "broadcastID", sum(count) as count from message_count where "broadcastID" <> 0 group by 1, 2 having sum(count) <> 0`,
      `select status, "broadcastID", count(*) as count from message group by 1, 2`,
      'messages',
    );
  }

  const countPending = (): number =>
    read<{ count: number }>(
      `select count(*) as count from message m join broadcast b on b.id = m."broadcastID"
       where m.status = 'queued' and b.state <> 'done' and m."campusID" = ?`,
      world.place.campusID,
    )[0]?.count ?? 0;

  /** `reported` must lie between the counts before and after the call. */
  function checkPending(reported: number, before: number): void {
    const after = countPending();
    if (reported < Math.min(before, after) || reported > Math.max(before, after))
      broken('stored counts are right', `${reported} are said to wait, ${before} did and ${after} do`);
  }

  /** Milliseconds after which a due message that was not accepted counts as standing still. */
  const still = 45 * 60_000;

  function checkStandstill(alert: unknown): void {
    const now = timeline.now();
    if (!world.computer.isUp() || !world.network.isOnline() || world.computer.isFull()) return;
    if (world.computer.clockAhead() !== 0 || now - book.steadySince < 2 * still) return;
    const before = new Date(world.epoch + now - still).toISOString();
    const waiting = read<{ id: number; dueAt: string }>(
      `select m.id, m."dueAt" from message m join broadcast b on b.id = m."broadcastID" join sender s on s."campusID" = m."campusID"
       where m.status = 'queued' and b.state = 'running' and m."dueAt" < ?1 and b."nextAt" < ?1
         and s."nextAt" < ?1 and s."runsAt" < ?1 and m."campusID" = ?2 limit 1`,
      before,
      world.place.campusID,
    );
    if (waiting.length > 0 && alert === null)
      broken('a standstill raises an alert', `${JSON.stringify(waiting)} is due, and there is no alert`);
  }

  /** Lists, counts and exports must agree, and none may fail. */
  async function look(): Promise<void> {
    const { clerk } = world;
    const pendingBefore = countPending();
    const [counted, listed, all] = [
      await clerk.ask(calls.countOutbox),
      await clerk.ask<{ items: Row[]; count: number; counts: Record<string, number> }>(calls.listOutbox, {
        query: { take: 200 },
      }),
      await clerk.ask<Row[]>(calls.exportOutbox),
    ];
    if (counted) {
      checkStandstill(counted.alert);
      checkPending(Number(counted.pending), pendingBefore);
    }
    checkCounts();
    money.check();
    await clerk.broadcasts();
    await clerk.ask(calls.listConversations);
    await clerk.ask(calls.listOptOuts);
    await clerk.ask(calls.listTemplates);
    await clerk.ask(calls.listImports, {});
    await clerk.ask(calls.loadData);
    await clerk.ask(calls.getSender);
    for (const { id } of (await clerk.groups()).slice(0, 2)) await clerk.billsOf(id);
    if (!listed || !all || !counted) return;
    for (const { reason, reasonCode, id } of listed.items) {
      if (reasonCode === null) continue;
      covered(`reason ${String(reasonCode)}`);
      if (typeof reason !== 'string' || reason === '' || /undefined|\{\{|\[object|NaN/.test(reason))
        broken(
          'every reason has a sentence',
          `message ${id}: ${JSON.stringify(reason)} of ${String(reasonCode)}`,
        );
    }
    const sum = Object.values(listed.counts).reduce((total, count) => total + count, 0);
    if (listed.count !== sum && world.isStill())
      broken('stored counts are right', `the outbox lists ${listed.count} and counts ${sum}`);
    if (all.length !== listed.count && world.isStill())
      broken('stored counts are right', `the outbox lists ${listed.count} and exports ${all.length}`);
  }

  type Row = Record<string, unknown>;

  function isApproved(template: string): boolean {
    const { name } = JSON.parse(template) as { name: string };
    return world.graph.templates.all().some((one) => one.name === name && one.status === 'APPROVED');
  }

  /** The waiting messages of sends that are not held. A text that WhatsApp refuses waits for a person. */
  function listWaiting() {
    const left = read<{ status: string; count: number; broadcastID: number; template: string | null }>(
      `select m.status, m."broadcastID", b.template, count(*) as count from message m join broadcast b on b.id = m."broadcastID"
       where m.status in ('queued', 'sending') and b.state <> 'paused' and m."campusID" = ? group by 1, 2, 3`,
      world.place.campusID,
    );
    return left.filter(({ template }) => template === null || isApproved(template));
  }

  const listText = (texts: readonly string[]): string => texts.map((text) => `'${text}'`).join(', ');

  /** Whether WhatsApp has sent a receipt for this number, which names every other name that it has for it. */
  const hasStatusUpdate = (number: string): boolean =>
    world.graph.accepted.some(
      ({ to, at, statusUpdates, opaque }) =>
        to === number &&
        at - world.epoch > book.restoredAt &&
        world.words.has(opaque.split(':')[3] ?? '') &&
        statusUpdates.some(({ status }) => status !== 'failed'),
    );

  /** WhatsApp's names of a number must be learned from its webhooks, and nothing may stay under another name. */
  function checkNames(): void {
    for (const { e164, names } of book.families) {
      if (names.length === 0) continue;
      const stored = read<{ name: string }>('select name from whatsapp_name where number = ?', e164);
      if (stored.length > 0) covered('a name of a number was learned');
      const unknown = names.filter((name) => !stored.some((one) => one.name === name));
      if (unknown.length > 0 && hasStatusUpdate(e164))
        broken('every WhatsApp name of a number is learned', `${e164} is not known as ${unknown.join(', ')}`);
      const [left] = read<{ count: number }>(
        `select count(*) as count from inbound where number in (${listText(stored.map(({ name }) => name))})`,
      );
      if ((left?.count ?? 0) > 0)
        broken('every message of a parent is in the chat of the number', `${left?.count} of ${e164} are not`);
    }
  }

  /** The last wish must hold, in whatever order and however often the wishes were reported. */
  function checkLastWishes(): void {
    const { refused, accepted } = world.graph;
    const stoppedByCode = new Set([
      ...refused.flatMap(({ to, code }) => (code === stopCode ? to : [])),
      ...accepted.flatMap(({ to, statusUpdates }) =>
        statusUpdates.some(({ code }) => code === stopCode) ? to : [],
      ),
    ]);
    for (const [number, { action, by, at, isDoubtful }] of book.wishes) {
      // With a wrong clock nobody knows which wish was last, and a wish of the desk may have had no answer.
      if (by !== 'parent' || at <= book.rightSince || isDoubtful || stoppedByCode.has(number)) continue;
      const names = book.families.find(({ e164 }) => e164 === number)?.names ?? [];
      const stored = read<{ name: string }>('select name from whatsapp_name where number = ?', number);
      // A wish may still be under a name whose number is not known.
      const unknown = names.filter((name) => !stored.some((one) => one.name === name));
      // If webhooks never name the number and no name is known, the program cannot know whose the wish is, and a wish of
      // the desk stays under the number.
      const { hidesNumber, waID } = world.graph.phone(number).person;
      const isLearned = stored.length > 0 || !(hidesNumber || waID);
      const owners = isLearned ? [number, ...unknown] : unknown;
      const [row] = read<{ count: number }>(
        `select count(*) as count from opt_out where number in (${listText(owners)}) and "endedAt" is null`,
      );
      const isStopped = (row?.count ?? 0) > 0;
      if (isStopped !== (action === 'stop'))
        broken('the last wish of a parent holds', `${number} asked for ${action} last`);
    }
  }

  /**
   * Each import must have its trail entry and each entry its import, and the chain must be whole, however often the
   * computer was killed.
   */
  function checkTrail(): void {
    const entries = (what: string) => `(select "aboutID" from trail where kind = 'import' and what ${what})`;
    const [alone] = read<{ count: number }>(
      `select count(*) as count from import where id > ? and (cast(id as text) not in ${entries(`<> 'importUndone'`)}
         or ("undoneAt" is not null) <> (cast(id as text) in ${entries(`= 'importUndone'`)}))`,
      before.import,
    );
    if (alone?.count !== 0) broken('every change has its entry in the trail', `${alone?.count} imports`);
    const heads = read<StoredHead & { schoolID: number }>('select * from trail_head');
    for (const { schoolID, ...head } of heads) {
      const { take, finish } = createVerifier([{ ...head, where: 'the head' }]);
      const rows = read<SealedRow>(
        'select * from trail where place is not null and "schoolID" = ? order by place',
        schoolID,
      );
      rows.every(take);
      const { fault } = finish();
      if (fault) broken('the trail has no gap', JSON.stringify(fault));
    }
  }

  /** At the end, the outbox must agree with what WhatsApp accepted and reported. */
  function checkEnd(): void {
    for (const one of world.graph.accepted) {
      if (one.at - world.epoch < book.restoredAt) continue;
      const [, id = '', , word = ''] = one.opaque.split(':');
      const row = rowOf(Number(id));
      if (!row || !world.words.has(word)) continue;
      const reported = one.statusUpdates.map(({ status }) => status);
      const best = ['read', 'delivered', 'sent'].find((status) => reported.includes(status));
      const isRead = row.status === 'read';
      if (best === 'read' && !isRead)
        broken('every receipt of WhatsApp is applied', `${one.opaque} was read and is ${row.status}`);
      if (best === 'delivered' && !isRead && row.status !== 'delivered')
        broken('every receipt of WhatsApp is applied', `${one.opaque} was delivered and is ${row.status}`);
      if (
        row.status === 'failed' &&
        !reported.includes('failed') &&
        world.graph.phone(one.to).person.isOnWhatsApp &&
        one.fault !== 'failLater'
      )
        broken('an accepted message has not failed', `${one.opaque} was taken and is failed`);
    }
    checkNames();
    checkLastWishes();
    checkTrail();
    money.check();
    money.checkStated();
    const waiting = listWaiting();
    if (waiting.length > 0) broken('without faults everything ends', JSON.stringify(waiting));
    const { counts } = world.graph;
    if (counts.people.exceededBy > 0) broken('the messaging limit holds', JSON.stringify(counts.people));
  }

  return {
    begin,
    checkWindows,
    /** Counts messages of sends that are not held. */
    countWaiting: () => listWaiting().length,
    onAccepted: (one: Accepted) => {
      remember(one);
      onAccepted(one);
    },
    onStep,
    look,
    countRecipients,
    checkEnd,
    checkCounts,
    money,
    read,
    allowAgain: (mark: string) => void add(allowed, mark),
    allowAll: () => void add(allowed, '*'),
  };
}
