/** WhatsApp's approvals of the campus's templates, for screens that show or offer templates. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Approval, ApprovalState } from '#shared/calls/approvals.ts';
import type { Template } from '#shared/calls/templates.ts';
import { keys } from './query-keys.ts';
import { send } from './send.ts';
import { isOffered, templatesQuery } from './templates.ts';

export const approvalsQuery = queryOptions({
  queryKey: keys.approvals,
  queryFn: ({ signal }) => send('GET /MessageTemplate/Approvals', {}, signal),
});

/** The state as a clerk sees it: an approval or a review no longer counts once the text has changed. */
export type Standing = ApprovalState | 'changed' | 'overtaken';
type ApprovalVerdict = Pick<Approval, 'state' | 'isCurrent'>;

export function standingOf({ state, isCurrent }: ApprovalVerdict): Standing {
  if (isCurrent) return state;
  if (state === 'pending') return 'overtaken';
  return state === 'approved' || state === 'paused' ? 'changed' : state;
}

/** Whether the text is sent by this template to parents who have not written for a day. */
export const isReady = (approval: ApprovalVerdict | undefined): boolean =>
  approval !== undefined && standingOf(approval) === 'approved';

/** Whether sending costs more: WhatsApp's own category counts, not the requested one. */
export const isMarketing = (approval: Pick<Approval, 'category'> | undefined): boolean =>
  approval?.category === 'MARKETING';

/** In the other states WhatsApp already has exactly this text. */
export const maySubmit = (standing: Standing): boolean =>
  standing !== 'pending' && standing !== 'approved' && standing !== 'paused';

const noTemplates: readonly Template[] = [];
const noApprovals: readonly Approval[] = [];

/** The templates, with the state of each one where the campus's sender requires approval. */
export function useApprovals() {
  const { data: all } = useQuery(templatesQuery);
  const templates = all ?? noTemplates;
  const { data } = useQuery(approvalsQuery);
  const isLoaded = all !== undefined && data !== undefined;
  const items = data?.items ?? noApprovals;
  const approvalOf = (id: number): Approval | undefined => items.find(({ templateID }) => templateID === id);
  const ready = templates.filter((one) => isOffered(one) && isReady(approvalOf(one.id)));
  return {
    isNeeded: data?.isNeeded ?? false,
    templates,
    approvalOf,
    /** Templates that may be sent as they are. */
    ready,
    /** No template may be sent; false until this is known. */
    isNoneReady: isLoaded && ready.length === 0,
  };
}
