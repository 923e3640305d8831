import type { DueRules } from '#shared/payable.ts';
import { send } from '../../lib/send.ts';

/** Answers how many bills have another status now. The session comes anew by itself. */
export async function changeDueRules({ graceDays, sundayDays }: DueRules): Promise<number> {
  const body = { graceDays, sundayDays: sundayDays === 0 ? (0 as const) : (1 as const) };
  return (await send('PUT /DueRules', { body })).changed;
}
