/** Every provider there is, by the name that a sender is stored with. */
import { cloudApi } from './cloud/provider.ts';
import { demoPhone } from './demo-phone.ts';
import { lockedSender } from './locked.ts';
import type { Places } from './model.ts';
import type { Providers, Surroundings } from './port.ts';
import { wahaGateway } from './waha/provider.ts';

/** `graphUrl`: without a slash at its end. `gatewayPlaces`: where a gateway that somebody names may stand. */
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
