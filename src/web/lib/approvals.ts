/** WhatsApp's approvals of the campus's templates, for screens that show or offer templates. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Approval, ApprovalState } from '#shared/calls/approvals.ts';
import type { Template } from '#shared/calls/templates.ts';
import { keys } from './query-keys.ts';
import { send } from './send.ts';
import { isOffered, templatesQuery } from './templates.ts';

const approvalsQuery = queryOptions({
  queryKey: keys.approvals,
  queryFn: ({ signal }) => send('GET /MessageTemplate/Approvals', {}, signal),
});

/**
 * The approval state as a clerk sees it. If the text was changed after the submission, an approval is `changed` and a
 * review is `overtaken`.
 */
export type Standing = ApprovalState | 'changed' | 'overtaken';
type ReviewResult = Pick<Approval, 'state' | 'isCurrent'>;

export function standingOf({ state, isCurrent }: ReviewResult): Standing {
  if (isCurrent) return state;
  if (state === 'pending') return 'overtaken';
  return state === 'approved' || state === 'paused' ? 'changed' : state;
}

/** Whether WhatsApp lets this template reach parents who have not written in the last 24 hours. */
export const isReady = (approval: ReviewResult | undefined): boolean =>
  approval !== undefined && standingOf(approval) === 'approved';

/** Whether sending costs more. WhatsApp charges by its own category, not by the requested one. */
export const isMarketing = (approval: Pick<Approval, 'category'> | undefined): boolean =>
  approval?.category === 'MARKETING';

/** Whether the template can be submitted. In the states excluded here WhatsApp already has exactly this text. */
export const maySubmit = (standing: Standing): boolean =>
  standing !== 'pending' && standing !== 'approved' && standing !== 'paused';

const noTemplates: readonly Template[] = [];
const noApprovals: readonly Approval[] = [];

/** The templates of the campus with their approvals, and whether the campus's sender needs approvals. */
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
    /** Whether no template may be sent. False until the data is loaded. */
    isNoneReady: isLoaded && ready.length === 0,
  };
}
