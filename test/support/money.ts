/** The functions that the money modules get from the program. */

import { carryAround } from '../../src/server/billing/carried/actions.ts';
import { listFamilyOwed } from '../../src/server/billing/open-bills/actions.ts';
import type { Deps } from '../../src/server/deps.ts';
import { followPayments } from '../../src/server/outbox/payments/actions.ts';
import { recordChange } from '../../src/server/trail/actions.ts';

export const moneyNeeds = (deps: Deps) => ({
  ...deps,
  ...{ followPayments, carryAround, recordChange, listFamilyOwed },
});
