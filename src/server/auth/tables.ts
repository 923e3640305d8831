/** The tables of accounts, which nobody else writes. Instants are ISO text. */
import type { Generated } from 'kysely';

declare module '../db/tables.ts' {
  interface Tables {
    user: {
      id: string;
      name: string;
      /** better-auth asks for one, and whether it is verified; nobody writes to it. */
      email: string;
      emailVerified: number;
      username: Text;
      displayUsername: Text;
      /** Since when only a one-time link opens the account; null once a password was chosen. */
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
    /** An authenticator app: its secret sealed, and the step of the latest code that was taken. */
    two_factor: {
      userID: string;
      secret: string;
      createdAt: string;
      confirmedAt: Text;
      usedStep: number;
    };
    /** `digest` the SHA-256 of a code, in hex. */
    recovery_code: { userID: string; digest: string };
    /** One-time links: one of a user at a time. `digest` is the SHA-256 of its token, in hex. */
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
    /** `key` a SHA-256 in hex of who tries; its tries count until then. */
    sign_in_try: { key: string; tries: number; until: string };
    /** API keys of a campus. `digest` is the SHA-256 of the key in hex, `createdBy` and `revokedBy` users. */
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
      /** To the minute. */
      usedAt: Text;
      expiresAt: Text;
      revokedAt: Text;
      revokedBy: Text;
    };
    /** How often somebody tried to get into an account, until its owner has seen it. */
    guess_notice: { userID: string; passwords: number; codes: number; since: string; latest: string };
    school: {
      id: Generated<number>;
      slug: string;
      name: string;
      createdAt: string;
      /** Since when nobody signs in and nothing is sent; and from when on it may be removed. */
      suspendedAt: Generated<Text>;
      removeAt: Generated<Text>;
      /** What it may use at most; null: as much as it likes. Files in bytes. */
      messagesADay: Generated<Whole>;
      filesLimit: Generated<Whole>;
      callsAMinute: Generated<Whole>;
    };
    /** What a school that has such a limit has used on a day. */
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
