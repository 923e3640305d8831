/** Templates as WhatsApp approves them: what a text needs to reach parents who have not written for a day. */
import { z } from 'zod';
import { defineCall, id, idInPath, ofCampus, ofSchool } from '../call.ts';
import { templateCategories, templateLanguages } from '../template-wishes.ts';

export const approvalStates = ['none', 'pending', 'approved', 'rejected', 'paused', 'disabled'] as const;
export type ApprovalState = (typeof approvalStates)[number];

export const approval = z.object({
  templateID: id,
  state: z.enum(approvalStates),
  /** Why it is not approved; empty, and without a code, where nothing is said. */
  reason: z.string(),
  reasonCode: z.string().nullable(),
  name: z.string(),
  language: z.string(),
  category: z.string(),
  /** Whether what was submitted is still what the template says; only then it can be sent. */
  isCurrent: z.boolean(),
  submittedAt: z.string().nullable(),
  /** When WhatsApp last said something about it. */
  syncedAt: z.string().nullable(),
  /** Why the text as it stands cannot be approved, each with its way out; empty: it can be submitted. */
  problems: z.array(z.string()),
});
export type Approval = z.infer<typeof approval>;

export const listApprovals = defineCall({
  method: 'GET',
  path: '/MessageTemplate/Approvals',
  access: 'view',
  campus: 'query',
  summary: 'What WhatsApp says of each template; nothing where the campus’s sender needs no approval.',
  query: ofCampus,
  answer: z.object({
    /** Whether this campus sends by a provider that approves templates. */
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
    /** Adds a button by which a parent asks for no more messages. */
    stopButton: z.boolean().default(true),
  }),
  answer: approval,
});

export const syncTemplates = defineCall({
  method: 'POST',
  path: '/MessageTemplate/Sync',
  access: 'edit',
  campus: 'query',
  summary: 'Asks WhatsApp what it says of the submitted templates.',
  query: ofCampus,
  answer: z.object({ changed: z.number() }),
});
