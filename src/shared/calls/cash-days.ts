/** For how many days back a clerk may enter cash. */
import { z } from 'zod';
import { defineCall, ofCampus } from '../call.ts';
import { mostCashDays } from '../limits.ts';

const cashDays = z.object({
  /** 0: only the cash of the present day. */
  cashDays: z.number().int().min(0).max(mostCashDays),
});

export const showCashDays = defineCall({
  method: 'GET',
  path: '/CashDays',
  access: 'admin',
  campus: 'query',
  summary: 'Returns for how many days back cash may be entered without the right to delete.',
  query: ofCampus,
  answer: cashDays,
});

export const changeCashDays = defineCall({
  method: 'PUT',
  path: '/CashDays',
  access: 'admin',
  campus: 'query',
  summary: 'Sets for how many days back cash may be entered without the right to delete.',
  query: ofCampus,
  body: cashDays,
  answer: cashDays,
});
