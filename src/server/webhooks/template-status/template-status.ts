/** Handles webhooks about a template: whether it may be used, and its category. */
import { makeReason } from '#shared/messages/reasons.ts';
import { pauseByTemplate, resumeAfterApproval } from '../../outbox/broadcasts/broadcasts.ts';
import { setApprovalCategory, setApprovalState } from '../../templates/approvals/approvals-queries.ts';
import type { Handlers } from '../model.ts';
import { asOf } from '../webhooks-rules.ts';

/** The reasons that are used if WhatsApp gives no reason. */
const reasonOfState = {
  rejected: makeReason('templateRejected'),
  paused: makeReason('templateIsPaused'),
  disabled: makeReason('templateNotAllowed'),
};

/** Pauses the broadcasts of a template that may not be used, and resumes them when the template may be used again. */
export const handleTemplateStatus: Handlers['template'] = async ({ deps, scope, publish }, event) => {
  const { name, language, status: state, reason, at } = event;
  const template = { campusID: scope.campusID, name, language };
  const isSet = await setApprovalState(scope.db, template, {
    state,
    reason: reason ?? '',
    asOf: asOf(at).toISOString(),
  });
  if (!isSet) return;
  publish({ what: 'templates' });
  if (state === 'approved') await resumeAfterApproval(deps);
  else if (state !== 'pending')
    await pauseByTemplate(scope, deps, { name, language, reason: reason ?? reasonOfState[state] });
};

export const handleTemplateCategory: Handlers['category'] = async ({ scope, publish }, event) => {
  const { name, language, category } = event;
  await setApprovalCategory(scope.db, { campusID: scope.campusID, name, language }, category);
  publish({ what: 'templates' });
};
