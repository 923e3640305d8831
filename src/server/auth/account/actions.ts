import { Failure } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Deps } from '../../deps.ts';
import { endExpiredSessions, findProof } from '../queries.ts';
import type { Proof } from '../scope.ts';
import { openSignIn } from '../sign-in.ts';

/** Opens a session, and clears away those of the user that are over. A wrong name, a wrong password and a user without a campus answer the same. */
export async function login(deps: Deps, user: { userName: string; password: string }): Promise<Proof> {
  const { store, now } = deps;
  const signIn = await openSignIn(deps);
  const token = await signIn.openSession(user.userName, user.password);
  const at = now().toISOString();
  const proof = token && (await findProof(store.db, token, at));
  if (!proof) throw new Failure('signedOut', failureWords.wrongPassword);
  await endExpiredSessions(store.db, proof.userID, at);
  return proof;
}
