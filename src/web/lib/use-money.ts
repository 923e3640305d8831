import { formatMoney, formatShortMoney } from '#shared/money.ts';
import { useSession } from './session.ts';

/** Amounts with the sign of the campus's money, `Rs. 12,500`; `short` where space is short. */
export function useMoney(): {
  sign: string;
  say: (amount: number) => string;
  short: (amount: number) => string;
} {
  const { currency } = useSession();
  return {
    sign: currency,
    say: (amount) => formatMoney(amount, currency),
    short: (amount) => formatShortMoney(amount, currency),
  };
}
