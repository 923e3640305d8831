/** Submits templates for approval to the provider of the campus, and stores its decisions. */
import type { Approval } from '#shared/calls/approvals.ts';
import { Failure } from '#shared/failures.ts';
import { paperIn } from '#shared/messages/media.ts';
import { sayReason } from '#shared/messages/reasons.ts';
import { templateProblems } from '#shared/messages/template-problems.ts';
import { dayIn } from '#shared/time/dates.ts';
import { failureWords } from '#shared/words/failures.ts';
import { submissionWords } from '#shared/words/templates.ts';
import type { Scope } from '../../auth/scope.ts';
import { deleteRowsOf } from '../../bin/bin-queries.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/db/store.ts';
import { findFillable } from '../../recipients/recipients.ts';
import { openSender } from '../../senders/connections/connections-rules.ts';
import { findSender } from '../../senders/settings/settings-queries.ts';
import { recordChange } from '../../trail/trail.ts';
import type { Answered, Sender } from '../../whatsapp/model.ts';
import type { Templates } from '../../whatsapp/templates.ts';
import {
  changeApproval,
  deleteApprovals,
  findLatestBill,
  findToApprove,
  listSubmitted,
  listTemplatesInUse,
  listToApprove,
  putSubmitted,
  resetApprovals,
} from './approvals-queries.ts';
import { approvalChangeOf, draftOf, type SubmitRequest, toApproval } from './approvals-rules.ts';

type Approver = { templates: Templates; sender: Sender };

/** Returns the provider that approves templates of this campus; undefined when approval is not needed. */
async function findApprover(scope: Scope, { providers, vault }: Deps): Promise<Approver | undefined> {
  const row = await findSender(scope);
  const templates = row && providers[row.provider]?.templates;
  return templates && { templates, sender: openSender(vault, row) };
}

export async function showApprovals(
  scope: Scope,
  deps: Deps,
): Promise<{ isNeeded: boolean; items: Approval[] }> {
  const approver = await findApprover(scope, deps);
  if (!approver) return { isNeeded: false, items: [] };
  return {
    isNeeded: true,
    items: (await listToApprove(scope)).map((one) => toApproval(one, scope.campus.name)),
  };
}

/** Returns the answer of a provider. Fails with its reason if it refused or was not reached. */
function answerOf<T>(answered: Answered<T>): T {
  if (answered.kind === 'done') return answered.value;
  const { kind } = answered;
  const reason = sayReason(answered.reason);
  throw kind === 'refused'
    ? new Failure('invalid', submissionWords.refused(reason))
    : new Failure('unavailable', submissionWords.notReached(reason));
}

function checkTemplate(template: { message: string; media: string }, campus: string): void {
  const [first, ...others] = templateProblems(template, campus);
  if (first === undefined) return;
  const issues = [first, ...others].map((message) => ({ path: 'message', message }));
  throw new Failure('invalid', first, issues);
}

const needed = <T>(found: T | undefined): T => {
  if (found === undefined) throw new Failure('notFound', failureWords.notFound);
  return found;
};

/** Submits the template as it is now. The provider keeps an earlier version for the broadcasts that use it. */
export async function submitTemplate(scope: Scope, deps: Deps, request: SubmitRequest): Promise<Approval> {
  const { templateID, stopButton } = request;
  const template = needed(await findToApprove(scope, templateID));
  const approver = await findApprover(scope, deps);
  if (!approver) throw new Failure('conflict', submissionWords.notNeeded);
  checkTemplate(template, scope.campus.name);
  const billID = await findLatestBill(scope);
  const now = deps.now().toISOString();
  const day = dayIn(scope.campus.timeZone, deps.now());
  const bills = billID === undefined ? [] : await findFillable(scope, [billID], { day });
  const draft = draftOf(template, request, { bills, campus: scope.campus, now });
  const paper = paperIn(template.media);
  const example = paper && (await deps.documents.sample(scope.campusID, paper.kind));
  const answer = answerOf(await approver.templates.submit(approver.sender, { ...draft, example }));
  const { name, language } = draft;
  const { message, media } = template;
  const category = answer.category || draft.category;
  await inTransaction(scope, async (scope) => {
    await putSubmitted(scope, {
      templateID,
      name,
      language,
      category,
      providerID: answer.providerID,
      state: answer.status,
      reason: '',
      message,
      media,
      stopButton: stopButton ? 1 : 0,
      submittedAt: now,
      syncedAt: null,
    });
    const about = { kind: 'template', id: templateID, name: template.title } as const;
    const changes = { language: [null, language], category: [null, category] } as const;
    await recordChange(scope, { what: 'templateSubmitted', at: now, about, changes });
  });
  deps.bus.publish(scope.campusID, { what: 'templates' });
  deps.wake('approvals');
  return toApproval(needed(await findToApprove(scope, templateID)), scope.campus.name);
}

/** Fetches the states of all templates in one call. Returns how many have changed. */
export async function syncTemplates(scope: Scope, deps: Deps): Promise<number> {
  const approver = await findApprover(scope, deps);
  if (!approver) return 0;
  const listed = answerOf(await approver.templates.list(approver.sender));
  const now = deps.now();
  let changed = 0;
  for (const approval of await listSubmitted(scope)) {
    const decision = approvalChangeOf(approval, listed, now);
    const { state, reason, category } = approval;
    if (state !== decision.state || reason !== decision.reason || category !== decision.category)
      changed += 1;
    await changeApproval(scope, approval, { ...decision, syncedAt: now.toISOString() });
  }
  if (changed > 0) deps.bus.publish(scope.campusID, { what: 'templates' });
  return changed;
}

/**
 * Runs in the transaction that changes the account of a campus, or may have changed it. Approvals of the old account
 * are not valid for the new one; this includes templates in the bin. `hasEarlierAccount` means that the old account is known.
 */
export async function followAccount(
  scope: Scope,
  { hasEarlierAccount }: { hasEarlierAccount: boolean },
): Promise<void> {
  await deleteRowsOf(scope, 'approval');
  await (hasEarlierAccount ? deleteApprovals : resetApprovals)(scope);
}

/**
 * Deletes a template from the provider, after it was deleted for good here. It does nothing while a broadcast uses the
 * template, and only logs a failure.
 */
export async function withdrawTemplate(scope: Scope, deps: Deps, name: string): Promise<void> {
  try {
    const approver = await findApprover(scope, deps);
    const inUse = await listTemplatesInUse(scope);
    if (!approver || inUse.some((template) => template.name === name)) return;
    answerOf(await approver.templates.remove(approver.sender, name));
  } catch (error) {
    deps.log.warn({ err: error }, 'a deleted template could not be removed from the provider');
  }
}
