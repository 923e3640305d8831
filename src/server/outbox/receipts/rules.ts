/** What several receipts of one message come to. Pure, so that every order of them can be walked in a test. */
import type { ReceiptState } from '#shared/message-states.ts';

type ReceiptStatus = { providerID: string; status: ReceiptState };

const overtakenBy: Partial<Record<ReceiptState, readonly ReceiptState[]>> = {
  sent: ['delivered', 'read'],
  delivered: ['read'],
  failed: ['delivered', 'read'],
};

/**
 * Leaves out what would change nothing beside another receipt of the same message: a message that has been read need
 * not be moved to sent and to delivered first. A failure counts only before delivery, so delivery overtakes it too.
 */
export function withoutOvertaken<T extends ReceiptStatus>(receipts: readonly T[]): T[] {
  const told = new Map<string, Set<ReceiptState>>();
  for (const { providerID, status } of receipts) {
    const states = told.get(providerID);
    if (states) states.add(status);
    else told.set(providerID, new Set([status]));
  }
  return receipts.filter(({ providerID, status }) => {
    const states = told.get(providerID);
    return !overtakenBy[status]?.some((later) => states?.has(later));
  });
}

/** After these nothing more is asked of a message; what is told nevertheless is heard. */
export const isLast = (status: ReceiptState): boolean => status === 'read' || status === 'failed';
