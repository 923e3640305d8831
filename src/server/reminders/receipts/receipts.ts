/**
 * Sends receipts: a family gets one message about a payment, either by the rule `paid` or because a person sends it.
 */
import type { ReceiptMessages } from '#shared/calls/receipts.ts';
import type { Template } from '#shared/calls/templates.ts';
import { Failure } from '#shared/failures.ts';
import { placeholdersIn } from '#shared/messages/placeholders.ts';
import { noReason, sayReason, tellReason } from '#shared/messages/reasons.ts';
import { isReceipt } from '#shared/messages/reminder-rules.ts';
import { dayIn } from '#shared/time/dates.ts';
import { failureWords } from '#shared/words/failures.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import { findLeftOfDay } from '../../auth/schools/schools.ts';
import type { Scope } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import { type PlannedBroadcast, planBroadcast, storeReady } from '../../outbox/enqueue/enqueue.ts';
import { findFillable, mapReceiptPayments } from '../../recipients/recipients.ts';
import type { ReceiptPayment } from '../../recipients/recipients-rules.ts';
import { listTemplates } from '../../templates/templates-queries.ts';
import type { StoredRule } from '../model.ts';
import { findHold, findUnapproved } from '../reminders.ts';
import { listStoredRules } from '../reminders-queries.ts';
import { isUnchanged } from '../reminders-rules.ts';
import { hasReceipt, listReceiptMessages, listWithoutReceipt } from './receipts-queries.ts';
import { lastDayOfReceipt, windowOf } from './receipts-rules.ts';

/** Plans the receipt of a payment, one message for each number of the family. */
async function planReceipt(
  scope: Scope,
  deps: Deps,
  { payment, template, at }: { payment: ReceiptPayment; template: Template; at: Date },
): Promise<PlannedBroadcast> {
  const { id: templateID, message, media } = template;
  const day = dayIn(scope.campus.timeZone, at);
  const withHeads = placeholdersIn(message).includes('heads');
  const recipients = await findFillable(scope, [...payment.billIDs], { day, withHeads });
  const words = { message, media, templateID, family: true, again: true, payment };
  return planBroadcast(scope, deps, { recipients, only: undefined, words, audience: 'all', at });
}

type SentReceipt = { broadcastID: number; planned: PlannedBroadcast };

function publish(scope: Scope, deps: Deps, { broadcastID, planned }: SentReceipt): void {
  deps.bus.publish(scope.campusID, { what: 'outbox', broadcastID });
  for (const { number } of planned.plan.messages) deps.bus.publish(scope.campusID, { what: 'chat', number });
  deps.wake('sending');
}

/**
 * Returns the rule that sends receipts now. Undefined when no rule is on, when WhatsApp must approve its template
 * first, or when reminders are held.
 */
async function findReceiptRule(scope: Scope, deps: Deps): Promise<StoredRule | undefined> {
  const rules = (await listStoredRules(scope)).filter(
    (one) => one.rule.sendOn === 'paid' && isUnchanged(one),
  );
  if (rules.length === 0 || (await findHold(scope)) !== undefined) return undefined;
  const unapproved = await findUnapproved(
    scope,
    deps,
    rules.map(({ template }) => template),
  );
  return rules.find(({ template }) => !unapproved.has(template.id));
}

/**
 * Sends the receipt of one payment, if it has none yet and the daily limit of the school allows it. Returns whether it
 * was sent.
 */
async function sendByRule(
  scope: Scope,
  deps: Deps,
  { id: paymentID, at }: { id: number; at: Date },
): Promise<boolean> {
  const { timeZone } = scope.campus;
  const sent = await withCampusLock(scope, async (scope): Promise<SentReceipt | undefined> => {
    const rule = await findReceiptRule(scope, deps);
    const [pending] = rule
      ? await listWithoutReceipt(scope, windowOf(at, rule.rule, timeZone), paymentID)
      : [];
    const payment = pending && (await mapReceiptPayments(scope, [paymentID])).get(paymentID);
    if (!rule || !payment) return undefined;
    const { template } = rule;
    const planned = await planReceipt(scope, deps, { payment, template, at });
    const left = await findLeftOfDay(scope, at);
    if (left !== undefined && planned.plan.messages.length > left) return undefined;
    const lastDay = lastDayOfReceipt(pending.createdAt, timeZone);
    const broadcastID = await storeReady(scope, { ...planned, template, lastDay, paymentID }, at);
    return { broadcastID, planned };
  });
  if (sent) publish(scope, deps, sent);
  return sent !== undefined;
}

/** Sends the receipts of new payments, and returns how many. If one fails, the others are still sent. */
export async function sendDueReceipts(scope: Scope, deps: Deps): Promise<number> {
  const at = deps.now();
  const rule = await findReceiptRule(scope, deps);
  if (!rule) return 0;
  let sent = 0;
  for (const { id } of await listWithoutReceipt(scope, windowOf(at, rule.rule, scope.campus.timeZone))) {
    const isSent = await sendByRule(scope, deps, { id, at }).catch((error: unknown) => {
      deps.log.warn(
        { err: error, campusID: scope.campusID, paymentID: id },
        'the receipt of a payment could not be sent',
      );
      return false;
    });
    if (isSent) sent += 1;
  }
  return sent;
}

/** Returns the template for receipts. It prefers a template that is sent automatically. */
async function findReceiptTemplate(scope: Scope): Promise<Template | undefined> {
  const on = new Set((await listStoredRules(scope)).filter(isUnchanged).map(({ rule }) => rule.templateID));
  const all = (await listTemplates(scope)).filter(isReceipt).sort((one, other) => one.id - other.id);
  return all.find(({ id }) => on.has(id)) ?? all[0];
}

async function needPayment(scope: Scope, paymentID: number): Promise<ReceiptPayment> {
  const payment = (await mapReceiptPayments(scope, [paymentID])).get(paymentID);
  if (!payment) throw new Failure('notFound', failureWords.notFound);
  return payment;
}

const mayHaveReceipt = ({ isStated, isTakenBack, billIDs }: ReceiptPayment): boolean =>
  !isStated && !isTakenBack && billIDs.length > 0;

/** Shows the receipt messages of a payment, and the template with which a receipt can still be sent. */
export async function showReceiptMessages(
  scope: Scope,
  deps: Pick<Deps, 'providers'>,
  paymentID: number,
): Promise<ReceiptMessages> {
  const payment = await needPayment(scope, paymentID);
  const messages = await listReceiptMessages(scope, paymentID);
  const isOpen = mayHaveReceipt(payment) && !(await hasReceipt(scope, paymentID));
  const template = isOpen ? await findReceiptTemplate(scope) : undefined;
  return {
    template: template
      ? {
          ...{ id: template.id, title: template.title },
          lacksApproval: (await findUnapproved(scope, deps, [template])).has(template.id),
        }
      : null,
    messages: messages.map(({ reason, ...message }) => ({ ...message, ...tellReason(reason) })),
  };
}

/**
 * Sends the receipt of a payment immediately, and only once even if a person asks several times. The rule does not send
 * it again. Fails when no number of the family can be reached.
 */
export async function sendReceipt(scope: Scope, deps: Deps, paymentID: number): Promise<ReceiptMessages> {
  const at = deps.now();
  const sent = await withCampusLock(scope, async (scope): Promise<SentReceipt | undefined> => {
    const payment = await needPayment(scope, paymentID);
    if (await hasReceipt(scope, paymentID)) return undefined;
    if (!mayHaveReceipt(payment)) throw new Failure('conflict', failureWords.noReceipt);
    const template = await findReceiptTemplate(scope);
    if (!template) throw new Failure('conflict', failureWords.noReceiptTemplate);
    const planned = await planReceipt(scope, deps, { payment, template, at });
    const [left] = planned.plan.skipped;
    if (planned.plan.messages.length === 0)
      throw new Failure('conflict', sayReason(left?.reason ?? noReason));
    const ready = { ...planned, template, lastDay: undefined, paymentID };
    return { broadcastID: await storeReady(scope, ready, at), planned };
  });
  if (sent) publish(scope, deps, sent);
  return showReceiptMessages(scope, deps, paymentID);
}
