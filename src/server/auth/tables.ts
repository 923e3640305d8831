/** The tables of accounts. Only this area writes them. Instants are ISO text. */
import type { Generated } from 'kysely';

declare module '../platform/db/tables.ts' {
  interface Tables {
    user: {
      id: string;
      name: string;
      /** Of better-auth, which made the accounts once. Nothing is sent to the address. */
      email: string;
      emailVerified: number;
      username: Text;
      displayUsername: Text;
      /** When set, only a one-time link opens the account. Null once the user has chosen a password. */
      invitedAt: Text;
      disabledAt: Text;
      createdAt: string;
      updatedAt: string;
    };
    /** Hashes of passwords: `password-hash.ts`. */
    account: {
      id: string;
      accountId: string;
      providerId: string;
      userId: string;
      password: Text;
      createdAt: string;
      updatedAt: string;
    };
    /** An authenticator app: its sealed secret, and the time step of the last code that was used. */
    two_factor: {
      userID: string;
      secret: string;
      createdAt: string;
      confirmedAt: Text;
      usedStep: number;
    };
    /** `digest` is the SHA-256 of a code, in hex. */
    recovery_code: { userID: string; digest: string };
    /** One-time links, at most one for each user. `digest` is the SHA-256 of the link's token, in hex. */
    access_link: { userID: string; digest: string; createdAt: string; createdBy: Text; expiresAt: string };
    session: {
      id: string;
      /** SHA-256 of the token, in hex. */
      token: string;
      userId: string;
      expiresAt: string;
      ipAddress: Text;
      userAgent: Text;
      createdAt: string;
      updatedAt: string;
    };
    /** `key` is the SHA-256, in hex, of the text under which tries are counted. The count is valid until `until`. */
    sign_in_try: { key: string; tries: number; until: string };
    /** API keys of a campus. `digest` is the SHA-256 of the key in hex; `createdBy` and `revokedBy` are users. */
    api_key: {
      id: string;
      campusID: number;
      digest: string;
      ending: string;
      name: string;
      view: number;
      add: number;
      edit: number;
      delete: number;
      outbox: number;
      perMinute: number;
      createdAt: string;
      createdBy: string;
      /** Precise to the minute. */
      usedAt: Text;
      expiresAt: Text;
      revokedAt: Text;
      revokedBy: Text;
    };
    /** Wrong passwords and codes entered by others, kept until the owner of the account has seen the notice. */
    guess_notice: { userID: string; passwords: number; codes: number; since: string; latest: string };
    school: {
      id: Generated<number>;
      slug: string;
      name: string;
      createdAt: string;
      /**
       * While `suspendedAt` is set, nobody can sign in and nothing is sent. After `removeAt` the school may be
       * removed.
       */
      suspendedAt: Generated<Text>;
      removeAt: Generated<Text>;
      /** Limits of the school; null means no limit. `filesLimit` is in bytes. */
      messagesADay: Generated<Whole>;
      filesLimit: Generated<Whole>;
      callsAMinute: Generated<Whole>;
    };
    /** Messages that a school has queued on a day. */
    school_day: { schoolID: number; day: string; messages: number };
    campus: {
      id: Generated<number>;
      schoolID: number;
      name: string;
      country: Generated<string>;
      timeZone: Generated<string>;
      currency: Generated<string>;
      logo: Text;
      /** The rules for when a bill is late: see `DueRules`. */
      graceDays: Generated<number>;
      sundayDays: Generated<number>;
      /** For how many days back cash may be entered without the right to delete. */
      cashDays: Generated<number>;
      /** The last day of the closed books. */
      closedUntil: Generated<Text>;
      createdAt: string;
    };
    /** The name of the call and its key, and the SHA-256 of the request. */
    idempotency_key: { campusID: number; clientID: string; digest: string; expiresAt: string };
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
