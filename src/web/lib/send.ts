/**
 * Makes a call of the API by its name, such as `GET /Groups/:id`. The types come from the contract without its schemas.
 */
import type { AnswerOf, CallKey, InputOf } from '#shared/calls/all.ts';
import { Failure } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';
import { connectionWords } from '#shared/words/screen.ts';
import { addressOf, failureOf, type Loose } from './address.ts';
import { isServerReachable } from './server-reachability.ts';
import { currentSession, keepSession, provenSession } from './session.ts';
import { withWaitTracked } from './waiting.ts';

type SendArguments<K extends CallKey> =
  object extends InputOf<K>
    ? [input?: InputOf<K>, signal?: AbortSignal]
    : [input: InputOf<K>, signal?: AbortSignal];

async function request(address: string, init: RequestInit): Promise<Response> {
  // The call that loads the session must not wait for the session.
  const isSessionCall = address.startsWith('/api/Account/Session');
  const token = (isSessionCall ? currentSession() : await provenSession())?.token;
  const headers = new Headers(init.headers);
  if (token) headers.set('Authorization', `Bearer ${token}`);
  const response = await fetch(address, { ...init, headers }).catch((error: unknown) => {
    if (init.signal?.aborted) throw error;
    // Check at once whether Qasid is reachable, because an open live stream notices a lost connection only after a
    // minute.
    void isServerReachable();
    throw new Failure('unavailable', connectionWords.unreachable);
  });
  if (response.ok) return response;
  // Clear the session only if it is still the one that was refused.
  if (response.status === 401 && token && currentSession()?.token === token) keepSession(null);
  throw failureOf(response.status, await response.text().catch(() => ''));
}

function ask(key: string, input: unknown, signal: AbortSignal | undefined): Promise<Response> {
  const [method = 'GET', path = ''] = key.split(' ');
  const given = (input ?? {}) as Loose;
  const init: RequestInit = { method, signal: signal ?? null };
  if (given.body !== undefined) {
    init.body = JSON.stringify(given.body);
    init.headers = { 'Content-Type': 'application/json' };
  }
  return request(addressOf(currentSession(), path, given), init);
}

/** Returns the answer, or throws a `Failure` whose message is for the user. */
export async function send<K extends CallKey>(
  key: K,
  ...[input, signal]: SendArguments<K>
): Promise<AnswerOf<K>> {
  const text = await withWaitTracked(ask(key, input, signal).then((response) => response.text()));
  return (text === '' ? undefined : JSON.parse(text)) as AnswerOf<K>;
}

export type FetchedFile = { blob: Blob; name: string };

/** The name of a received file (RFC 8187). */
const nameIn = (disposition: string | null): string => {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition ?? '')?.[1];
  return encoded === undefined ? 'file' : decodeURIComponent(encoded);
};

/** Like `send`, for a call that returns a file. */
export async function fetchFile<K extends CallKey>(
  key: K,
  ...[input, signal]: SendArguments<K>
): Promise<FetchedFile> {
  const response = await withWaitTracked(ask(key, input, signal));
  return { blob: await response.blob(), name: nameIn(response.headers.get('content-disposition')) };
}

/** Uploads a file to this campus, by default the session's, and returns its url. */
export async function sendFile(file: File, cID?: number): Promise<string> {
  const body = new FormData();
  body.set('file', file);
  const address = addressOf(currentSession(), '/File/Upload', cID === undefined ? {} : { query: { cID } });
  const response = await withWaitTracked(request(address, { method: 'POST', body }));
  const { path } = (await response.json()) as AnswerOf<'POST /File/Upload'>;
  const [url] = path;
  if (!url) throw new Failure('broken', failureWords.broken);
  return url;
}
