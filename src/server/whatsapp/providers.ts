/** Creates all providers, by the name that is stored with a sender. */

import { makeReason } from '#shared/messages/reasons.ts';
import { cloudApi } from './cloud/provider.ts';
import { demoPhone } from './demo-phone.ts';
import type { Networks } from './model.ts';
import type { Provider, ProviderDeps, Providers } from './port.ts';
import { wahaGateway } from './waha/provider.ts';

/**
 * This provider is used when the secrets of a sender cannot be decrypted. It refuses every call with that reason, and
 * messages keep waiting.
 */
const refusal = { reason: makeReason('sealed'), policy: 'fixToken' } as const;
const refuse = async () => ({ kind: 'refused', ...refusal }) as const;

const lockedSender: Provider = {
  send: async () => ({ kind: 'rejected', ...refusal }),
  check: refuse,
  session: { look: refuse, start: refuse, end: refuse },
};

/** `graphUrl` has no slash at its end. `gatewayNetworks` says in which networks a gateway from the settings may be. */
export function createProviders(
  providerDeps: ProviderDeps,
  { graphUrl, gatewayNetworks }: { graphUrl: string; gatewayNetworks: Networks },
): Providers {
  return {
    demo: demoPhone(providerDeps),
    locked: lockedSender,
    cloud: cloudApi(providerDeps, { graphUrl }),
    waha: wahaGateway(providerDeps, { networks: gatewayNetworks }),
  };
}
