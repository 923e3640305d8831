/** Calls the Graph API for one sender, with the API version and the token of that sender. */

import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { Runtime } from '../../runtime.ts';
import type { Sender } from '../model.ts';
import type { ProviderDeps } from '../port.ts';
import { Unreached } from '../reach.ts';
import { readAtMost } from '../read-at-most.ts';

/** Milliseconds. The answer to a message must come before its worker stops waiting for it (40 s). */
export type Timeouts = { connect: number; answer: number };
export const defaultTimeouts: Timeouts = { connect: 5000, answer: 30_000 };

type GraphRequest = {
  url: string;
  method: 'GET' | 'POST' | 'DELETE';
  headers: Record<string, string>;
  body?: string | Buffer | FormData;
  /** The maximum number of bytes that are read from the answer. */
  most: number;
};

export type Called =
  /** The sender's settings are not complete enough for a call. */
  | { kind: 'incomplete' }
  | { kind: 'answered'; status: number; bytes: Buffer }
  | { kind: 'tooLarge' }
  /** There was no answer. `isWritten` is false only if it is certain that nothing was sent. */
  | { kind: 'silent'; isWritten: boolean; code: string };

/** The progress of one call: whether its request was created, and whether it was written. */
type Progress = { isSeen: boolean; isWritten: boolean };

const currentCall = new AsyncLocalStorage<Progress>();
const progressOf = new WeakMap<object, Progress>();

/**
 * Whether this version of Node reports when a request is written. It becomes true after the first report, and false if
 * an answer comes to a request that was not reported. While it is not true, only the error code shows whether something
 * was written.
 */
let reportsWrites: boolean | undefined;

// Published by undici, the library behind Node's fetch.
subscribe('undici:request:create', (message) => {
  const progress = currentCall.getStore();
  if (!progress) return;
  progress.isSeen = true;
  progressOf.set((message as { request: object }).request, progress);
});
subscribe('undici:client:sendHeaders', (message) => {
  const progress = progressOf.get((message as { request: object }).request);
  if (!progress) return;
  progress.isWritten = true;
  reportsWrites ??= true;
});

const isSurelyUnwritten = ({ isSeen, isWritten }: Progress): boolean =>
  reportsWrites === true && isSeen && !isWritten;

/**
 * Errors that can occur only before there is a connection: with the host name, the connection or its certificate.
 * System errors are listed in nodejs.org/api/errors.html#common-system-errors, certificate errors in
 * nodejs.org/api/tls.html#x509-certificate-error-codes, and undici's errors in its docs/docs/api/Errors.md.
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

/** The error of `fetch` says only that the call failed. Its `cause` has the details. */
function causeOf(error: unknown): { code: string; isEarly: boolean } {
  const { code = '', syscall } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
  return {
    code,
    isEarly: beforeConnection.includes(code) || syscall === 'connect' || syscall === 'getaddrinfo',
  };
}

/**
 * Makes one call of the Graph API with `fetch`, with a time limit for each phase. Before the request is written,
 * nothing was sent; afterwards WhatsApp may have acted on it. A call is never repeated automatically, and the token is
 * never sent to a redirect.
 */
async function callGraph(
  request: GraphRequest,
  timeouts: Timeouts,
  runtime: Pick<Runtime, 'after' | 'fetch'>,
): Promise<Called> {
  const progress: Progress = { isSeen: false, isWritten: false };
  const stop = new AbortController();
  const connecting = runtime.after(timeouts.connect, () => isSurelyUnwritten(progress) && stop.abort());
  const answering = runtime.after(timeouts.answer, () => stop.abort());
  const { url, method, headers, body, most } = request;
  try {
    const response = await currentCall.run(progress, () =>
      runtime.fetch(url, { method, headers, body, redirect: 'manual', signal: stop.signal }),
    );
    if (progress.isSeen && !progress.isWritten) reportsWrites = false;
    progress.isWritten = true;
    const bytes = await readAtMost(response, most);
    return bytes ? { kind: 'answered', status: response.status, bytes } : { kind: 'tooLarge' };
  } catch (error) {
    const { code, isEarly } = causeOf(error);
    const isWritten = progress.isWritten || !(isEarly || isSurelyUnwritten(progress));
    return { kind: 'silent', isWritten, code };
  } finally {
    connecting.cancel();
    answering.cancel();
  }
}

export type Settings = {
  phoneNumberID: string;
  /** The ids of the WhatsApp numbers that the sender used before this one. */
  pastNumberIDs: readonly string[];
  wabaID: string;
  appID: string;
  version: string;
  token: string;
  appSecret: string;
  verifyToken: string;
};

export function settingsOf({ settings }: Sender): Settings {
  const { phoneNumberID = '', wabaID = '', appID = '', version = '' } = settings;
  const { token = '', appSecret = '', verifyToken = '', pastNumberIDs: past = '' } = settings;
  const pastNumberIDs = past.split(' ').filter(Boolean);
  return { phoneNumberID, pastNumberIDs, wabaID, appID, version, token, appSecret, verifyToken };
}

/** Checks that the values are safe in an address and in a header. */
const isComplete = ({ phoneNumberID, wabaID, version, token }: Settings): boolean =>
  /^\d+$/.test(phoneNumberID) &&
  /^\d+$/.test(wabaID) &&
  /^v\d+\.\d+$/.test(version) &&
  /^[\x21-\x7e]+$/.test(token);

type Question = {
  method?: GraphRequest['method'];
  /** The path after the version, without a leading slash. */
  path: string;
  query?: Record<string, string>;
  json?: object;
  body?: FormData | Buffer;
  headers?: Record<string, string>;
  timeouts?: Timeouts;
};

export type Graph = {
  /** Scheme, host and port. */
  origin: string;
  ask: (sender: Sender, question: Question) => Promise<Called>;
  /** Downloads at most `most` bytes from another address that WhatsApp has named, with the same token. */
  download: (sender: Sender, url: string, most: number) => Promise<Called>;
};

/** The maximum number of bytes of a JSON answer. The longest answer is a page of a hundred templates. */
const longestAnswer = 8 * 1024 * 1024;
/** Milliseconds, enough for a video of 16 MB on a slow line. */
const downloadTimeouts: Timeouts = { ...defaultTimeouts, answer: 120_000 };

type CallContext = Pick<ProviderDeps, 'runtime' | 'reach'>;

/** Downloads from this address if it is a public one. */
async function downloadPublic(
  { url, headers, most }: GraphRequest,
  { runtime, reach }: CallContext,
): Promise<Called> {
  const signal = runtime.timeout(downloadTimeouts.answer);
  try {
    const sent = { method: 'GET', headers, body: undefined, signal };
    const response = await reach(url, sent, 'public');
    const bytes = await readAtMost(response, most);
    return bytes ? { kind: 'answered', status: response.status, bytes } : { kind: 'tooLarge' };
  } catch (error) {
    return { kind: 'silent', isWritten: !(error instanceof Unreached), code: '' };
  }
}

export function createGraph(
  providerDeps: CallContext,
  { graphUrl, timeouts }: { graphUrl: string; timeouts: Timeouts },
): Graph {
  const { runtime } = providerDeps;
  const { origin } = new URL(graphUrl);
  const bearer = ({ token }: Settings) => ({ authorization: `Bearer ${token}` });

  async function ask(sender: Sender, question: Question): Promise<Called> {
    const settings = settingsOf(sender);
    if (!isComplete(settings)) return { kind: 'incomplete' };
    const { method = 'GET', path, query, json, headers, timeouts: own = timeouts } = question;
    const search = query ? `?${new URLSearchParams(query)}` : '';
    const request: GraphRequest = {
      url: `${graphUrl}/${settings.version}/${path}${search}`,
      method,
      headers: { ...bearer(settings), ...(json && { 'content-type': 'application/json' }), ...headers },
      body: json ? JSON.stringify(json) : question.body,
      most: longestAnswer,
    };
    return callGraph(request, own, runtime);
  }

  async function download(sender: Sender, url: string, most: number): Promise<Called> {
    const settings = settingsOf(sender);
    if (!isComplete(settings)) return { kind: 'incomplete' };
    const request = { url, method: 'GET', headers: bearer(settings), most } as const;
    // The operator configures the address of Graph, so it may be in a private network. Any other address that Graph
    // names must be public.
    return new URL(url).origin === origin
      ? callGraph(request, downloadTimeouts, runtime)
      : downloadPublic(request, providerDeps);
  }

  return { origin, ask, download };
}
