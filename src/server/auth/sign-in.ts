/** The line in which password hashes wait, and what a new session needs. */
import { availableParallelism } from 'node:os';
import { idleDays } from '#shared/limits.ts';
import type { Runtime } from '../runtime.ts';
import { createHashQueue } from './hash-queue.ts';
import { makeHash, matchesHash } from './password-hash.ts';

export const sessionSeconds = idleDays * 24 * 60 * 60;

/** The device that opened a session. The user sees it in the list of sessions. */
export type Device = { userAgent: string; address: string };

/** The table requires an e-mail address for each user. Nothing is ever sent to this one. */
export const freshAddress = (runtime: Pick<Runtime, 'randomBytes'>): string =>
  `${runtime.randomBytes(16).toString('hex')}@users.invalid`;

const hashesAtOnce = Math.max(1, Math.min(2, availableParallelism() - 1));
/** This many hashes take about 50 seconds on a slow machine. */
const mostInLine = 50;
/** The line of password hashes. The whole try of an unknown browser waits in it, not only its hash. */
export const inLine = createHashQueue({ atOnce: hashesAtOnce, most: mostInLine });

/** `owner`: whose password it is, or who asks for the hash. The caller has checked a session or a link. */
export const hashPassword = (
  { runtime }: { runtime: Runtime },
  password: string,
  owner: string,
): Promise<string> => inLine({ line: 'trusted', owner }, () => makeHash(runtime, password));

/** Whether this is the user's password. The caller has checked a session. */
export const isPassword = (
  { runtime }: { runtime: Runtime },
  password: string,
  { userID, hash }: { userID: string; hash: string },
): Promise<boolean> => inLine({ line: 'trusted', owner: userID }, () => matchesHash(runtime, password, hash));
