/** Receipts: a family is told once that a payment was received, by the rule `paid` or by a person who presses for it. */
import type { ReceiptMessages } from '#shared/calls/receipts.ts';
import type { Template } from '#shared/calls/templates.ts';
import { dayIn } from '#shared/dates.ts';
import { Failure } from '#shared/failures.ts';
import { placeholdersIn } from '#shared/placeholders.ts';
import { noReason, sayReason, tellReason } from '#shared/reasons.ts';
import { isReceipt } from '#shared/reminder-rules.ts';
import { failureWords } from '#shared/words/failures.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import { findLeftOfDay } from '../../auth/schools/actions.ts';
import type { Scope } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import { type PlannedBroadcast, planBroadcast, storeReady } from '../../outbox/enqueue/actions.ts';
import { findFillable, mapToldPayments } from '../../recipients/actions.ts';
import type { ToldPayment } from '../../recipients/rules.ts';
import { listTemplates } from '../../templates/queries.ts';
import { findHold, findUnapproved } from '../actions.ts';
import type { StoredRule } from '../model.ts';
import { listStoredRules } from '../queries.ts';
import { isStill } from '../rules.ts';
import { isTold, listReceiptMessages, listUntold } from './queries.ts';
import { lastDayOfReceipt, windowOf } from './rules.ts';

/** What the family of a payment is told, each number of it once. */
async function planReceipt(
  scope: Scope,
  deps: Deps,
  { payment, template, at }: { payment: ToldPayment; template: Template; at: Date },
): Promise<PlannedBroadcast> {
  const { id: templateID, message, media } = template;
  const day = dayIn(scope.campus.timeZone, at);
  const withHeads = placeholdersIn(message).includes('heads');
  const recipients = await findFillable(scope, [...payment.billIDs], { day, withHeads });
  const words = { message, media, templateID, family: true, again: true, payment };
  return planBroadcast(scope, deps, { recipients, only: undefined, words, at });
}

type Told = { broadcastID: number; planned: PlannedBroadcast };

function publish(scope: Scope, deps: Deps, { broadcastID, planned }: Told): void {
  deps.bus.publish(scope.campusID, { what: 'outbox', broadcastID });
  for (const { number } of planned.plan.messages) deps.bus.publish(scope.campusID, { what: 'chat', number });
  deps.wake('sending');
}

/** The rule that tells of payments now; undefined where none is on, WhatsApp must approve it first, or all is held. */
async function findReceiptRule(scope: Scope, deps: Deps): Promise<StoredRule | undefined> {
  const rules = (await listStoredRules(scope)).filter((one) => one.rule.sendOn === 'paid' && isStill(one));
  if (rules.length === 0 || (await findHold(scope)) !== undefined) return undefined;
  const unapproved = await findUnapproved(
    scope,
    deps,
    rules.map(({ template }) => template),
  );
  return rules.find(({ template }) => !unapproved.has(template.id));
}

/** Tells of one payment if nobody has, and the school may send so many today still; answers whether it did. */
async function tellByRule(
  scope: Scope,
  deps: Deps,
  { id: paymentID, at }: { id: number; at: Date },
): Promise<boolean> {
  const { timeZone } = scope.campus;
  const told = await withCampusLock(scope, async (scope): Promise<Told | undefined> => {
    const rule = await findReceiptRule(scope, deps);
    const [untold] = rule ? await listUntold(scope, windowOf(at, rule.rule, timeZone), paymentID) : [];
    const payment = untold && (await mapToldPayments(scope, [paymentID])).get(paymentID);
    if (!rule || !payment) return undefined;
    const { template } = rule;
    const planned = await planReceipt(scope, deps, { payment, template, at });
    const left = await findLeftOfDay(scope, at);
    if (left !== undefined && planned.plan.messages.length > left) return undefined;
    const lastDay = lastDayOfReceipt(untold.createdAt, timeZone);
    const broadcastID = await storeReady(scope, { ...planned, template, lastDay, paymentID }, at);
    return { broadcastID, planned };
  });
  if (told) publish(scope, deps, told);
  return told !== undefined;
}

/** Tells of the payments that were received; one that fails does not keep the others. Answers how many it told of. */
export async function tellOfPayments(scope: Scope, deps: Deps): Promise<number> {
  const at = deps.now();
  const rule = await findReceiptRule(scope, deps);
  if (!rule) return 0;
  let told = 0;
  for (const { id } of await listUntold(scope, windowOf(at, rule.rule, scope.campus.timeZone))) {
    const isTold = await tellByRule(scope, deps, { id, at }).catch((error: unknown) => {
      deps.log.warn(
        { err: error, campusID: scope.campusID, paymentID: id },
        'a payment could not be told of',
      );
      return false;
    });
    if (isTold) told += 1;
  }
  return told;
}

/** Which template tells of a payment: one that goes by itself before the others. */
async function findReceiptTemplate(scope: Scope): Promise<Template | undefined> {
  const on = new Set((await listStoredRules(scope)).filter(isStill).map(({ rule }) => rule.templateID));
  const all = (await listTemplates(scope)).filter(isReceipt).sort((one, other) => one.id - other.id);
  return all.find(({ id }) => on.has(id)) ?? all[0];
}

async function needPayment(scope: Scope, paymentID: number): Promise<ToldPayment> {
  const payment = (await mapToldPayments(scope, [paymentID])).get(paymentID);
  if (!payment) throw new Failure('notFound', failureWords.notFound);
  return payment;
}

const isToTell = ({ isSaid, isTakenBack, billIDs }: ToldPayment): boolean =>
  !isSaid && !isTakenBack && billIDs.length > 0;

/** What became of the messages that tell of a payment, and by which template it can be told of still. */
export async function showReceiptMessages(
  scope: Scope,
  deps: Pick<Deps, 'providers'>,
  paymentID: number,
): Promise<ReceiptMessages> {
  const payment = await needPayment(scope, paymentID);
  const messages = await listReceiptMessages(scope, paymentID);
  const isOpen = isToTell(payment) && !(await isTold(scope, paymentID));
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
 * Tells of a payment at once, as a person wishes, and once however often that is pressed: the rule tells of it no more.
 * Fails where nobody of the family can be told.
 */
export async function sendReceipt(scope: Scope, deps: Deps, paymentID: number): Promise<ReceiptMessages> {
  const at = deps.now();
  const told = await withCampusLock(scope, async (scope): Promise<Told | undefined> => {
    const payment = await needPayment(scope, paymentID);
    if (await isTold(scope, paymentID)) return undefined;
    if (!isToTell(payment)) throw new Failure('conflict', failureWords.noReceipt);
    const template = await findReceiptTemplate(scope);
    if (!template) throw new Failure('conflict', failureWords.noReceiptTemplate);
    const planned = await planReceipt(scope, deps, { payment, template, at });
    const [left] = planned.plan.skipped;
    if (planned.plan.messages.length === 0)
      throw new Failure('conflict', sayReason(left?.reason ?? noReason));
    const ready = { ...planned, template, lastDay: undefined, paymentID };
    return { broadcastID: await storeReady(scope, ready, at), planned };
  });
  if (told) publish(scope, deps, told);
  return showReceiptMessages(scope, deps, paymentID);
}
