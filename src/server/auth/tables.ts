/** The tables of accounts. Only this folder writes them. Instants are ISO text. */
import type { Generated } from 'kysely';

declare module '../platform/db/tables.ts' {
  interface Tables {
    user: {
      id: string;
      name: string;
      /** better-auth requires an address and whether it is verified; nothing is sent to it. */
      email: string;
      emailVerified: number;
      username: Text;
      displayUsername: Text;
      /** While it is set, only a one-time link opens the account; null once a password was chosen. */
      invitedAt: Text;
      disabledAt: Text;
      createdAt: string;
      updatedAt: string;
    };
    /** Passwords, as better-auth hashes them. */
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
    /** One-time links, at most one for each user. `digest` is the SHA-256 of its token, in hex. */
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
    /** `key` is the SHA-256 in hex of the text that names who tries; the count holds until `until`. */
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
    /** Wrong passwords and codes of others, until the owner of the account has seen the notice. */
    guess_notice: { userID: string; passwords: number; codes: number; since: string; latest: string };
    school: {
      id: Generated<number>;
      slug: string;
      name: string;
      createdAt: string;
      /**
       * While `suspendedAt` is set nobody signs in and nothing is sent. From `removeAt` on the school may be removed.
       */
      suspendedAt: Generated<Text>;
      removeAt: Generated<Text>;
      /** Limits of the school; null: none. Files in bytes. */
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
      /** When a bill is late: `DueRules`. */
      graceDays: Generated<number>;
      sundayDays: Generated<number>;
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
