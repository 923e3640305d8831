import type { EventOf, Handlers } from '../model.ts';

export const handleReceipts: Handlers['receipts'] = (
  { sender, outbox },
  events: readonly EventOf<'receipt'>[],
) =>
  outbox.applyReceipts(
    sender,
    events.map(({ receipt }) => receipt),
  );
