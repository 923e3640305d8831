/**
 * The sends of the demonstration school in three months, and their outcomes. All are finished, except one that is
 * planned for tomorrow.
 */

import type { MessageState, ReceiptState } from '#shared/messages/message-states.ts';
import { makeReason, type Reason } from '#shared/messages/reasons.ts';
import { isOpen, type SendAudience } from '#shared/money/bill-status.ts';
import { notAdjusted } from '#shared/money/payable.ts';
import { addDays, dayIn, dayOf, instantIn } from '#shared/time/dates.ts';
import { optOutWords } from '#shared/words/chats.ts';
import { starterTemplates } from '#shared/words/templates.ts';
import { type Scope, scopeOfRow } from '../auth/scope.ts';
import { insertAttemptsOfPast } from '../outbox/broadcasts/attempts-queries.ts';
import { insertCorrections, requeue } from '../outbox/changes/retry-queries.ts';
import { groupsOf, rowsOf } from '../outbox/enqueue/enqueue.ts';
import {
  insertBroadcast,
  insertBroadcastGroups,
  insertMessages,
  type NewBroadcast,
  type NewMessage,
} from '../outbox/enqueue/enqueue-queries.ts';
import { type Plan, planMessages } from '../outbox/enqueue/enqueue-rules.ts';
import { insertContacted, listFailed, listFailureIDs } from '../outbox/failures/failures-queries.ts';
import { listHandedOver } from '../outbox/lists/sends-queries.ts';
import { insertOptOut, listOptedOut } from '../outbox/opt-outs/opt-outs-queries.ts';
import { insertReceipts, type NewReceipt } from '../outbox/receipts/receipts-queries.ts';
import { skipMessages } from '../outbox/skip/skip-queries.ts';
import { findRecipients } from '../recipients/recipients.ts';
import { onDay, type Recipient } from '../recipients/recipients-rules.ts';
import { demoIDs, isNeverRead, isOnWhatsApp, isSwitchedOff } from '../whatsapp/demo-phone.ts';
import { runYielding } from '../yielding.ts';
import { createDice } from './demo-rules.ts';
import { later, schoolDay, wakingBefore } from './moments.ts';
import { lastReminderTemplate, openFeeTemplate } from './talk.ts';

/** The campus, its demo phone, and the time at which the demonstration is created. */
export type Stage = { scope: Scope; senderID: string; now: Date };
/** An event of the demonstration. Events are stored ordered by time, as in real use. */
export type DemoEvent = { at: Date; happen: () => Promise<void> };
export type MonthOfBills = { groupID: number; year: number; month: number };

/** Numbers in E.164 with a special outcome. The outcomes of all other numbers follow from their digits. */
export type Cast = {
  /** In one month the family had the number `wrong`, until it was corrected to `right`. */
  wrong: string;
  right: string;
  /** This parent has turned off the school's messages in WhatsApp. */
  refusing: string;
  /**
   * `unsure`: it is unknown whether they received this month's notice. `oneTick`: the notice was sent but not
   * delivered yet.
   */
  unsure: readonly string[];
  oneTick: readonly string[];
};

type OutcomeKind = 'read' | 'delivered' | 'sent' | 'notOnWhatsApp' | 'switchedOff' | 'refused' | 'noAnswer';

/** `receipts` is empty if the provider refused the message or did not answer. */
type Outcome = { status: MessageState; reason: Reason | null; receipts: readonly ReceiptState[] };

const outcomes: Record<OutcomeKind, Outcome> = {
  read: { status: 'read', reason: null, receipts: ['sent', 'delivered', 'read'] },
  delivered: { status: 'delivered', reason: null, receipts: ['sent', 'delivered'] },
  sent: { status: 'sent', reason: null, receipts: ['sent'] },
  notOnWhatsApp: { status: 'failed', reason: makeReason('notOnWhatsApp'), receipts: [] },
  switchedOff: { status: 'failed', reason: makeReason('switchedOff'), receipts: ['sent', 'failed'] },
  refused: { status: 'failed', reason: makeReason('offersSwitchedOff'), receipts: ['failed'] },
  noAnswer: { status: 'unknown', reason: makeReason('noAnswer'), receipts: [] },
};

/**
 * The outcome of a number is always the same. It follows from the last digits, as on the demo phone. Some parents
 * have turned off read receipts.
 */
export function outcomeKindOf(number: string): OutcomeKind {
  if (!isOnWhatsApp(number)) return 'notOnWhatsApp';
  if (isSwitchedOff(number)) return 'switchedOff';
  if (isNeverRead(number)) return 'delivered';
  return createDice(Number(number.slice(-7)))() < 0.13 ? 'delivered' : 'read';
}

type SendDetails = Pick<NewBroadcast, 'text' | 'audience' | 'kind'> &
  Partial<Pick<NewBroadcast, 'title' | 'followsID'>> & { family: boolean; plan: Plan; at: Date };

type Stored = Pick<NewMessage, 'broadcastID' | 'senderID' | 'media'>;
type Settled = { row: NewMessage; receipts: NewReceipt[] };

/** Milliseconds between two messages of a send. */
const gap = 1300;

/** Computes the outcome of a message. Most messages are read within an hour, some in the afternoon. */
function settle(
  row: NewMessage,
  at: Date,
  { outcomeKind, index }: { outcomeKind: OutcomeKind; index: number },
): Settled {
  const { status, reason, receipts } = outcomes[outcomeKind];
  const { number, senderID } = row;
  const dice = createDice(Number(number.slice(-7)) + row.broadcastID);
  const accepted = at.getTime() + index * gap;
  const delivered = accepted + 1500 + dice() * (dice() < 0.06 ? 9_000_000 : 9000);
  const read = delivered + 20_000 + dice() * dice() * 12_000_000;
  const instants: Record<ReceiptState, number> = {
    ...{ sent: accepted + 400, delivered, read, failed: delivered },
  };
  const isTaken = receipts.length > 0;
  const providerID = isTaken ? `${demoIDs}past.${row.broadcastID}.${index}` : null;
  const instantOf = (state: ReceiptState): string => new Date(instants[state]).toISOString();
  const acceptedAt = new Date(accepted).toISOString();
  const last = receipts.at(-1);
  return {
    row: {
      ...row,
      ...{ status, reason, attempts: 1, dueAt: null, providerID },
      acceptedAt: isTaken ? acceptedAt : null,
      updatedAt: last === undefined ? acceptedAt : instantOf(last),
    },
    receipts: receipts.map((state) => ({
      ...{ senderID, providerID: providerID ?? '', status: state, at: instantOf(state) },
      reason: state === 'failed' ? reason : null,
      ...{ code: null, policy: null, recipient: null },
    })),
  };
}

async function insertSend(
  { scope, senderID }: Stage,
  { plan, at, family, ...fields }: SendDetails & Partial<Pick<NewBroadcast, 'startAt' | 'state'>>,
): Promise<Stored> {
  const queued = plan.messages.length;
  const broadcastID = await insertBroadcast(scope, {
    ...{ senderID, clientID: null, media: '', template: null, title: null, classes: null },
    ...{ startAt: null, followsID: null, createdAt: at.toISOString(), family: family ? 1 : 0 },
    ...{ total: queued + plan.skipped.length, queued, ...fields },
  });
  await insertBroadcastGroups(scope, broadcastID, groupsOf(plan));
  return { broadcastID, senderID, media: '' };
}

/** Stores a finished send with its attempts and receipts. Returns its id. */
export async function storePast(
  stage: Stage,
  details: SendDetails,
  outcomeKinds: ReadonlyMap<string, OutcomeKind> = new Map(),
): Promise<number> {
  const { scope } = stage;
  const { plan, at } = details;
  const stored = await insertSend(stage, { ...details, state: 'done' });
  const skipped = plan.skipped.length;
  const receipts: NewReceipt[] = [];
  const rows = [...rowsOf(plan, stored, { now: at.toISOString(), startAt: null })].map((row, place) => {
    if (row.status === 'skipped') return { ...row, attempts: 0 };
    const outcomeKind = outcomeKinds.get(row.number) ?? outcomeKindOf(row.number);
    const settled = settle(row, at, { outcomeKind, index: place - skipped });
    receipts.push(...settled.receipts);
    return settled.row;
  });
  await insertMessages(scope, rows);
  await insertAttemptsOfPast(scope, stored.broadcastID);
  await insertReceipts(
    scope.db,
    receipts,
    receipts
      .map((receipt) => receipt.at)
      .sort()
      .at(-1) ?? '',
  );
  return stored.broadcastID;
}

/** A plan with one message to one number, without a bill. */
export const toOne = (number: string, text: string): Plan => ({
  messages: [{ number, name: '', text, groupIDs: [], billIDs: [], owedIDs: [] }],
  skipped: [],
  repeated: 0,
  reached: new Set(),
});

type Words = { title: string; message: string; audience: SendAudience; family: boolean };

/** Returns recipients as they were on the day of the send. Payments that were made later are removed. */
const asOnDay = ({ campus }: Scope, at: Date) => {
  const day = dayIn(campus.timeZone, at);
  const unpaid = { ...{ status: 'unpaid', paid: 0, settledOn: null }, ...notAdjusted };
  return (recipient: Recipient): Recipient => onDay(day, campus, { ...recipient, ...unpaid });
};

async function planFor(
  { scope, now }: Stage,
  { title: _title, audience, ...words }: Words,
  { groupID, at, isMeant }: { groupID: number; at: Date; isMeant: (recipient: Recipient) => boolean },
): Promise<Plan> {
  const filter = { contacts: '', groupIDs: [groupID], contactIDs: [], status: 'all' as const, again: true };
  const { recipients } = await findRecipients(scope, { now, at }, { ...filter, ...words });
  const options = {
    ...{ text: words.message, audience, media: '', family: words.family, again: true, only: undefined },
    ...{ alreadySent: new Map(), links: new Map(), optedOut: await listOptedOut(scope) },
  };
  const meant = audience === 'all' ? recipients : recipients.filter(isMeant);
  return runYielding(planMessages(meant.map(asOnDay(scope, at)), options));
}

const [, familyNotice, romanReminder, urduReminder] = starterTemplates;
const notice: Words = { ...familyNotice, audience: 'all', family: true };

/** The reminders of this month and of the two months before. */
const reminders = [openFeeTemplate, urduReminder, romanReminder] as const;

/** Selects the recipients of a past reminder: families who have not paid yet, and some who have paid since then. */
const wasUnpaid = (recipient: Recipient): boolean =>
  isOpen(recipient) || createDice(Number(recipient.regNum))() < 0.3;

const mostFixed = 500;

type MonthSend = { words: Words; day: number; clock: string };
const noticeOfMonth: MonthSend = { words: notice, day: 3, clock: '10:20' };
const reminderOfMonth = (age: number): MonthSend => ({
  words: { ...(reminders[age] ?? romanReminder), audience: 'unpaid', family: age === 0 },
  ...{ day: 8, clock: '11:05' },
});

/** Minutes between two phone calls. */
const perCall = 4;

/** Notes that the families whose messages failed were called by phone, one after the other. */
async function noteCallsByPhone({ scope }: Stage, broadcastID: number, at: Date): Promise<void> {
  const messages = await listFailed(scope, await listFailureIDs(scope, broadcastID, mostFixed));
  for (const [index, message] of messages.entries())
    await insertContacted(scope, [message], later(at, index * perCall).toISOString());
}

/** Corrects the wrong number and sends the message to the correct one. */
async function correct(
  stage: Stage,
  { cast, broadcastID, at, details }: { cast: Cast; broadcastID: number; at: Date; details: SendDetails },
): Promise<void> {
  const { scope } = stage;
  const failed = await listFailed(scope, await listFailureIDs(scope, broadcastID, mostFixed));
  const message = failed.find(({ number }) => number === cast.wrong);
  const planned = details.plan.messages.find(({ number }) => number === cast.wrong);
  if (!message || !planned) return;
  const now = at.toISOString();
  await requeue(scope, { ids: [message.id] }, now);
  await skipMessages(scope, [message.id], { reason: makeReason('numberChanged'), now });
  const plan = { ...details.plan, messages: [{ ...planned, number: cast.right }], skipped: [] };
  const followsID = await storePast(stage, { ...details, plan, at, followsID: broadcastID });
  const [instead] = await listHandedOver(scope, followsID, { after: 0, take: 1 });
  if (instead)
    await insertCorrections(scope, broadcastID, [{ messageID: message.id, insteadID: instead.id }]);
}

/** The special outcomes in this month's notice. */
const outcomeKindsNow = ({ refusing, unsure, oneTick }: Cast): Map<string, OutcomeKind> =>
  new Map<string, OutcomeKind>([
    [refusing, 'refused'],
    ...unsure.map((number): [string, OutcomeKind] => [number, 'noAnswer']),
    ...oneTick.map((number): [string, OutcomeKind] => [number, 'sent']),
  ]);

async function sendOfMonth(
  stage: Stage,
  { send, cast, bills, at }: { send: MonthSend; cast: Cast; bills: MonthOfBills & { age: number }; at: Date },
): Promise<{ broadcastID: number; details: SendDetails }> {
  const { scope } = stage;
  const { words } = send;
  const plan = await planFor(stage, words, { groupID: bills.groupID, at, isMeant: wasUnpaid });
  const isNotice = words === notice;
  if (isNotice && bills.age === 1)
    for (const message of plan.messages) if (message.number === cast.right) message.number = cast.wrong;
  const { title, message: text, audience, family } = words;
  const details: SendDetails = { title, text, audience, family, kind: 'run', plan, at };
  const isThisNotice = isNotice && bills.age === 0;
  const broadcastID = await storePast(stage, details, isThisNotice ? outcomeKindsNow(cast) : undefined);
  if (isThisNotice) {
    const request = { number: cast.refusing, at: later(at, 10).toISOString() };
    const byItself = scopeOfRow(scope.db, scope.campus, '');
    await insertOptOut(byItself, { ...request, note: optOutWords.stoppedInWhatsApp });
  }
  return { broadcastID, details };
}

/** The last day with sent messages is yesterday, so that the outcome of each message is known. */
const latestDay = ({ scope, now }: Stage): string => addDays(dayIn(scope.campus.timeZone, now), -1);

function sentAt(stage: Stage, { year, month }: MonthOfBills, { day, clock }: MonthSend): Date {
  const planned = dayOf(year, month, day) ?? '';
  return instantIn(stage.scope.campus.timeZone, `${schoolDay(planned)}T${clock}`);
}

/** The time of a month's notice. If the month has only begun, the notice was sent yesterday at the latest. */
export function noticeAt(stage: Stage, month: MonthOfBills): Date {
  const latest = `${schoolDay(latestDay(stage))}T${noticeOfMonth.clock}`;
  const instants = [sentAt(stage, month, noticeOfMonth), instantIn(stage.scope.campus.timeZone, latest)];
  return new Date(Math.min(...instants.map((instant) => instant.getTime())));
}

/** The same time on the next day. If that is a Sunday, on the Monday. */
function nextSchoolDay({ scope }: Stage, at: Date): Date {
  const next = later(at, 24 * 60);
  const day = dayIn(scope.campus.timeZone, next);
  return schoolDay(day) === day ? next : later(next, 24 * 60);
}

function demoEventsOf(
  stage: Stage,
  { at, ...sending }: { at: Date; send: MonthSend; cast: Cast; bills: MonthOfBills & { age: number } },
): DemoEvent[] {
  const { cast, bills } = sending;
  let sent: { broadcastID: number; details: SendDetails } | undefined;
  const first = {
    at,
    happen: async () => {
      sent = await sendOfMonth(stage, { ...sending, at });
    },
  };
  if (bills.age === 0) return [first];
  const nextDay = nextSchoolDay(stage, at);
  const fixFailures = async (): Promise<void> => {
    if (!sent) return;
    await correct(stage, { cast, at: nextDay, ...sent });
    await noteCallsByPhone(stage, sent.broadcastID, nextDay);
  };
  return [first, { at: nextDay, happen: fixFailures }];
}

/** Plans a reminder for tomorrow to the families who have not paid the newest bills. */
function schedule(stage: Stage, { groupID }: MonthOfBills): DemoEvent {
  const { scope, now } = stage;
  const { timeZone } = scope.campus;
  const at = wakingBefore(timeZone, now, 33);
  const begin = instantIn(timeZone, `${addDays(dayIn(timeZone, now), 1)}T10:00`);
  const startAt = begin.toISOString();
  return {
    at,
    happen: async () => {
      const words = { ...lastReminderTemplate, audience: 'unpaid', family: true } as const;
      const plan = await planFor(stage, words, { groupID, at: begin, isMeant: isOpen });
      const { title, message: text, audience, family } = words;
      const stored = await insertSend(stage, {
        title,
        text,
        audience,
        family,
        kind: 'run',
        plan,
        at,
        startAt,
      });
      await insertMessages(scope, rowsOf(plan, stored, { now: at.toISOString(), startAt }));
    },
  };
}

/** `months` has the newest first. */
export function listSendsOfDemo(stage: Stage, months: readonly MonthOfBills[], cast: Cast): DemoEvent[] {
  const { timeZone } = stage.scope.campus;
  const past = months.flatMap((month, age) => {
    const reminder = reminderOfMonth(age);
    const remindedAt = sentAt(stage, month, reminder);
    const to = { cast, bills: { ...month, age } };
    const notices = demoEventsOf(stage, { ...to, at: noticeAt(stage, month), send: noticeOfMonth });
    if (dayIn(timeZone, remindedAt) > latestDay(stage)) return notices;
    return [...notices, ...demoEventsOf(stage, { ...to, at: remindedAt, send: reminder })];
  });
  const [newest] = months;
  return newest ? [...past, schedule(stage, newest)] : past;
}
