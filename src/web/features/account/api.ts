import { queryOptions } from '@tanstack/react-query';
import { queryClient } from '../../lib/query-client.ts';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';

export const ownSessionsQuery = queryOptions({
  queryKey: keys.ownSessions,
  queryFn: ({ signal }) => send('GET /Account/Sessions', {}, signal),
  // No live event reports a sign-in on another device, so the list is always loaded anew.
  staleTime: 0,
});

const refresh = () => queryClient.invalidateQueries({ queryKey: keys.ownSessions });

export async function changePassword(body: { current: string; password: string }): Promise<void> {
  await send('POST /Account/Password', { body });
  await refresh();
}

export async function endSession(id: string): Promise<void> {
  await send('DELETE /Account/Sessions/:id', { params: { id } });
  await refresh();
}

export async function endOtherSessions(): Promise<number> {
  const { ended } = await send('POST /Account/Sessions/EndOthers', { body: {} });
  await refresh();
  return ended;
}

export const guessesQuery = queryOptions({
  queryKey: keys.guesses,
  queryFn: ({ signal }) => send('GET /Account/Guesses', {}, signal),
});

export async function markGuessesSeen(): Promise<void> {
  await send('POST /Account/Guesses/Seen', { body: {} });
  await queryClient.invalidateQueries({ queryKey: keys.guesses });
}

export const twoFactorQuery = queryOptions({
  queryKey: keys.twoFactor,
  queryFn: ({ signal }) => send('GET /Account/TwoFactor', {}, signal),
  staleTime: 0,
});

const refreshTwoFactor = () => queryClient.invalidateQueries({ queryKey: keys.twoFactor });

export const beginTwoFactor = (current: string) =>
  send('POST /Account/TwoFactor/Begin', { body: { current } });

export async function confirmTwoFactor(code: string): Promise<string[]> {
  const { recoveryCodes } = await send('POST /Account/TwoFactor/Confirm', { body: { code } });
  await refreshTwoFactor();
  return recoveryCodes;
}

export async function renewRecoveryCodes(current: string): Promise<string[]> {
  const { recoveryCodes } = await send('POST /Account/TwoFactor/RecoveryCodes', { body: { current } });
  await refreshTwoFactor();
  return recoveryCodes;
}

export async function endTwoFactor(current: string): Promise<void> {
  await send('POST /Account/TwoFactor/End', { body: { current } });
  await refreshTwoFactor();
}
