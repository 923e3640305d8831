import { formatMoney, formatShortMoney } from '#shared/money/money.ts';
import { useSession } from './session.ts';

/** Formats amounts with the campus's currency sign, `Rs. 12,500`; `short` for little space. */
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
