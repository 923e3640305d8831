import { useNavigate } from '@tanstack/react-router';
import { maySend } from '#shared/rights.ts';
import { useByHand } from '../lib/sender.ts';
import { useRights } from '../lib/session.ts';
import { noPanel } from './search.ts';

/**
 * Goes to the new send: to send it by hand if the campus does so, else to its progress. A user without the outbox right
 * stays at the billing.
 */
export function useAfterSend(): (broadcastID: number, groupID?: number) => void {
  const navigate = useNavigate();
  const rights = useRights();
  const isByHand = useByHand();
  return (run, billing) => {
    if (isByHand && maySend(rights)) void navigate({ to: '/by-hand', search: { run } });
    else if (rights.outbox) void navigate({ to: '/outbox', search: { run } });
    else void navigate({ to: '/send-messages', search: { ...noPanel, billing } });
  };
}
