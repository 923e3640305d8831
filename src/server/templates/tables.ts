/** The tables of templates and their approvals. No other module writes them. Instants are ISO text. */
import type { Generated } from 'kysely';
import type { ApprovalState } from '#shared/calls/approvals.ts';
import type { Reason } from '#shared/messages/reasons.ts';
import type { Text } from '../platform/db/tables.ts';

/** The template of a broadcast, as it was approved when the broadcast was created. */
export type BroadcastTemplate = {
  templateID: number;
  name: string;
  language: string;
  hasHeader: boolean;
  stopButton: boolean;
};

/** The submission of a template to WhatsApp, and the decision of WhatsApp. */
export type ApprovalTable = {
  templateID: number;
  campusID: number;
  name: string;
  language: string;
  category: string;
  providerID: string;
  state: Exclude<ApprovalState, 'none'>;
  /** Why the template is not approved; empty when no reason is known. */
  reason: Reason | '';
  /** The submitted text. If the template has another text now, that text is not approved. */
  message: string;
  media: string;
  stopButton: number;
  submittedAt: string;
  syncedAt: Text;
};

declare module '../platform/db/tables.ts' {
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
