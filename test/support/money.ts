/** The functions that the money modules get from the program. */

import { needSameRequest } from '../../src/server/auth/idempotency-keys.ts';
import { recordMoved } from '../../src/server/counter/moved-credit/moved-credit.ts';
import { listFamilyOwed } from '../../src/server/counter/open-bills/open-bills.ts';
import type { Deps } from '../../src/server/deps.ts';
import { recarry } from '../../src/server/ledger/carried/carried.ts';
import { followPayments } from '../../src/server/outbox/changes/after-payment.ts';
import { recordChange } from '../../src/server/trail/trail.ts';

export const moneyNeeds = (deps: Deps) => ({
  ...deps,
  ...{ followPayments, recarry, recordChange, listFamilyOwed, needSameRequest, recordMoved },
});
