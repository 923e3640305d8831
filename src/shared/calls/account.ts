import { z } from 'zod';
import { cID, defineCall } from '../call.ts';
import { shortestPassword } from '../limits.ts';

const rights = z.object({
  view: z.boolean(),
  add: z.boolean(),
  edit: z.boolean(),
  delete: z.boolean(),
  outbox: z.boolean(),
  admin: z.boolean(),
});

const userName = z.string().trim().min(1).max(60);
const password = z.string().min(1).max(128);

export const session = z.object({
  token: z.string(),
  userID: z.string(),
  userName: z.string(),
  name: z.string(),
  db: z.string(),
  cId: z.number(),
  domain: z.string(),
  timeZone: z.string(),
  /** Whose numbers need no country code, as `PK`. */
  country: z.string(),
  rights,
  campuses: z.array(z.object({ id: z.number(), name: z.string() })),
});
export type Session = z.infer<typeof session>;

export const login = defineCall({
  method: 'POST',
  path: '/Account/Login',
  access: 'public',
  campus: 'none',
  summary: 'Signs in; also sets the browser’s session cookie.',
  body: z.object({ userName, password }),
  answer: session,
});

export const getSession = defineCall({
  method: 'GET',
  path: '/Account/Session',
  access: 'session',
  campus: 'none',
  summary: 'Who is signed in; `cID` chooses another of the user’s campuses.',
  query: z.object({ cID: cID.optional() }),
  answer: session,
});

export const logout = defineCall({
  method: 'POST',
  path: '/Account/Logout',
  access: 'session',
  campus: 'none',
  summary: 'Ends this session, or with `everywhere` every session of the user.',
  body: z.object({ everywhere: z.boolean().default(false) }),
  answer: null,
});

export const getSetup = defineCall({
  method: 'GET',
  path: '/Setup',
  access: 'public',
  campus: 'none',
  summary: 'Whether this installation still waits for its first school.',
  answer: z.object({ needed: z.boolean() }),
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
    name: z.string().trim().min(1).max(120),
    userName: userName.regex(/^[A-Za-z0-9._]+$/, 'Use letters, digits, dots and underscores.').min(3),
    password: password.min(shortestPassword),
    demo: z.boolean().default(false),
  }),
  answer: session,
});
