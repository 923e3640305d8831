/** What WhatsApp says of the campus's templates, for whoever shows or offers them. */
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

/** As a clerk sees it: what was approved, or is looked at, is of no use once the text is another. */
export type Standing = ApprovalState | 'changed' | 'overtaken';
type ApprovalVerdict = Pick<Approval, 'state' | 'isCurrent'>;

export function standingOf({ state, isCurrent }: ApprovalVerdict): Standing {
  if (isCurrent) return state;
  if (state === 'pending') return 'overtaken';
  return state === 'approved' || state === 'paused' ? 'changed' : state;
}

/** Whether the text goes by this template to those who have not written for a day. */
export const isReady = (approval: ApprovalVerdict | undefined): boolean =>
  approval !== undefined && standingOf(approval) === 'approved';

/** Whether what goes by it costs more: WhatsApp's own category counts, whichever one was asked for. */
export const isMarketing = (approval: Pick<Approval, 'category'> | undefined): boolean =>
  approval?.category === 'MARKETING';

/** Of the others WhatsApp has the very text already. */
export const maySubmit = (standing: Standing): boolean =>
  standing !== 'pending' && standing !== 'approved' && standing !== 'paused';

const noTemplates: readonly Template[] = [];
const noApprovals: readonly Approval[] = [];

/** The templates, and where the campus's sender asks for approved ones, what is said of each. */
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
    /** Those that may be sent as they stand. */
    ready,
    /** None of them may be sent; false until that is known. */
    isNoneReady: isLoaded && ready.length === 0,
  };
}
