/** All providers, by the name that is stored with a sender. */

import { reasonOf } from '#shared/reasons.ts';
import { cloudApi } from './cloud/provider.ts';
import { demoPhone } from './demo-phone.ts';
import type { Places } from './model.ts';
import type { Provider, Providers, Surroundings } from './port.ts';
import { wahaGateway } from './waha/provider.ts';

/**
 * Replaces a provider whose secrets this process cannot decrypt. It refuses every call with that reason, and messages
 * keep waiting.
 */
const refusal = { reason: reasonOf('sealed'), policy: 'fixToken' } as const;
const refuse = async () => ({ kind: 'refused', ...refusal }) as const;

const lockedSender: Provider = {
  send: async () => ({ kind: 'rejected', ...refusal }),
  check: refuse,
  session: { look: refuse, start: refuse, end: refuse },
};

/** `graphUrl` has no slash at its end. `gatewayPlaces`: where a gateway from the settings may be. */
export function createProviders(
  surroundings: Surroundings,
  { graphUrl, gatewayPlaces }: { graphUrl: string; gatewayPlaces: Places },
): Providers {
  return {
    demo: demoPhone(surroundings),
    locked: lockedSender,
    cloud: cloudApi(surroundings, { graphUrl }),
    waha: wahaGateway(surroundings, { places: gatewayPlaces }),
  };
}
