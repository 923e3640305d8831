import { bodyOf, reasonOf } from '#shared/reasons.ts';
import { resumeAfterApproval } from '../../outbox/broadcasts/actions.ts';
import { listOpenByTemplate, pauseBroadcast } from '../../outbox/broadcasts/queries.ts';
import { setApprovalCategory, setApprovalState } from '../../templates/approvals/queries.ts';
import type { EventOf, HandlerContext } from '../model.ts';
import { asOf } from '../rules.ts';
import { goingBy } from './rules.ts';

/** Where WhatsApp gives no reason. */
const reasonOfState = {
  rejected: reasonOf('templateRejected'),
  paused: reasonOf('templateIsPaused'),
  disabled: reasonOf('templateNotAllowed'),
};

/** A broadcast pauses while its template may not be used, and goes on by itself when it may be used again. */
export async function handleTemplateStatus(
  { deps, scope }: HandlerContext,
  event: EventOf<'template'>,
): Promise<void> {
  const { db } = deps.store;
  const { status: state, reason, at } = event;
  const template = { campusID: scope.campusID, name: event.name, language: event.language };
  const isSet = await setApprovalState(db, template, {
    state,
    reason: reason ?? '',
    asOf: asOf(at).toISOString(),
  });
  if (!isSet) return;
  deps.bus.publish(scope.campusID, { what: 'templates' });
  if (state === 'pending') return;
  if (state === 'approved') {
    await resumeAfterApproval(deps);
    return;
  }
  const notice = reasonOf('template', { reason: bodyOf(reason ?? reasonOfState[state]) });
  for (const { id } of goingBy(await listOpenByTemplate(db, scope.campusID), template)) {
    await pauseBroadcast(db, id, notice);
    deps.bus.publish(scope.campusID, { what: 'outbox', broadcastID: id });
  }
}

export async function handleTemplateCategory(
  { deps, scope }: HandlerContext,
  { name, language, category }: EventOf<'category'>,
): Promise<void> {
  await setApprovalCategory(deps.store.db, { campusID: scope.campusID, name, language }, category);
  deps.bus.publish(scope.campusID, { what: 'templates' });
}
