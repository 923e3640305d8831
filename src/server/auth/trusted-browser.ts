/**
 * The device cookie shows that a browser has signed in to an account before. It gives no access; guesses from this
 * browser are only counted separately. It is sealed against forgery. Each account has its own cookie, because several
 * people use one computer.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { digestOf } from './auth-rules.ts';

/** The first word of the sealed text. The same key also seals other texts, so the word tells them apart. */
const mark = 'known-browser';
const aYear = 365 * 24 * 60 * 60;

const plain = (userName: string): string => userName.trim().toLowerCase();
const cookieOf = (userName: string): string => `qasid_known_${digestOf(plain(userName)).slice(0, 16)}`;

/** The id that this browser has for the account. Undefined when it has none. */
export function findBrowser(
  { vault }: Pick<Deps, 'vault'>,
  { cookies }: Pick<FastifyRequest, 'cookies'>,
  userName: string,
): string | undefined {
  const sealed = cookies[cookieOf(userName)];
  const [what, id, name] = (sealed ? vault.open(sealed) : undefined)?.split(' ') ?? [];
  return what === mark && name === plain(userName) ? id : undefined;
}

/** Called after a sign-in. From then on the account knows this browser. */
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
