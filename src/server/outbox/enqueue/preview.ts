/** Previews a send without storing anything. */

import type { PeopleAnswer, PeopleBody, PlanAnswer, PlanBody } from '#shared/calls/messages.ts';
import { alteredCodes } from '#shared/messages/altered-codes.ts';
import { countReasons } from '#shared/messages/count-reasons.ts';
import { tellReason } from '#shared/messages/reasons.ts';
import { inTimeFrom } from '#shared/money/payable.ts';
import { countFamilies } from '#shared/people/families.ts';
import { dayIn, instantIn } from '#shared/time/dates.ts';
import { secondsAt } from '#shared/time/sending-time.ts';
import type { Scope } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import { gather, partsOf } from '../../platform/db/long-lists.ts';
import {
  countFilteredOut,
  type FoundRecipients,
  findRecipients,
  findStudents,
  type SendTime,
} from '../../recipients/recipients.ts';
import { listRosterStudents } from '../../recipients/recipients-queries.ts';
import type { Recipient } from '../../recipients/recipients-rules.ts';
import { openSender } from '../../senders/connections/connections-rules.ts';
import { endOfSending, quietUntil } from '../../senders/quiet-hours/quiet-hours-rules.ts';
import { findSender } from '../../senders/settings/settings-queries.ts';
import { paceOf, secondsFor } from '../../senders/settings/settings-rules.ts';
import type { SenderRow } from '../../senders/tables.ts';
import { checkText } from '../../templates/templates-rules.ts';
import { findLastPlace } from '../limits/messaging-limits.ts';
import { mapPromised } from '../limits/promised-queries.ts';
import type { Delivery } from '../limits/windows.ts';
import { listOptedOutSince } from '../opt-outs/opt-outs-queries.ts';
import { namesOfSkipped, planBroadcast } from './enqueue.ts';
import type { Plan } from './enqueue-rules.ts';
import {
  countReached,
  countSeveralDates,
  countWindows,
  findsPerson,
  inOrderOfReasons,
  outdatedIn,
  personOf,
  positionsToCheck,
  type RosterStudents,
  recipientsBehind,
  samplesOf,
} from './preview-rules.ts';

const mostNamed = 200;

/**
 * Finds the recipients of a preview. If the request has classes or sections but no billings or bills, these are the
 * students of the classes.
 */
async function findPreviewed(
  scope: Scope,
  time: SendTime,
  body: PlanBody,
): Promise<FoundRecipients & { body: PlanBody }> {
  const isOfClasses =
    body.groupIDs.length + body.contactIDs.length === 0 && body.clsIDs.length + body.secIDs.length > 0;
  if (!isOfClasses) return { ...(await findRecipients(scope, time, body)), body };
  const isWhole = body.clsIDs.length > 0 && body.secIDs.length > 0;
  const recipients = isWhole ? await findStudents(scope, time, body) : [];
  return { recipients, only: undefined, body: { ...body, family: false } };
}

/**
 * Returns when the messaging limit allows the message to the last number outside the window. Returns `begin` when the
 * limit delays nothing.
 */
async function findLimitEnd(
  scope: Scope,
  sender: SenderRow,
  { messages, open, begin }: Pick<Plan, 'messages'> & { open: Delivery['open']; begin: Date },
): Promise<Date> {
  const outside = open ? messages.filter(({ number }) => !open.has(number)) : [];
  const numbers = [...new Set(outside.map(({ number }) => number))];
  const last = await findLastPlace(scope.db, sender, { numbers, begin });
  if (!last) return begin;
  return quietUntil(paceOf(sender), scope.campus.timeZone, last) ?? last;
}

/** Estimates how long these messages take to send, and until when quiet hours delay the first one. */
async function estimate(
  scope: Scope,
  { providers, vault }: Deps,
  { messages, open, at }: Pick<Plan, 'messages'> & { open: Delivery['open']; at: Date },
): Promise<Pick<PlanAnswer, 'seconds' | 'heldUntil'>> {
  const sender = await findSender(scope);
  const queued = messages.length;
  if (!sender || queued === 0) return { seconds: 0, heldUntil: null };
  const pace = paceOf(sender);
  const ofProvider = secondsFor(
    queued,
    providers[sender.provider]?.secondsPerMessage?.(openSender(vault, sender)) ?? 0,
  );
  const heldUntil = quietUntil(pace, scope.campus.timeZone, at);
  const begin = heldUntil ?? at;
  const seconds = Math.max(ofProvider, secondsAt(pace, queued));
  const ends = [
    endOfSending(pace, scope.campus.timeZone, { now: begin, seconds }),
    await findLimitEnd(scope, sender, { messages, open, begin }),
  ];
  const end = Math.max(...ends.map((one) => one.getTime()));
  return {
    seconds: Math.ceil((end - begin.getTime()) / 1000),
    heldUntil: heldUntil?.toISOString() ?? null,
  };
}

/** Makes the plan that a send with this body would store. */
async function planRequested(scope: Scope, deps: Deps, request: PlanBody) {
  checkText(request.message);
  const now = deps.now();
  const at = request.sendAt === undefined ? now : instantIn(scope.campus.timeZone, request.sendAt);
  const { body, ...found } = await findPreviewed(scope, { now, at }, request);
  const planned = await planBroadcast(scope, deps, {
    ...found,
    words: body,
    audience: body.status,
    at,
    countsSent: true,
    isPreview: true,
  });
  return { ...planned, body, at, recipients: found.recipients };
}

/** Counts the families with an open promise that get a message. */
async function countPromised(scope: Scope, { reached }: Pick<Plan, 'reached'>, at: Date): Promise<number> {
  const promised = await mapPromised(scope, dayIn(scope.campus.timeZone, at));
  if (promised.size === 0) return 0;
  const has = ({ numbers }: Recipient): boolean => numbers.some((number) => promised.has(number));
  return countFamilies(
    Array.from(reached)
      .filter(has)
      .map(({ numbers }) => numbers),
  );
}

/** Returns what a send with this body would do. */
export async function previewSend(scope: Scope, deps: Deps, request: PlanBody): Promise<PlanAnswer> {
  const { plan, delivery, body, at, recipients } = await planRequested(scope, deps, request);
  const { message: text } = body;
  const { messages } = plan;
  return {
    queued: messages.length,
    ...countReached(plan),
    ...(await countFilteredOut(scope, body, recipients.length)),
    alreadySent: plan.repeated,
    severalDates: countSeveralDates(plan, recipients, text),
    outdated: outdatedIn(text, plan.reached, inTimeFrom(dayIn(scope.campus.timeZone, at), scope.campus)),
    altered: alteredCodes(text, plan.reached),
    promised: await countPromised(scope, plan, at),
    leftOut: plan.skipped.length,
    reasons: countReasons(plan.skipped).map(({ reason, count }) => ({ ...tellReason(reason), count })),
    skipped: namesOfSkipped(plan.skipped.slice(0, mostNamed)),
    samples: samplesOf(plan),
    looks: positionsToCheck(plan, recipientsBehind(recipients)),
    windows: countWindows(plan, delivery),
    ...(await estimate(scope, deps, { messages, open: delivery.open, at })),
  };
}

async function findRosterStudents(scope: Scope, recipients: readonly Recipient[]): Promise<RosterStudents> {
  const regNums = [...new Set(recipients.flatMap(({ regNum }) => regNum ?? []))];
  const students = await gather(partsOf(regNums), (part) => listRosterStudents(scope, part));
  return new Map(students.map((student) => [student.regNum, student]));
}

/**
 * Lists the recipients that a send with this body would reach, or those that it would skip, from one position of the
 * list on.
 */
export async function listPlanned(scope: Scope, deps: Deps, request: PeopleBody): Promise<PeopleAnswer> {
  const { plan, recipients } = await planRequested(scope, deps, request);
  const { list, search, from, take } = request;
  const recipientsOf = recipientsBehind(recipients);
  const all = list === 'gets' ? plan.messages : inOrderOfReasons(plan.skipped);
  const places = all.map((one, at) => ({ one, at, about: recipientsOf(one) }));
  const allStudents = search === '' ? undefined : await findRosterStudents(scope, recipients);
  const found = allStudents ? places.filter((place) => findsPerson(search, place, allStudents)) : places;
  const shown = found.slice(from, from + take);
  const students =
    allStudents ??
    (await findRosterStudents(
      scope,
      shown.flatMap(({ about }) => about),
    ));
  const numbers = [...new Set(shown.map(({ one }) => one.number))];
  const since = list === 'gets' ? new Map<string, string>() : await listOptedOutSince(scope, numbers);
  return { items: shown.map((place) => personOf(place, students, since)), count: found.length };
}
