/** better-auth behind two functions: it keeps users and passwords and opens sessions; we look sessions up ourselves. */
import { randomBytes } from 'node:crypto';
import type { Db } from '../db/store.ts';

const day = 24 * 60 * 60;
export const sessionSeconds = 7 * day;

export type NewUser = { userName: string; name: string; password: string };
export type SignIn = {
  /** The new user's id; undefined when the name is taken. */
  createUser: (user: NewUser) => Promise<string | undefined>;
  /** A new session's token; undefined when name or password is wrong. */
  openSession: (userName: string, password: string) => Promise<string | undefined>;
};

/** Nobody writes to it; better-auth asks for an address, and not every user name can be a part of one. */
const freshAddress = (): string => `${randomBytes(16).toString('hex')}@users.invalid`;

/** Loaded at the first sign-in: it takes 20 MB and 150 ms that an idle server does not need. */
async function load(db: Db): Promise<SignIn> {
  const [{ betterAuth }, { username }, { APIError }] = await Promise.all([
    import('better-auth'),
    import('better-auth/plugins/username'),
    import('better-auth/api'),
  ]);
  const auth = betterAuth({
    // `sqlite` makes it write days as text and booleans as 0 and 1, which is how our columns are on both engines.
    database: { db, type: 'sqlite' },
    baseURL: 'http://localhost',
    // It signs cookies with this; ours carry the session's own random token, so it need not outlive the process.
    secret: randomBytes(32).toString('hex'),
    logger: { disabled: true },
    telemetry: { enabled: false },
    emailAndPassword: { enabled: true, autoSignIn: false },
    session: { expiresIn: sessionSeconds, updateAge: day },
    plugins: [
      username({ maxUsernameLength: 60, usernameValidator: (name) => /^[A-Za-z0-9._]+$/.test(name) }),
    ],
  });
  const orNothing = (error: unknown): undefined => {
    if (error instanceof APIError && error.statusCode < 500) return undefined;
    throw error;
  };
  return {
    createUser: ({ userName, name, password }) =>
      auth.api
        .signUpEmail({ body: { email: freshAddress(), name, password, username: userName } })
        .then(({ user }) => user.id, orNothing),
    openSession: (userName, password) =>
      auth.api
        .signInUsername({ body: { username: userName, password } })
        .then((answer) => answer?.token, orNothing),
  };
}

const loaded = new WeakMap<Db, Promise<SignIn>>();

/** One better-auth for each store. */
export function signInOf(db: Db): Promise<SignIn> {
  const known = loaded.get(db);
  if (known) return known;
  const loading = load(db);
  loaded.set(db, loading);
  // One that failed is not kept: the next sign-in tries again.
  loading.catch(() => loaded.delete(db));
  return loading;
}
