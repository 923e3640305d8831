import { send } from '../../lib/send.ts';

/** A live event then reloads the session, which contains the day. */
export const closeBooks = (body: { closedUntil: string | null; reason: string }) =>
  send('PUT /ClosedBooks', { body });
