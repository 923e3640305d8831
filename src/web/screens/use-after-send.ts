import { useNavigate } from '@tanstack/react-router';
import { maySend } from '#shared/people/rights.ts';
import { useByHand } from '../lib/sender.ts';
import { useRights } from '../lib/session.ts';
import { noPanel } from './search.ts';

/**
 * Opens the new send: the screen for sending by hand if the campus sends so, otherwise the progress of the send. A user
 * without the outbox right returns to the billing.
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
