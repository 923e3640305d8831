import { Link } from '@tanstack/react-router';
import { maySend } from '#shared/rights.ts';
import { byHandWords } from '#shared/words/by-hand.ts';
import { sendWords } from '#shared/words/sending.ts';
import { useByHand } from '../lib/sender.ts';
import { useRights } from '../lib/session.ts';

/** On to what was just queued: to send it by hand where nobody else does, else to see what becomes of it. */
export function BroadcastLink({ broadcastID }: { broadcastID: number }) {
  const rights = useRights();
  const isByHand = useByHand();
  if (isByHand && maySend(rights)) {
    return (
      <Link to="/by-hand" search={{ run: broadcastID }}>
        {byHandWords.start}
      </Link>
    );
  }
  return (
    rights.outbox && (
      <Link to="/outbox" search={{ run: broadcastID }}>
        {sendWords.seeBroadcast}
      </Link>
    )
  );
}
