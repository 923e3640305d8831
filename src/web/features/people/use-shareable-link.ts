import { useQuery } from '@tanstack/react-query';
import type { InstallationAnswer } from '#shared/calls/installation.ts';
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
  const isForOperator = data !== undefined && !canLetIn(data);
  return { url, canBeSent: false, note: isForOperator ? linkWords.onlyHereOperator : linkWords.onlyHere };
}

/** Whether an administrator can let other computers in under Settings. */
const canLetIn = ({ mayChange, lan }: InstallationAnswer): boolean => mayChange && !lan.isFixed;

/**
 * Who can change that a new link would open only on this computer. Undefined if it also opens elsewhere, or if that is
 * not certain.
 */
export function useOnlyHere(): 'settings' | 'operator' | undefined {
  const isLocal = isLoopback(location.origin);
  const { data } = useQuery({ ...installationQuery, enabled: isLocal });
  // With several schools the answer has no values.
  if (!data?.mayChange || data.publicUrl !== null || networkLink(location.origin, data)) return undefined;
  return canLetIn(data) ? 'settings' : 'operator';
}
