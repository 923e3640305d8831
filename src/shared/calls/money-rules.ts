/** Rules of a campus about its money, beside when bills are late. */
import { z } from 'zod';
import { defineCall, ofCampus } from '../call.ts';
import { mostCashDays } from '../limits.ts';

const moneyRules = z.object({
  /** For how many days back cash may be entered without the right to delete. 0: only the cash of the present day. */
  cashDays: z.number().int().min(0).max(mostCashDays),
  /** 1: a new bill is paid with the own credit of its child when it is saved. */
  usesCredit: z.union([z.literal(0), z.literal(1)]),
});
export type MoneyRules = z.infer<typeof moneyRules>;

export const showMoneyRules = defineCall({
  method: 'GET',
  path: '/MoneyRules',
  access: 'admin',
  campus: 'query',
  summary:
    'Returns for how many days back cash may be entered without the right to delete, and whether new bills use the credit of their child.',
  query: ofCampus,
  answer: moneyRules,
});

export const changeMoneyRules = defineCall({
  method: 'PUT',
  path: '/MoneyRules',
  access: 'admin',
  campus: 'query',
  summary:
    'Sets for how many days back cash may be entered without the right to delete, and whether new bills use the credit of their child. Earlier payments and bills stay as they are.',
  query: ofCampus,
  body: moneyRules,
  answer: moneyRules,
});
