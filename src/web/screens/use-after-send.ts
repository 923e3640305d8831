import { useNavigate } from '@tanstack/react-router';
import { maySend } from '#shared/rights.ts';
import { useByHand } from '../lib/sender.ts';
import { useRights } from '../lib/session.ts';
import { noPanel } from './search.ts';

/**
 * On to what was just queued: to send it by hand where nobody else does, else to see what becomes of it; who may not see
 * the outbox sees it in the billing.
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
