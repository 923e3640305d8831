import type { DueRules } from '#shared/money/payable.ts';
import { send } from '../../lib/send.ts';

/** Returns how many bills changed their status. A live event then reloads the session, which contains the rules. */
export async function changeDueRules({ graceDays, sundayDays }: DueRules): Promise<number> {
  const body = { graceDays, sundayDays: sundayDays === 0 ? (0 as const) : (1 as const) };
  return (await send('PUT /DueRules', { body })).changed;
}
