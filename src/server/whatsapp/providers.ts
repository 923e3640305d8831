/** All providers, by the name that is stored with a sender. */
import { cloudApi } from './cloud/provider.ts';
import { demoPhone } from './demo-phone.ts';
import { lockedSender } from './locked.ts';
import type { Places } from './model.ts';
import type { Providers, Surroundings } from './port.ts';
import { wahaGateway } from './waha/provider.ts';

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
