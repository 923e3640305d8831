/** Has templates approved by the campus's provider, and keeps what it says of them. */
import type { Approval } from '#shared/calls/approvals.ts';
import { dayIn } from '#shared/dates.ts';
import { Failure } from '#shared/failures.ts';
import { paperIn } from '#shared/media.ts';
import { sayReason } from '#shared/reasons.ts';
import { templateProblems } from '#shared/template-problems.ts';
import { failureWords } from '#shared/words/failures.ts';
import { submissionWords } from '#shared/words/template-submission.ts';
import type { Scope } from '../../auth/scope.ts';
import { deleteRowsOf } from '../../bin/queries.ts';
import { inTransaction } from '../../db/store.ts';
import type { Deps } from '../../deps.ts';
import { openSender } from '../../numbers/connections/rules.ts';
import { findSender } from '../../numbers/senders/queries.ts';
import { findFillable } from '../../recipients/actions.ts';
import { recordChange } from '../../trail/actions.ts';
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
} from './queries.ts';
import { draftOf, type SubmitWish, saidOf, toApproval } from './rules.ts';

type Approver = { templates: Templates; sender: Sender };

/** Whoever approves this campus's templates; undefined where nobody does. */
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

/** The answer of a provider, or the failure to tell. */
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

/** Submits what the template says now; an earlier version stays with the provider for the broadcasts that go by it. */
export async function submitTemplate(scope: Scope, deps: Deps, wish: SubmitWish): Promise<Approval> {
  const { templateID, stopButton } = wish;
  const template = needed(await findToApprove(scope, templateID));
  const approver = await findApprover(scope, deps);
  if (!approver) throw new Failure('conflict', submissionWords.notNeeded);
  checkTemplate(template, scope.campus.name);
  const billID = await findLatestBill(scope);
  const now = deps.now().toISOString();
  const day = dayIn(scope.campus.timeZone, deps.now());
  const bills = billID === undefined ? [] : await findFillable(scope, [billID], { day });
  const draft = draftOf(template, wish, { bills, campus: scope.campus, now });
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

/** Asks for all templates in one go; answers how many of ours are not what they were. */
export async function syncTemplates(scope: Scope, deps: Deps): Promise<number> {
  const approver = await findApprover(scope, deps);
  if (!approver) return 0;
  const known = answerOf(await approver.templates.list(approver.sender));
  const now = deps.now();
  let changed = 0;
  for (const approval of await listSubmitted(scope)) {
    const said = saidOf(approval, known, now);
    const { state, reason, category } = approval;
    if (state !== said.state || reason !== said.reason || category !== said.category) changed += 1;
    await changeApproval(scope, approval, { ...said, syncedAt: now.toISOString() });
  }
  if (changed > 0) deps.bus.publish(scope.campusID, { what: 'templates' });
  return changed;
}

/**
 * The campus has another account, or may have: what the one before approved says nothing of this one, be it of a template
 * that is in the bin. `isKnown`: the account before is known. In the transaction of the change.
 */
export async function followAccount(scope: Scope, { isKnown }: { isKnown: boolean }): Promise<void> {
  await deleteRowsOf(scope, 'approval');
  await (isKnown ? deleteApprovals : resetApprovals)(scope);
}

/**
 * Has the provider forget a template that is gone for good here, as far as that can be done; not while a broadcast goes
 * by it.
 */
export async function withdrawTemplate(scope: Scope, deps: Deps, name: string): Promise<void> {
  try {
    const approver = await findApprover(scope, deps);
    const inUse = await listTemplatesInUse(scope);
    if (!approver || inUse.some((template) => template.name === name)) return;
    answerOf(await approver.templates.remove(approver.sender, name));
  } catch (error) {
    deps.log.warn({ err: error }, 'a removed template stays with the provider');
  }
}
