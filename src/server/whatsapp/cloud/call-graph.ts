/**
 * One call of the Graph API by plain fetch, its phases timed: until it is written nothing has left, afterwards it may
 * have been acted upon. Never repeated by itself, and no redirect is followed with the token.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { Runtime } from '../../runtime.ts';
import { readAtMost } from '../read-at-most.ts';

/** Milliseconds. The answer of a message must come before its worker stops waiting for it (40 s). */
export type Patience = { connect: number; answer: number };
export const usualPatience: Patience = { connect: 5000, answer: 30_000 };

export type GraphRequest = {
  url: string;
  method: 'GET' | 'POST' | 'DELETE';
  headers: Record<string, string>;
  body?: string | Buffer | FormData;
  /** Bytes of the answer that are read. */
  most: number;
};

export type Called =
  /** The sender's settings do not suffice to ask anything. */
  | { kind: 'incomplete' }
  | { kind: 'answered'; status: number; bytes: Buffer }
  | { kind: 'tooLarge' }
  /** `isWritten` is false only where it is certain that nothing left. */
  | { kind: 'silent'; isWritten: boolean; code: string };

/** What has become of a call. */
type Progress = { isSeen: boolean; isWritten: boolean };

const underWay = new AsyncLocalStorage<Progress>();
const progressOf = new WeakMap<object, Progress>();

/**
 * Whether this Node says when a request is written: shown by one that was, and refuted by an answer to one that, as
 * far as was said, was not. Until it is shown, only the error itself is believed.
 */
let isTold: boolean | undefined;

// Published by undici, which is Node's fetch.
subscribe('undici:request:create', (message) => {
  const progress = underWay.getStore();
  if (!progress) return;
  progress.isSeen = true;
  progressOf.set((message as { request: object }).request, progress);
});
subscribe('undici:client:sendHeaders', (message) => {
  const progress = progressOf.get((message as { request: object }).request);
  if (!progress) return;
  progress.isWritten = true;
  isTold ??= true;
});

const isKnownUnwritten = ({ isSeen, isWritten }: Progress): boolean =>
  isTold === true && isSeen && !isWritten;

/**
 * Errors that only come while there is no connection: of the name, of the connection, of its certificate. The system's
 * are in nodejs.org/api/errors.html#common-system-errors, those of certificates in
 * nodejs.org/api/tls.html#x509-certificate-error-codes; undici's is in its docs/docs/api/Errors.md.
 */
const beforeConnection = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'HOSTNAME_MISMATCH',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'ERR_SSL_WRONG_VERSION_NUMBER',
];

/** Fetch says only that it failed; why stands in the cause. */
function causeOf(error: unknown): { code: string; isEarly: boolean } {
  const { code = '', syscall } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
  return {
    code,
    isEarly: beforeConnection.includes(code) || syscall === 'connect' || syscall === 'getaddrinfo',
  };
}

export async function callGraph(
  request: GraphRequest,
  patience: Patience,
  runtime: Pick<Runtime, 'after' | 'fetch'>,
): Promise<Called> {
  const progress: Progress = { isSeen: false, isWritten: false };
  const stop = new AbortController();
  const connecting = runtime.after(patience.connect, () => isKnownUnwritten(progress) && stop.abort());
  const answering = runtime.after(patience.answer, () => stop.abort());
  const { url, method, headers, body, most } = request;
  try {
    const response = await underWay.run(progress, () =>
      runtime.fetch(url, { method, headers, body, redirect: 'manual', signal: stop.signal }),
    );
    if (progress.isSeen && !progress.isWritten) isTold = false;
    progress.isWritten = true;
    const bytes = await readAtMost(response, most);
    return bytes ? { kind: 'answered', status: response.status, bytes } : { kind: 'tooLarge' };
  } catch (error) {
    const { code, isEarly } = causeOf(error);
    const isWritten = progress.isWritten || !(isEarly || isKnownUnwritten(progress));
    return { kind: 'silent', isWritten, code };
  } finally {
    connecting.cancel();
    answering.cancel();
  }
}
