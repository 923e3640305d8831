/**
 * Replaces a provider whose secrets this process cannot decrypt. It refuses every call with that reason, and messages
 * keep waiting.
 */
import { reasonOf } from '#shared/reasons.ts';
import type { Provider } from './port.ts';

const refusal = { reason: reasonOf('sealed'), policy: 'fixToken' } as const;
const refuse = async () => ({ kind: 'refused', ...refusal }) as const;

export const lockedSender: Provider = {
  send: async () => ({ kind: 'rejected', ...refusal }),
  check: refuse,
  session: { look: refuse, start: refuse, end: refuse },
};
