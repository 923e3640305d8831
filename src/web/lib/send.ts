/** Makes a call of the contract by its name, `GET /Groups/:id`, typed without loading its schemas. */
import type { AnswerOf, CallKey, InputOf } from '#shared/calls/all.ts';
import { Failure } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';
import { connectionWords } from '#shared/words/screen.ts';
import { addressOf, failureOf, type Loose } from './address.ts';
import { isServerReachable } from './server-reachability.ts';
import { currentSession, keepSession, provenSession } from './session.ts';
import { watched } from './waiting.ts';

type SendArguments<K extends CallKey> =
  object extends InputOf<K>
    ? [input?: InputOf<K>, signal?: AbortSignal]
    : [input: InputOf<K>, signal?: AbortSignal];

async function request(address: string, init: RequestInit): Promise<Response> {
  // Whose session it is cannot wait for itself.
  const isAsking = address.startsWith('/api/Account/Session');
  const token = (isAsking ? currentSession() : await provenSession())?.token;
  const headers = new Headers(init.headers);
  if (token) headers.set('Authorization', `Bearer ${token}`);
  const response = await fetch(address, { ...init, headers }).catch((error: unknown) => {
    if (init.signal?.aborted) throw error;
    // A stream that still seems open would be the last to notice.
    void isServerReachable();
    throw new Failure('unavailable', connectionWords.unreachable);
  });
  if (response.ok) return response;
  // Only the session that was refused is dropped, not one that has come since.
  if (response.status === 401 && token && currentSession()?.token === token) keepSession(null);
  throw failureOf(response.status, await response.text().catch(() => ''));
}

/** Answers what the contract says, or throws a `Failure` whose message is for the person at the screen. */
export async function send<K extends CallKey>(
  key: K,
  ...[input, signal]: SendArguments<K>
): Promise<AnswerOf<K>> {
  const [method = 'GET', path = ''] = key.split(' ');
  const given = (input ?? {}) as Loose;
  const init: RequestInit = { method, signal: signal ?? null };
  if (given.body !== undefined) {
    init.body = JSON.stringify(given.body);
    init.headers = { 'Content-Type': 'application/json' };
  }
  const asking = request(addressOf(currentSession(), path, given), init);
  const text = await watched(asking.then((response) => response.text()));
  return (text === '' ? undefined : JSON.parse(text)) as AnswerOf<K>;
}

export type FetchedFile = { blob: Blob; name: string };

/** The name of a file that was sent (RFC 8187). */
const nameIn = (disposition: string | null): string => {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition ?? '')?.[1];
  return encoded === undefined ? 'file' : decodeURIComponent(encoded);
};

/** The same of a call that answers a file. */
export async function fetchFile<K extends CallKey>(
  key: K,
  ...[input, signal]: SendArguments<K>
): Promise<FetchedFile> {
  const [, path = ''] = key.split(' ');
  const address = addressOf(currentSession(), path, (input ?? {}) as Loose);
  const response = await watched(request(address, { signal: signal ?? null }));
  return { blob: await response.blob(), name: nameIn(response.headers.get('content-disposition')) };
}

/** Uploads one file to this campus, unless said the session's; answers its url. */
export async function sendFile(file: File, cID?: number): Promise<string> {
  const body = new FormData();
  body.set('file', file);
  const address = addressOf(currentSession(), '/File/Upload', cID === undefined ? {} : { query: { cID } });
  const response = await watched(request(address, { method: 'POST', body }));
  const { path } = (await response.json()) as AnswerOf<'POST /File/Upload'>;
  const [url] = path;
  if (!url) throw new Failure('broken', failureWords.broken);
  return url;
}
