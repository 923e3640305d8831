/** The tables of webhooks, which only this module writes. Instants are ISO text. */
import type { Generated } from 'kysely';
import type { Reason } from '#shared/reasons.ts';
import type { Text } from '../platform/db/tables.ts';

/** A webhook, stored before it is answered. The body is emptied once it is old. */
export type HookTable = {
  id: Generated<number>;
  senderID: string;
  digest: string;
  body: string;
  receivedAt: string;
  handledAt: Text;
  /** Why the webhook could not be handled. */
  trouble: Reason | null;
};

declare module '../platform/db/tables.ts' {
  interface Tables {
    hook: HookTable;
  }
}
