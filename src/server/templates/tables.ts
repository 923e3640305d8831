/** The tables of templates and their approvals, which nobody else writes. Instants are ISO text. */
import type { Generated } from 'kysely';
import type { ApprovalState } from '#shared/calls/approvals.ts';
import type { Reason } from '#shared/reasons.ts';
import type { Text } from '../db/tables.ts';

/** The template of a broadcast as it was approved when the broadcast was made. */
export type BroadcastTemplate = {
  templateID: number;
  name: string;
  language: string;
  hasHeader: boolean;
  stopButton: boolean;
};

/** What WhatsApp was given of a template, and what it says of it. */
export type ApprovalTable = {
  templateID: number;
  campusID: number;
  name: string;
  language: string;
  category: string;
  providerID: string;
  state: Exclude<ApprovalState, 'none'>;
  /** Why it is not approved; empty where nothing is said. */
  reason: Reason | '';
  /** As submitted: when the template says something else since, it is not what was approved. */
  message: string;
  media: string;
  stopButton: number;
  submittedAt: string;
  syncedAt: Text;
};

declare module '../db/tables.ts' {
  interface Tables {
    template: {
      id: Generated<number>;
      campusID: number;
      title: string;
      message: string;
      media: Generated<string>;
      sendOn: Text;
      createdAt: string;
    };
    approval: ApprovalTable;
  }
}
