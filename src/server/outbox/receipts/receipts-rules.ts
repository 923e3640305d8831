/** Combines several receipts of one message. Pure, so that a test can cover every order of them. */
import type { ReceiptState } from '#shared/messages/message-states.ts';

type ReceiptStatus = { providerID: string; status: ReceiptState };

const supersededBy: Partial<Record<ReceiptState, readonly ReceiptState[]>> = {
  sent: ['delivered', 'read'],
  delivered: ['read'],
  failed: ['delivered', 'read'],
};

/**
 * Leaves out receipts that another receipt of the same message makes pointless. For example, a message that was read
 * need not become `sent` and `delivered` first. A failure counts only before delivery, so a delivery supersedes it too.
 */
export function withoutSuperseded<T extends ReceiptStatus>(receipts: readonly T[]): T[] {
  const byProviderID = new Map<string, Set<ReceiptState>>();
  for (const { providerID, status } of receipts) {
    const states = byProviderID.get(providerID);
    if (states) states.add(status);
    else byProviderID.set(providerID, new Set([status]));
  }
  return receipts.filter(({ providerID, status }) => {
    const states = byProviderID.get(providerID);
    return !supersededBy[status]?.some((later) => states?.has(later));
  });
}

/** After these states the provider is not polled about the message any more. Receipts that still come are applied. */
export const isLast = (status: ReceiptState): boolean => status === 'read' || status === 'failed';
