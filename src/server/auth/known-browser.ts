/**
 * The cookie by which a browser is known to have signed in to an account before. It opens nothing: its guesses are counted
 * alone. Sealed, so that nobody makes one; of each account its own, since several people use one computer.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { digestOf } from './rules.ts';

/** Before what is sealed: the same key seals other things too. */
const mark = 'known-browser';
const aYear = 365 * 24 * 60 * 60;

const plain = (userName: string): string => userName.trim().toLowerCase();
const cookieOf = (userName: string): string => `qasid_known_${digestOf(plain(userName)).slice(0, 16)}`;

/** The id that a browser was given for this account; undefined where it was given none. */
export function findBrowser(
  { vault }: Pick<Deps, 'vault'>,
  { cookies }: Pick<FastifyRequest, 'cookies'>,
  userName: string,
): string | undefined {
  const sealed = cookies[cookieOf(userName)];
  const [what, id, name] = (sealed ? vault.open(sealed) : undefined)?.split(' ') ?? [];
  return what === mark && name === plain(userName) ? id : undefined;
}

/** From now on this browser is known to the account, which its owner has just got into. */
export function rememberBrowser(
  deps: Pick<Deps, 'vault' | 'runtime' | 'config'>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  userName: string,
): void {
  const id = findBrowser(deps, request, userName) ?? deps.runtime.randomUUID();
  reply.setCookie(cookieOf(userName), deps.vault.seal(`${mark} ${id} ${plain(userName)}`), {
    path: '/api/Account',
    httpOnly: true,
    sameSite: 'strict',
    secure: deps.config.publicUrl?.startsWith('https:') ?? false,
    maxAge: aYear,
  });
}
