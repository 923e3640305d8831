import { sayNumber } from '#shared/say-number.ts';
import { useSession } from './session.ts';

/** A number as the campus's own people write it. */
export function useSayNumber(): (number: string) => string {
  const { country } = useSession();
  return (number) => sayNumber(number, country);
}
