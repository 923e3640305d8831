/** The functions that the money modules get from the program. */

import { needSameRequest } from '../../src/server/auth/idempotency-keys.ts';
import { recarry } from '../../src/server/billing/carried/carried.ts';
import { listFamilyOwed } from '../../src/server/billing/open-bills/open-bills.ts';
import type { Deps } from '../../src/server/deps.ts';
import { followPayments } from '../../src/server/outbox/changes/payments.ts';
import { recordChange } from '../../src/server/trail/trail.ts';

export const moneyNeeds = (deps: Deps) => ({
  ...deps,
  ...{ followPayments, recarry, recordChange, listFamilyOwed, needSameRequest },
});
