import { queryOptions } from '@tanstack/react-query';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';
import { sendWrite } from '../../lib/send-write.ts';

export const ownSessionsQuery = queryOptions({
  queryKey: keys.ownSessions,
  queryFn: ({ signal }) => send('GET /Account/Sessions', {}, signal),
  // No live event reports a sign-in on another device, so the list is always loaded anew.
  staleTime: 0,
});

export const changePassword = (body: { current: string; password: string }) =>
  sendWrite('POST /Account/Password', { body });

export const endSession = (id: string) => sendWrite('DELETE /Account/Sessions/:id', { params: { id } });

export async function endOtherSessions(): Promise<number> {
  const { ended } = await sendWrite('POST /Account/Sessions/EndOthers', { body: {} });
  return ended;
}

export const guessesQuery = queryOptions({
  queryKey: keys.guesses,
  queryFn: ({ signal }) => send('GET /Account/Guesses', {}, signal),
});

export const markGuessesSeen = () => sendWrite('POST /Account/Guesses/Seen', { body: {} });

export const twoFactorQuery = queryOptions({
  queryKey: keys.twoFactor,
  queryFn: ({ signal }) => send('GET /Account/TwoFactor', {}, signal),
  staleTime: 0,
});

export const beginTwoFactor = (current: string) =>
  send('POST /Account/TwoFactor/Begin', { body: { current } });

export async function confirmTwoFactor(code: string): Promise<string[]> {
  const { recoveryCodes } = await sendWrite('POST /Account/TwoFactor/Confirm', { body: { code } });
  return recoveryCodes;
}

export async function renewRecoveryCodes(current: string): Promise<string[]> {
  const { recoveryCodes } = await sendWrite('POST /Account/TwoFactor/RecoveryCodes', { body: { current } });
  return recoveryCodes;
}

export const endTwoFactor = (current: string) =>
  sendWrite('POST /Account/TwoFactor/End', { body: { current } });
