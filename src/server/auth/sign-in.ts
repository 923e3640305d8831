/**
 * Wraps better-auth behind four functions. better-auth hashes and checks passwords and opens sessions. Our own
 * queries find sessions.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { availableParallelism } from 'node:os';
import { idleDays } from '#shared/limits.ts';
import type { Deps } from '../deps.ts';
import type { Db } from '../platform/db/store.ts';
import type { Runtime } from '../runtime.ts';
import { digestOf } from './auth-rules.ts';
import { createHashQueue } from './hash-queue.ts';

const day = 24 * 60 * 60;
export const sessionSeconds = idleDays * day;

export type NewUser = { userName: string; name: string; password: string };
export type SignIn = {
  /** The id of the new user. Undefined when the user name is taken. */
  createUser: (user: NewUser) => Promise<string | undefined>;
  /**
   * The token of a new session. Undefined when the user name or the password is wrong. The caller must have its turn in
   * the line.
   */
  openSession: (user: { userName: string; password: string }, from: Device) => Promise<string | undefined>;
  /** `userID`: whose password it is, or who asks for the hash. The caller has checked a session or a link. */
  hash: (password: string, userID: string) => Promise<string>;
  isPassword: (password: string, user: { userID: string; hash: string }) => Promise<boolean>;
};

/** The device that opened a session. The user sees it in the list of sessions. */
export type Device = { userAgent: string; address: string };
const longestUserAgent = 300;

/**
 * better-auth requires an e-mail address, and some user names cannot be part of one. Nothing is ever sent to this
 * address.
 */
export const freshAddress = (runtime: Pick<Runtime, 'randomBytes'>): string =>
  `${runtime.randomBytes(16).toString('hex')}@users.invalid`;

const hashesAtOnce = Math.max(1, Math.min(2, availableParallelism() - 1));
/** This many hashes take about 50 seconds on a slow machine. */
const mostInLine = 50;
/** The line of password hashes. The whole try of an unknown browser waits in it, not only its hash. */
export const inLine = createHashQueue({ atOnce: hashesAtOnce, most: mostInLine });

/**
 * The session that is being opened. better-auth never sees its token: the hook takes the token from here and stores its
 * digest.
 */
const opening = new AsyncLocalStorage<{ token: string; device: Device }>();

/** Sets the times in better-auth's rows from the runtime's clock, and the digest and device of a new session. */
function hooksBy({ now }: Runtime) {
  const made = () => ({ createdAt: now(), updatedAt: now() });
  const before = async <T extends object>(row: T) => ({ data: { ...row, ...made() } });
  const storeDigest = async (session: { token: string }) => {
    const { token = session.token, device } = opening.getStore() ?? {};
    return {
      data: {
        ...session,
        ...made(),
        expiresAt: new Date(now().getTime() + sessionSeconds * 1000),
        token: digestOf(token),
        ipAddress: device?.address ?? '',
        userAgent: device?.userAgent.slice(0, longestUserAgent) ?? '',
      },
    };
  };
  return {
    user: { create: { before } },
    account: { create: { before } },
    session: { create: { before: storeDigest } },
  };
}

const userNameRules = {
  maxUsernameLength: 60,
  usernameValidator: (name: string) => /^[A-Za-z0-9._]+$/.test(name),
};

/** Loaded at the first sign-in, because it takes 20 MB and 150 ms. An idle server does not need it. */
async function load(db: Db, runtime: Runtime): Promise<SignIn> {
  const [{ betterAuth }, { username }, { APIError }] = await Promise.all([
    import('better-auth'),
    import('better-auth/plugins/username'),
    import('better-auth/api'),
  ]);
  const auth = betterAuth({
    // `sqlite` makes better-auth write dates as text and booleans as 0 and 1, as our columns expect on both engines.
    database: { db, type: 'sqlite' },
    baseURL: 'http://localhost',
    // better-auth signs its own cookies with this secret. Our cookies carry the random token of the session, so a new
    // secret in each process is enough.
    secret: runtime.randomBytes(32).toString('hex'),
    logger: { disabled: true },
    telemetry: { enabled: false },
    emailAndPassword: {
      enabled: true,
      autoSignIn: false,
      ...(runtime.passwords ? { password: runtime.passwords } : {}),
    },
    advanced: { database: { generateId: () => runtime.randomUUID() } },
    session: { expiresIn: sessionSeconds, updateAge: day },
    databaseHooks: hooksBy(runtime),
    plugins: [username(userNameRules)],
  });
  const undefinedIfRefused = (error: unknown): undefined => {
    if (error instanceof APIError && error.statusCode < 500) return undefined;
    throw error;
  };
  const passwords = async () => (await auth.$context).password;
  return {
    createUser: ({ userName, name, password }) =>
      inLine({ line: 'trusted', owner: userName }, () =>
        auth.api
          .signUpEmail({ body: { email: freshAddress(runtime), name, password, username: userName } })
          .then(({ user }) => user.id, undefinedIfRefused),
      ),
    openSession: ({ userName, password }, device) => {
      const token = runtime.randomBytes(32).toString('base64url');
      const body = { username: userName, password };
      const open = () =>
        auth.api.signInUsername({ body }).then((answer) => answer && token, undefinedIfRefused);
      return opening.run({ token, device }, open);
    },
    hash: (password, userID) =>
      inLine({ line: 'trusted', owner: userID }, async () => (await passwords()).hash(password)),
    isPassword: (password, { userID, hash }) =>
      inLine({ line: 'trusted', owner: userID }, async () => (await passwords()).verify({ hash, password })),
  };
}

const loaded = new WeakMap<Db, Promise<SignIn>>();

/** One better-auth instance for each store. */
export function openSignIn({ store: { db }, runtime }: Pick<Deps, 'store' | 'runtime'>): Promise<SignIn> {
  const existing = loaded.get(db);
  if (existing) return existing;
  const loading = load(db, runtime);
  loaded.set(db, loading);
  // A failed load is not kept, so that the next sign-in tries again.
  loading.catch(() => loaded.delete(db));
  return loading;
}
