/** The tables of webhooks. No other module writes them. Instants are ISO text. */
import type { Generated } from 'kysely';
import type { Reason } from '#shared/messages/reasons.ts';
import type { Text } from '../platform/db/tables.ts';

/** A webhook. It is stored before the call is answered. Its body is emptied later. */
export type HookTable = {
  id: Generated<number>;
  senderID: string;
  digest: string;
  body: string;
  receivedAt: string;
  handledAt: Text;
  /** Why the webhook could not be handled. */
  error: Reason | null;
};

declare module '../platform/db/tables.ts' {
  interface Tables {
    hook: HookTable;
  }
}
