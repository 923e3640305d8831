/** Answers parents who write only `balance` with the payable amount, if the campus has switched that on. */

import { withCampus } from '#shared/messages/placeholders.ts';
import { isOpen } from '#shared/money/bill-status.ts';
import { linkBase } from '#shared/people/parent-link.ts';
import { addDays, dayIn, instantIn } from '#shared/time/dates.ts';
import type { ReplyLanguage } from '#shared/words/chats.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import { findLeftOfDay } from '../../auth/schools/schools.ts';
import type { Scope } from '../../auth/scope.ts';
import { listBillsOfNumber } from '../../billing/families/families.ts';
import { setAnsweredAutomatically } from '../../chat/chat-queries.ts';
import type { Deps } from '../../deps.ts';
import { planBroadcast, storeAnswer } from '../../outbox/enqueue/enqueue.ts';
import { findLooks } from '../../papers/settings/settings-queries.ts';
import { findFillable, findRecipients } from '../../recipients/recipients.ts';
import type { Recipient } from '../../recipients/recipients-rules.ts';
import { findReminderSetting } from '../../reminders/reminders-queries.ts';
import type { ReceivedMessage } from '../model.ts';
import { countAnswers } from './replies-queries.ts';
import {
  balanceText,
  hasAmount,
  inReadingOrder,
  languageOfAsking,
  longestLate,
  mostAnswers,
} from './replies-rules.ts';

/**
 * Tells whether this number may be answered now: answers are switched on, the message is recent, and the limits are not
 * used up.
 */
async function mayAnswer(scope: Scope, { number, at }: ReceivedMessage, now: Date): Promise<boolean> {
  if (!(await findReminderSetting(scope)).answersSince) return false;
  if (Date.parse(at) < now.getTime() - longestLate * 3_600_000) return false;
  if ((await findLeftOfDay(scope, now)) === 0) return false;
  const { timeZone } = scope.campus;
  const midnight = instantIn(timeZone, `${dayIn(timeZone, now)}T00:00`).toISOString();
  return (await countAnswers(scope, number, midnight)) < mostAnswers;
}

/**
 * Lists the bills of this number on which something is payable today. Undefined if the number has no bills or an amount
 * is unknown.
 */
async function findPayable(scope: Scope, number: string, day: string): Promise<Recipient[] | undefined> {
  const bills = await listBillsOfNumber(scope, number);
  if (bills.length === 0) return undefined;
  const open = bills.filter(isOpen).map(({ id }) => id);
  const fillable = await findFillable(scope, open, { day, withHeads: false });
  return fillable.every(hasAmount)
    ? inReadingOrder(fillable.filter(({ payable }) => payable !== 0))
    : undefined;
}

/** Stores the answer, under the campus lock. Undefined if there is no answer; then a person reads the message. */
async function storeBalance(
  scope: Scope,
  deps: Deps,
  { message, language, at }: { message: ReceivedMessage; language: ReplyLanguage; at: Date },
): Promise<number | undefined> {
  const { id: answersID, number } = message;
  const day = dayIn(scope.campus.timeZone, at);
  const found = await findPayable(scope, number, day);
  if (!found) return undefined;
  const { currency: sign } = await findLooks(scope);
  const hasLink = linkBase(deps.config.publicUrl) !== undefined;
  const text = balanceText(found, language, { sign, hasLink });
  const isOpenFamily = found.length > 0;
  const wording = isOpenFamily ? text : withCampus(text, scope.campus.name);
  const words = { message: wording, media: '', family: true, again: true };
  const recipients = isOpenFamily
    ? { recipients: found, only: { numbers: new Set([number]), unread: [] } }
    : await findRecipients(
        scope,
        { now: at, at },
        { ...words, contacts: number, groupIDs: [], contactIDs: [], status: 'all' },
      );
  const planned = await planBroadcast(scope, deps, { ...recipients, words, audience: 'open', at });
  // No answer is sent to a number that opted out, or outside the customer service window.
  if (planned.plan.messages.length !== 1 || planned.plan.skipped.length > 0) return undefined;
  const lastDay = addDays(day, 1);
  const broadcastID = await storeAnswer(scope, { ...planned, message: wording, answersID, lastDay }, at);
  await setAnsweredAutomatically(scope, number, answersID);
  return broadcastID;
}

/**
 * Answers a message that asks for the balance, and only once: the id of the message is a unique key of the send. The
 * answer is stored together with the message, or after it for the demo phone.
 */
export async function answerBalance(scope: Scope, deps: Deps, message: ReceivedMessage): Promise<void> {
  const language = languageOfAsking(message);
  if (!language) return;
  const at = deps.now();
  const broadcastID = await withCampusLock(scope, async (scope) =>
    (await mayAnswer(scope, message, at)) ? storeBalance(scope, deps, { message, language, at }) : undefined,
  );
  if (broadcastID === undefined) return;
  const { number } = message;
  deps.bus.publish(scope.campusID, { what: 'outbox', broadcastID });
  deps.bus.publish(scope.campusID, { what: 'chat', number });
  deps.bus.publish(scope.campusID, { what: 'inbound', number });
  deps.wake('sending');
}
