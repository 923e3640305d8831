/** The tables of webhooks, which nobody else writes. Instants are ISO text. */
import type { Generated } from 'kysely';
import type { Reason } from '#shared/reasons.ts';
import type { Text } from '../db/tables.ts';

/** A call of the provider, stored before it is answered; the body is emptied once it is old. */
export type HookTable = {
  id: Generated<number>;
  senderID: string;
  digest: string;
  body: string;
  receivedAt: string;
  handledAt: Text;
  /** Why nothing could be done about it. */
  trouble: Reason | null;
};

declare module '../db/tables.ts' {
  interface Tables {
    hook: HookTable;
  }
}
