import { expect, test } from 'vitest';
import {
  type MessageState,
  messageStates,
  type ReceiptState,
  raisedBy,
  receiptStates,
} from '#shared/messages/message-states.ts';
import { withoutSuperseded } from './receipts-rules.ts';

/**
 * Does the same as the SQL statements, one after the other. Each statement changes only messages in the states that it
 * may change.
 */
function raise(state: MessageState, statuses: readonly ReceiptState[]): MessageState {
  return receiptStates
    .filter((status) => statuses.includes(status))
    .reduce((now, status) => (raisedBy[status].includes(now) ? status : now), state);
}

const everySet = Array.from({ length: 2 ** receiptStates.length }, (_, bits) =>
  receiptStates.filter((_status, index) => bits & (1 << index)),
);

test('A receipt that is left out as superseded would not have changed the state of its message.', () => {
  for (const statuses of everySet) {
    const left = withoutSuperseded(statuses.map((status) => ({ providerID: 'a', status }))).map(
      ({ status }) => status,
    );
    for (const state of messageStates) {
      expect([statuses, state, raise(state, left)]).toEqual([statuses, state, raise(state, statuses)]);
    }
  }
});

test('Receipts of different messages do not supersede each other.', () => {
  const receipts = [
    { providerID: 'a', status: 'sent' as const },
    { providerID: 'b', status: 'read' as const },
  ];
  expect(withoutSuperseded(receipts)).toEqual(receipts);
});
