/** The tables of accounts, which nobody else writes. Instants are ISO text. */
import type { Generated } from 'kysely';

declare module '../db/tables.ts' {
  interface Tables {
    user: { id: string; name: string; email: string; username: Text; createdAt: string; updatedAt: string };
    session: {
      id: string;
      /** SHA-256 of the token, in hex. */
      token: string;
      userId: string;
      expiresAt: string;
      createdAt: string;
      updatedAt: string;
    };
    /** `key` a SHA-256 in hex of who tries; its tries count until then. */
    sign_in_try: { key: string; tries: number; until: string };
    school: { id: Generated<number>; slug: string; name: string; createdAt: string };
    campus: {
      id: Generated<number>;
      schoolID: number;
      name: string;
      country: Generated<string>;
      timeZone: Generated<string>;
      createdAt: string;
    };
    membership: {
      userID: string;
      campusID: number;
      view: number;
      add: number;
      edit: number;
      delete: number;
      outbox: number;
      admin: number;
    };
  }
}
