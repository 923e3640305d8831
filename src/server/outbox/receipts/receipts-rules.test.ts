import { expect, test } from 'vitest';
import {
  type MessageState,
  messageStates,
  type ReceiptState,
  raisedBy,
  receiptStates,
} from '#shared/message-states.ts';
import { withoutOvertaken } from './receipts-rules.ts';

/** Does what the SQL statements do, one after the other: each moves only messages in the states that it may move. */
function raise(state: MessageState, told: readonly ReceiptState[]): MessageState {
  return receiptStates
    .filter((status) => told.includes(status))
    .reduce((now, status) => (raisedBy[status].includes(now) ? status : now), state);
}

const everySet = Array.from({ length: 2 ** receiptStates.length }, (_, bits) =>
  receiptStates.filter((_status, index) => bits & (1 << index)),
);

test('A receipt that is left out as overtaken would not have changed the state of its message.', () => {
  for (const told of everySet) {
    const left = withoutOvertaken(told.map((status) => ({ providerID: 'a', status }))).map(
      ({ status }) => status,
    );
    for (const state of messageStates) {
      expect([told, state, raise(state, left)]).toEqual([told, state, raise(state, told)]);
    }
  }
});

test('Receipts of different messages do not overtake each other.', () => {
  const receipts = [
    { providerID: 'a', status: 'sent' as const },
    { providerID: 'b', status: 'read' as const },
  ];
  expect(withoutOvertaken(receipts)).toEqual(receipts);
});
