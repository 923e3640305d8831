/** Signs in without the rest of the program, which may still be loading. */
import type { Session } from '#shared/calls/account.ts';
import type { InputOf } from '#shared/calls/all.ts';
import { Failure } from '#shared/failures.ts';
import { connectionWords } from '#shared/words/screen.ts';
import { failureOf } from '../../lib/address.ts';

export type Credentials = InputOf<'POST /Account/Login'>['body'];

/** Throws like any call, with a message for the user. */
export async function postSignIn(body: Credentials): Promise<Session> {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch('/api/Account/Login', { method: 'POST', headers, body: JSON.stringify(body) })
    // Only a failed connection gets here.
    .catch(() => {
      throw new Failure('unavailable', connectionWords.unreachable);
    });
  const text = await answer.text();
  if (!answer.ok) throw failureOf(answer.status, text);
  return JSON.parse(text) as Session;
}
