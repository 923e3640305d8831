import { useQuery } from '@tanstack/react-query';
import { linkWords } from '#shared/words/people.ts';
import { installationQuery } from '../../lib/installation.ts';
import { isLoopback, networkLink } from './rules.ts';

/**
 * The link with an address that other computers can open. `canBeSent` is false if only this computer can open the link.
 * `note` says on which computers the link works.
 */
export function useShareableLink(url: string): { url: string; canBeSent: boolean; note?: string } {
  const isLocal = isLoopback(url);
  const { data } = useQuery({ ...installationQuery, enabled: isLocal });
  if (!isLocal) return { url, canBeSent: true };
  const onNetwork = data && networkLink(url, data);
  if (onNetwork !== undefined) return { url: onNetwork, canBeSent: true, note: linkWords.onNetwork };
  return { url, canBeSent: false, note: linkWords.onlyHere };
}

/** Whether a new link would open only on this computer. False until that is certain. */
export function useIsOnlyHere(): boolean {
  const isLocal = isLoopback(location.origin);
  const { data } = useQuery({ ...installationQuery, enabled: isLocal });
  return data !== undefined && data.publicUrl === null && networkLink(location.origin, data) === undefined;
}
