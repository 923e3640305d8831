/** The approval of templates by WhatsApp. Only an approved text reaches parents who have not written for a day. */
import { z } from 'zod';
import { defineCall, id, idInPath, ofCampus, ofSchool } from '../call.ts';
import { templateCategories, templateLanguages } from '../messages/template-choices.ts';

export const approvalStates = ['none', 'pending', 'approved', 'rejected', 'paused', 'disabled'] as const;
export type ApprovalState = (typeof approvalStates)[number];

const approval = z.object({
  templateID: id,
  state: z.enum(approvalStates),
  /** Why it is not approved; empty and without a code if WhatsApp gave no reason. */
  reason: z.string(),
  reasonCode: z.string().nullable(),
  name: z.string(),
  language: z.string(),
  category: z.string(),
  /** Whether the template still has the text that was submitted. Only then it can be sent. */
  isCurrent: z.boolean(),
  submittedAt: z.string().nullable(),
  /** When WhatsApp last reported on it. */
  syncedAt: z.string().nullable(),
  /** Why the current text cannot be approved, each with how to solve it; empty if it can be submitted. */
  problems: z.array(z.string()),
});
export type Approval = z.infer<typeof approval>;

export const listApprovals = defineCall({
  method: 'GET',
  path: '/MessageTemplate/Approvals',
  access: 'view',
  campus: 'query',
  summary:
    'Lists WhatsApp’s decision about each template. The list is empty if the campus’s provider needs no approval.',
  query: ofCampus,
  answer: z.object({
    /** Whether this campus uses a provider that approves templates. */
    isNeeded: z.boolean(),
    items: z.array(approval),
  }),
});

export const submitTemplate = defineCall({
  method: 'POST',
  path: '/MessageTemplate/:id/Submit',
  access: 'edit',
  campus: 'body',
  summary: 'Submits a template to WhatsApp for approval.',
  params: idInPath,
  query: ofSchool,
  body: z.object({
    language: z.enum(templateLanguages).default('en'),
    category: z.enum(templateCategories).default('UTILITY'),
    /** Adds a button with which a parent can opt out. */
    stopButton: z.boolean().default(true),
  }),
  answer: approval,
});

export const syncTemplates = defineCall({
  method: 'POST',
  path: '/MessageTemplate/Sync',
  access: 'edit',
  campus: 'query',
  summary: 'Asks WhatsApp for its current decisions about the submitted templates.',
  query: ofCampus,
  answer: z.object({ changed: z.number() }),
});
