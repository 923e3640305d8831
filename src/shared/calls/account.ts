import { z } from 'zod';
import { cID, defineCall } from '../call.ts';
import { longestPassword, shortestPassword } from '../limits.ts';

export const rights = z.object({
  view: z.boolean(),
  add: z.boolean(),
  edit: z.boolean(),
  delete: z.boolean(),
  outbox: z.boolean(),
  admin: z.boolean(),
});

const userName = z.string().trim().min(1).max(60);
const password = z.string().min(1).max(longestPassword);

export const personName = z.string().trim().min(1).max(120);
export const newUserName = userName
  .regex(/^[A-Za-z0-9._]+$/, 'Use letters, digits, dots and underscores.')
  .min(3);
const newPassword = password.min(shortestPassword);
/** 256 random bits in base64url; a wrong value may be any text. */
const linkToken = z.string().min(1).max(200);

const session = z.object({
  token: z.string(),
  userID: z.string(),
  userName: z.string(),
  name: z.string(),
  db: z.string(),
  cId: z.number(),
  domain: z.string(),
  timeZone: z.string(),
  /** The rules for late bills: `DueRules`. */
  graceDays: z.number(),
  sundayDays: z.number(),
  /** The last day of the closed books. Null: no day is closed. */
  closedUntil: z.string().nullable(),
  /** The country whose numbers need no country code, such as `PK`. */
  country: z.string(),
  /** The sign before amounts, such as `Rs.`. */
  currency: z.string(),
  logo: z.string().nullable(),
  rights,
  campuses: z.array(z.object({ id: z.number(), name: z.string() })),
});
export type Session = z.infer<typeof session>;

export const login = defineCall({
  method: 'POST',
  path: '/Account/Login',
  access: 'public',
  campus: 'none',
  summary: 'Signs in, and sets the session cookie of the browser.',
  body: z.object({
    userName,
    password,
    /** For a person with two-factor: the code of the app, or a recovery code. */
    code: z.string().trim().max(40).optional(),
  }),
  answer: session,
});

export const getSession = defineCall({
  method: 'GET',
  path: '/Account/Session',
  access: 'session',
  campus: 'none',
  summary: 'Returns who is signed in. `cID` chooses another of the user’s campuses.',
  query: z.object({ cID: cID.optional() }),
  answer: session,
});

export const logout = defineCall({
  method: 'POST',
  path: '/Account/Logout',
  access: 'session',
  campus: 'none',
  summary: 'Ends this session, or with `everywhere` all sessions of the user.',
  body: z.object({ everywhere: z.boolean().default(false) }),
  answer: null,
});

export const getSetup = defineCall({
  method: 'GET',
  path: '/Setup',
  access: 'public',
  campus: 'none',
  summary: 'Returns whether this installation has no school yet and needs its set-up.',
  answer: z.object({ needed: z.boolean() }),
});

export const checkSetup = defineCall({
  method: 'POST',
  path: '/Setup/Check',
  access: 'public',
  campus: 'none',
  summary: 'Checks whether this one-time token opens the set-up. The check does not use up the token.',
  body: z.strictObject({ token: z.string().max(200) }),
  answer: null,
});

export const setUp = defineCall({
  method: 'POST',
  path: '/Setup',
  access: 'public',
  campus: 'none',
  summary: 'Creates the first school, campus and administrator with the one-time token, and signs in.',
  body: z.object({
    token: z.string().max(200),
    school: z.string().trim().min(1).max(120),
    campus: z.string().trim().min(1).max(120),
    name: personName,
    userName: newUserName,
    password: newPassword,
    demo: z.boolean().default(false),
  }),
  answer: session,
});

export const changePassword = defineCall({
  method: 'POST',
  path: '/Account/Password',
  access: 'session',
  campus: 'none',
  summary: 'Changes the user’s own password, and ends the user’s other sessions.',
  body: z.strictObject({ current: password, password: newPassword }),
  answer: null,
});

const ownSession = z.object({
  id: z.string(),
  createdAt: z.string(),
  /** Exact to the day, because it is stored when the session is extended. */
  usedAt: z.string(),
  /** The device as the browser describes it; empty if it does not. */
  device: z.string(),
  address: z.string(),
  isThis: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSession>;

export const listSessions = defineCall({
  method: 'GET',
  path: '/Account/Sessions',
  access: 'session',
  campus: 'none',
  summary: 'Lists the user’s own sessions.',
  answer: z.array(ownSession),
});

export const endSession = defineCall({
  method: 'DELETE',
  path: '/Account/Sessions/:id',
  access: 'session',
  campus: 'none',
  summary: 'Ends one of the user’s own sessions.',
  params: z.object({ id: z.string().min(1).max(100) }),
  answer: null,
});

export const endOtherSessions = defineCall({
  method: 'POST',
  path: '/Account/Sessions/EndOthers',
  access: 'session',
  campus: 'none',
  summary: 'Ends all of the user’s own sessions except this one.',
  body: z.strictObject({}),
  answer: z.object({ ended: z.number() }),
});

export const showLink = defineCall({
  method: 'POST',
  path: '/Account/Link',
  access: 'public',
  campus: 'none',
  summary: 'Returns the user of a one-time link. This does not use up the link.',
  body: z.strictObject({ token: linkToken }),
  answer: z.object({ name: z.string(), userName: z.string(), school: z.string() }),
});

export const openLink = defineCall({
  method: 'POST',
  path: '/Account/Join',
  access: 'public',
  campus: 'none',
  summary: 'Sets the password of the user of a one-time link. The link works once.',
  body: z.strictObject({ token: linkToken, password: newPassword }),
  answer: z.object({ userName: z.string() }),
});

const guessNotice = z.object({
  /** Wrong passwords since then, and wrong codes after a right password. */
  passwords: z.number(),
  codes: z.number(),
  since: z.string(),
  latest: z.string(),
});

export const getGuesses = defineCall({
  method: 'GET',
  path: '/Account/Guesses',
  access: 'session',
  campus: 'none',
  summary:
    'Returns how often others tried to sign in to the user’s account, until the user has seen this notice.',
  answer: z.object({ notice: guessNotice.nullable() }),
});

export const seeGuesses = defineCall({
  method: 'POST',
  path: '/Account/Guesses/Seen',
  access: 'session',
  campus: 'none',
  summary: 'Marks the notice about others’ attempts to sign in as seen.',
  body: z.strictObject({}),
  answer: null,
});

const code = z.string().trim().min(1).max(40);
const byPassword = z.strictObject({ current: password });
const newRecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const getTwoFactor = defineCall({
  method: 'GET',
  path: '/Account/TwoFactor',
  access: 'session',
  campus: 'none',
  summary:
    'Returns whether the user’s sign-in needs a code of an authenticator app, and how many recovery codes are left.',
  answer: z.object({ isOn: z.boolean(), recoveryCodes: z.number() }),
});

export const beginTwoFactor = defineCall({
  method: 'POST',
  path: '/Account/TwoFactor/Begin',
  access: 'session',
  campus: 'none',
  summary:
    'Returns a secret for an authenticator app. Two-factor is on only after a code of the app is confirmed.',
  body: byPassword,
  answer: z.object({ secret: z.string(), uri: z.string() }),
});

export const confirmTwoFactor = defineCall({
  method: 'POST',
  path: '/Account/TwoFactor/Confirm',
  access: 'session',
  campus: 'none',
  summary: 'Turns two-factor on with a code of the app, and returns recovery codes.',
  body: z.strictObject({ code }),
  answer: newRecoveryCodes,
});

export const renewRecoveryCodes = defineCall({
  method: 'POST',
  path: '/Account/TwoFactor/RecoveryCodes',
  access: 'session',
  campus: 'none',
  summary: 'Replaces the recovery codes, and returns the new ones.',
  body: byPassword,
  answer: newRecoveryCodes,
});

export const endTwoFactor = defineCall({
  method: 'POST',
  path: '/Account/TwoFactor/End',
  access: 'session',
  campus: 'none',
  summary: 'Turns two-factor off.',
  body: byPassword,
  answer: null,
});
